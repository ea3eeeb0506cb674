#!/bin/bash
# templates/huge-pages.md, filled from the simulated campaign, states every figure of the published
# article (data/published.csv) that these data hold, marked simulated throughout; the numbers that
# stand in the template are those.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. .ci/tap.sh

"$PAGEWALK_BUILD/pagewalk-analyze" data/m6-simulated -o "$work/results" 2>"$work/log"
judge "the campaign is analyzed" $?
"$PAGEWALK_BUILD/pagewalk-report" render "$work/results" -o "$work/out" \
    --article templates/huge-pages.md 2>"$work/log"
judge "every number of the article is in it" $?
filled=$work/out/huge-pages.md
# Sentences and bindings may be wrapped at a space.
tr '\n' ' ' <"$filled" >"$work/line"
: >"$work/covered"

# The row of a published figure: "figure<TAB>low<TAB>high", the figure without quotes.
published() { # ID
    echo "$1" >>"$work/covered"
    sed -n "s/^huge-pages-in-a-vm,$1,\(\"\([^\"]*\)\"\|\([^,\"]*\)\),\([^,]*\),\([^,]*\),.*/\2\3\t\4\t\5/p" \
        data/published.csv
}

# What stands directly before each binding of this expression, whole: of "14.4 to 15.3" both numbers,
# of "15" not the 5.
bound() { # EXPRESSION
    awk -v marker="<!--= $1 -->" '{
        for (rest = $0; (at = index(rest, marker)) > 0; rest = substr(rest, at + length(marker))) {
            before = substr(rest, 1, at - 1)
            if (match(before, /(−|[-+])?[0-9][0-9.,]*( to (−|[-+])?[0-9][0-9.,]*)?$/))
                print substr(before, RSTART)
            else
                print "nothing"
        }
    }' "$work/line" | sort -u
}

# The article has the published figure bound to the expression, and no other. A range is written
# with "to"; a figure with one end is that end.
states() { # ID EXPRESSION
    local figure low high wanted
    IFS=$'\t' read -r figure low high < <(published "$1")
    if [ -n "$low" ] && [ -n "$high" ] && [ "$low" != "$high" ]; then
        wanted="$low to $high"
    elif [[ $figure == *,* ]]; then
        wanted=$figure
    else
        wanted=${low:-${high:-$figure}}
    fi
    [ -n "$wanted" ] && [ "$(bound "$2")" = "$wanted" ]
    judge "$1: $wanted from $2" $?
}

# What the article states rounds to the published figure, which is coarser.
rounds() { # ID EXPRESSION DIVISOR FORMAT
    local figure low high value
    IFS=$'\t' read -r figure low high < <(published "$1")
    value=$(bound "$2" | sed 's/−/-/')
    [ -n "$low" ] && awk -v value="$value" -v divisor="$3" -v format="$4" -v low="$low" '
        BEGIN { text = sprintf(format, value / divisor); sub(/^-0$/, "0", text)
                exit !(value ~ /^-?[0-9]/ && text == low) }'
    judge "$1: $value, published $figure" $?
}

# The article says it in words that no data bind; the published figure, in digits or spelled out, is
# one of them.
words() { # ID TEXT
    local figure rest spelled
    IFS=$'\t' read -r figure rest < <(published "$1")
    case $figure in
    1) spelled='one\|single' ;;
    4) spelled=four ;;
    8) spelled=eight ;;
    *) spelled=$figure ;;
    esac
    [ -n "$figure" ] && grep -qiw -e "$figure" -e "$spelled" <<<"$2" && grep -qF -- "$2" "$work/line"
    judge "$1: $2" $?
}

# A figure of the article about what the logs do not hold, or that the article leaves out.
not_data() { # ID
    published "$1" >"$work/row"
    [ -s "$work/row" ]
    judge "$1: nothing of it in these logs" $?
}

states chase-1g-4k "g4 .0"
states chase-1g-2m "g2 .0"
states chase-1g-host "host .0"
states chase-1g-2m "range(dense(side=guest, page=32M|1G, span=1G).median) .0" # larger-than-2m: no gain
echo larger-than-2m >>"$work/covered"
states saving-ns "g4 - g2 .0"
states saving-percent "cut(g4, g2) .0"
states saving-streams "cut(s4, s2) .0"
states saving-range "range(cut(d4(span>=256M).median, d2(span>=256M).median)) .0"
rounds saving-64k "d64(span=1G).median - g4 .1" 1 %.0f
states behind-128m "pct(d1g(span=128M).median, dhost(span=128M).median) .0"
states behind-1g "pct(d1g(span=1G).median, host) .0"
states behind-range "range(pct(d1g(span>=128M).median, dhost(span>=128M).median)) .0"
states quartiles-128m "max(big.q3 - big.median, big.median - big.q1) .0"
states quartiles-64m "max(dense(span=64M).q3 - dense(span=64M).q1) .0"
words left-out "At 32 MB they are up to"
states dense-n "range(dense.n)"
states sparse-n "range(sparse.n)"
states dense-runs "runs(dense(side=guest))"
states sparse-runs "runs(sparse(side=guest))"
states dense-rounds "rounds(dense)"
states sparse-rounds "rounds(sparse)"
states chunks "chunks(dense)"
words loads "chunks of 200,000 loads"
words streams "eight such chains"
states dense-measurements "measurements(cells(stride=128, span>=16M)) ,"
states sparse-measurements \
    "measurements(cells(stride=16K)) + measurements(cells(stride=128, span<=8M)) ,"
