#!/bin/bash
# templates/huge-pages.md, filled from the simulated campaign, states the figures of the published
# article; the numbers that stand in the template are those.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo 'leak:libfontconfig' >"$work/suppressions"
export LSAN_OPTIONS=suppressions=$work/suppressions:print_suppressions=0
failed=0

report() { # NAME STATUS
    if [ "$2" -eq 0 ]; then
        echo "ok - $1"
    else
        echo "not ok - $1"
        failed=1
    fi
}

"$PAGEWALK_BUILD/pagewalk-analyze" data/m6-simulated -o "$work/results" 2>"$work/log"
report "the campaign is analyzed" $?
"$PAGEWALK_BUILD/pagewalk-report" render "$work/results" -o "$work/out" \
    --article templates/huge-pages.md 2>"$work/log"
report "every number of the article is in it" $?
filled=$work/out/huge-pages.md
# Bindings may be wrapped at a space.
tr '\n' ' ' <"$filled" >"$work/line"

states() { # FIGURE EXPRESSION: the filled article has this figure bound to this expression
    grep -qF -- "$1<!--= $2 -->" "$work/line"
    report "$1: $2" $?
}

states 109 "g4 .0"
states 94 "g2 .0"
states 87 "host .0"
states 94 "range(dense(side=guest, page=32M|1G, span=1G).median) .0"
states 15 "g4 - g2 .0"
states 13 "cut(g4, g2) .0"
states 10 "cut(s4, s2) .0"
states "−0.1" "d64(span=1G).median - g4 .1"
states 5 "pct(d1g(span=128M).median, dhost(span=128M).median) .0"
states 9 "pct(d1g(span=1G).median, host) .0"
states 2 "max(big.q3 - big.median, big.median - big.q1) .0"
states 7 "max(dense(span=64M).q3 - dense(span=64M).q1) .0"
states 8 "runs(dense(side=guest))"
states 3 "rounds(dense)"
states 40 "chunks(dense)"
states "21 to 22" "range(dense.n)"
states 6 "runs(sparse(side=guest))"
states 3 "rounds(sparse)"
states "17 to 18" "range(sparse.n)"
states 8 "1G / 16K * 128 / 1M .0"
states "65,536" "1G/16K ,"
states 6.8 "plain .1"
states 6.8 "range(twins(side=guest, page=2M|32M|1G, span=8M).median) .1"
states 7.1 "plain4 .1"
states 512 "1G/2M .0"
states 19.6 "far1g .1"
states 11.3 "fhost .1"
states "14.4 to 15.3" "range(near) .1"
states 51 "100 * nhost / min(near) .0"
states 2.8 "(far1g - plain) / (fhost - plain) .1"
states "8 to 13" "range(cut(d4(span>=256M).median, d2(span>=256M).median)) .0"
states "5 to 9" "range(pct(d1g(span>=128M).median, dhost(span>=128M).median)) .0"
states "2,013" "measurements(cells(stride=128, span>=16M)) ,"
states "1,933" "measurements(cells(stride=16K)) + measurements(cells(stride=128, span<=8M)) ,"
states 14 "dropped(cells())"
states 6.18.35 "meta(kernel, cells(side=guest))"

# Nothing made of simulated logs may be seen without saying so.
captions=$(grep -c '^\*\*.*ns per load' "$filled")
cautions=$(grep -c '^\*\*.*ns per load.*Simulated data\.' "$filled")
[ "$captions" -eq 2 ] && [ "$cautions" -eq 2 ]
report "both tables say simulated" $?
[ "$(grep -c '^!\[.*Simulated data\.\](charts/.*\.png)$' "$filled")" -eq 2 ]
report "both charts say simulated" $?

# Between the markers of blocks the template is empty; all else is what render writes.
sed '/^<!--# \(table\|chart\)/,/^<!--# end/{/^<!--#/!d}' "$filled" >"$work/emptied"
diff "$work/emptied" templates/huge-pages.md
report "the template's own numbers are these" $?
exit $failed