states dropped "dropped(cells())"
states sparse-1g-1g "far1g .1"
states sparse-1g-host "fhost .1"
states sparse-64m-guest "range(near) .1"
rounds sparse-64m-host "100 * nhost / min(near) .0" 100 %.1f
states twin-host "plain .1"
states twin-huge "range(twins(side=guest, page=2M|32M|1G, span=8M).median) .1"
states twin-4k "plain4 .1"
states translation "plain .1"
rounds miss-ratio "far1g / fhost .1" 1 %.0f
words sparse-step "one 128-byte line in each 16 KB"
words line "128-byte lines"
states sparse-data "1G / 16K * 128 / 1M .0"
states sparse-pages "1G/16K ,"
states entries-2m "1G/2M .0"
words entries-1g "One 1 GB page held as one translation"
words reach "translations of no more than 16 KB each"
words host-page "its own 16 KB pages"
words guest-page "base pages of 4 KB"
words page-64k "64 KB ("
states contiguous "64K/4K .0"
words page-2m "Pages of 2 MB"
words page-32m "32 MB and 1 GB"
words page-1g "32 MB and 1 GB"
not_data granule-least
words granule-default "default granule on this machine is 16 KB"
words walk "up to 24 memory references"
words walk-levels "four levels over four"
words walk-saved "takes away one level"
words cpus "One virtual CPU"
words memory "6 GB of memory"
# A version is no number: its digits and points are found as a word.
published kernel >"$work/row"
grep -qF " $(cut -f 1 "$work/row")<!--= meta(kernel, cells(side=guest)) -->" "$work/line"
judge "kernel: $(cut -f 1 "$work/row")" $?

sed -n 's/^huge-pages-in-a-vm,\([^,]*\),.*/\1/p' data/published.csv | sort >"$work/wanted"
sort -u "$work/covered" | diff - "$work/wanted"
judge "every published figure is looked for" $?

# ---- the numbers that only these data have

[ "$(bound "(far1g - plain) / (fhost - plain) .1")" = 2.8 ]
judge "extra time against the host's: 2.8" $?
interval() { # LET PAIRED LOW HIGH: paired estimate and interval, as deltas.csv has them
    [ "$(bound "$1.paired .1") $(bound "$1.low .1") $(bound "$1.high .1")" = "$2 $3 $4" ]
    judge "$1: $2, interval $3 to $4" $?
}
# FACTORS of a row of deltas.csv: its paired_ns, ci_low_ns and ci_high_ns with one decimal.
delta() {
    awk -F, -v row="^$1," '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        $0 ~ row {
            text = sprintf("%.1f %.1f %.1f", $column["paired_ns"], $column["ci_low_ns"],
                           $column["ci_high_ns"])
            gsub(/-/, "−", text)
            print text
        }' "$work/results/deltas.csv"
}
interval huge $(delta page-size,m6-simulated,guest,chase,hugetlb,2097152,128,1073741824,128,loop)
interval streams $(delta page-size,m6-simulated,guest,streams,hugetlb,2097152,128,1073741824,128,loop)
interval behind $(delta guest-host,m6-simulated,guest,chase,hugetlb,1073741824,128,1073741824,128,loop)

# ---- nothing made of simulated logs may be seen without saying so

tables=$(grep -c '^<!--# table' "$filled")
[ "$tables" -eq 3 ] && [ "$(grep -c '^\*\*.*\.\*\* .*Simulated data\.$' "$filled")" -eq "$tables" ]
judge "every table says simulated" $?
charts=$(grep -c '^<!--# chart' "$filled")
[ "$charts" -eq 2 ] &&
    [ "$(grep -c '^!\[.*Simulated data\.\](charts/.*\.png)$' "$filled")" -eq "$charts" ]
judge "every chart says simulated" $?
[ "$(grep -L 'Simulated data\.' "$work"/out/tables/*)" = "" ]
judge "every table on its own says simulated" $?

# Between the markers of blocks the template is empty; all else is what render writes.
sed '/^<!--# \(table\|chart\)/,/^<!--# end/{/^<!--#/!d}' "$filled" >"$work/emptied"
diff "$work/emptied" templates/huge-pages.md
judge "the template's own numbers are these" $?
exit $failed
