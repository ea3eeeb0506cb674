#!/bin/bash
# The built-in report over small results of every shape: one phase alone, declared factors, a single
# cell, nothing but drops, levels that make the same file name, more factors than fit.
set -u
program=$PAGEWALK_BUILD/pagewalk-report
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. .ci/tap.sh

factors=machine,side,workload,page_kind,page_bytes,line_bytes,span_bytes,stride_bytes,phase
against=base_side,base_page_kind,base_page_bytes,base_span_bytes,base_stride_bytes,base_level
numbers=delta_ns,percent,ratio,paired_ns,ci_low_ns,ci_high_ns,paired_percent,percent_ci_low,percent_ci_high

# results DIR DECLARED: standard input has a line for each cell, its factors and then n, dropped and
# median. DECLARED is ",NAME..." or nothing. Writes results with these cells and no deltas.
results() {
    mkdir -p "$work/$1"
    awk -F, -v OFS=, -v dir="$work/$1" -v factors="$factors$2" '
        BEGIN {
            count = split(factors, names, ",")
            rest = substr(factors, length("machine,") + 1)
            print factors, "n,dropped,min_ns,q1_ns,median_ns,q3_ns,max_ns" >(dir "/cells.csv")
            print "machine,run,pair,round,seq", rest, "chunks,clean_chunks,ns_per_load,outcome",
                "reason,file,first_line,last_line" >(dir "/measurements.csv")
            print "machine,run,side,pair,file" >(dir "/runs.csv")
        }
        {
            levels = $2
            for (i = 3; i <= count; i++)
                levels = levels OFS $i
            n = $(count + 1); dropped = $(count + 2); median = $(count + 3)
            five = n ? median OFS median OFS median OFS median OFS median : ",,,,"
            print $1, levels, n, dropped, five >(dir "/cells.csv")
            if (!($2 in runs))
                print $1, $2 "-1", $2, 1, $2 "-1.csv" >(dir "/runs.csv")
            runs[$2] = 1
            for (i = 0; i < n + dropped; i++) {
                outcome = i < n ? median ",used," : ",dropped,too few clean chunks"
                print $1, $2 "-1", 1, 1, ++seq, levels, 40, 40, outcome, "a.csv", 1,
                    2 >(dir "/measurements.csv")
            }
        }' || return 1
    echo "kind,$factors$2,$against,$numbers,pairs,ci_coverage,note" >"$work/$1/deltas.csv"
    printf 'level,outcome,reason,count\nfile,used,,1\n' >"$work/$1/accounting.csv"
    echo file,line,reason,text >"$work/$1/problems.csv"
}

rendered() { # DIR: the built-in report is made and has no gap
    "$program" render "$work/$1" -o "$work/$1.out" --formats md >"$work/said" 2>&1
    local status=$?
    cat "$work/said"
    [ "$status" -eq 0 ] && ! grep -n 'n/a' "$work/$1.out/report.md"
}

tables() { # DIR NAME...: these tables were written and no others, besides the plain listings
    local dir=$1
    shift
    diff <(cd "$work/$dir.out/tables" && ls | grep -v -e '^accounting' -e '^runs') \
        <(for name in "$@"; do echo "$name.md"; done | sort)
}

shows() { # DIR LINE: the report has this very line
    grep -qxF -- "$2" "$work/$1.out/report.md" || { cat "$work/$1.out/report.md"; return 1; }
}

results whole "" <<'END'
m,guest,touch-rand,base,4096,64,67108864,4096,whole,3,0,61
m,guest,touch-rand,hugetlb,2097152,64,67108864,4096,whole,3,0,48.5
END
echo "page-size,m,guest,touch-rand,hugetlb,2097152,64,67108864,4096,whole,guest,base,4096,67108864,4096,,-12.5,-20.5,0.795,-12.5,,,-20.5,,,1,0," \
    >>"$work/whole/deltas.csv"
check "only whole programs: a report" rendered whole
check "... with these tables" tables whole whole page-size-whole
check "... and no latency" shows whole 'Latency: not measured in these logs.'
check "... nor a chart of it" shows whole 'Not measured in these logs.'
check "... but what the page size changes" shows whole '| 64 MB | −20.5 |'

results populate "" <<'END'
m,host,chase,base,16384,128,67108864,128,populate,3,0,410
m,host,chase,base,16384,128,134217728,128,populate,3,0,415
END
check "only first touches: a report" rendered populate
check "... with this table" tables populate populate
check "... per page" bash -c "grep -q '^\*\*First touch.*ns per page' '$work/populate.out/report.md'"

results phases "" <<'END'
m,guest,warm,thp,2097152,128,1073741824,2097152,back,1,0,52000
m,guest,chase,base,4096,128,67108864,128,unmap,3,0,33
END
check "only memory brought and given back: a report" rendered phases
check "... with these tables" tables phases back unmap

results factors ,backing,kernel <<'END'
m,guest,chase,base,4096,128,67108864,128,loop,plain,6.1,5,0,60
m,guest,chase,base,4096,128,67108864,128,loop,thp,6.1,3,0,54
m,guest,chase,base,4096,128,67108864,128,loop,huge,6.1,3,0,51
m,guest,chase,base,4096,128,67108864,128,loop,plain,6.6,3,0,57
END
delta() { # LEVELS BASE NS PERCENT RATIO
    echo "factor,m,guest,chase,base,4096,128,67108864,128,loop,$1,guest,base,4096,67108864,128,$2,$3,$4,$5,$3,,,$4,,,1,0,"
}
{
    delta huge,6.1 backing=plain -9 -15 0.85
    delta plain,6.6 kernel=6.1 -3 -5 0.95
    delta thp,6.1 backing=plain -6 -10 0.9
} >>"$work/factors/deltas.csv"
check "declared factors: a report" rendered factors
check "... with these tables" tables factors latency-huge-6.1 latency-plain-6.1 latency-plain-6.6 \
    latency-thp-6.1 factor-huge-6.1 factor-plain-6.6 factor-thp-6.1 factor-paired-huge-6.1 \
    factor-paired-plain-6.6 factor-paired-thp-6.1
titles() {
    diff <(grep -o '^\*\*Factor: [^*]*\*\*' "$work/factors.out/report.md") - <<'END'
**Factor: chase, dense, guest, kernel 6.1, backing huge, against backing=plain.**
**Factor: chase, dense, guest, backing plain, kernel 6.6, against kernel=6.1.**
**Factor: chase, dense, guest, kernel 6.1, backing thp, against backing=plain.**
END
}
check "... whose titles say what is compared" titles
counts_both() { [ "$(grep -c '^\*\*Factor: .* n 3 to 5; ' "$work/factors.out/report.md")" -eq 3 ]; }
check "... and which count the cell of the base level" counts_both

results interaction "" <<'END'
m,guest,chase,base,4096,128,67108864,128,loop,3,0,60
m,guest,chase,hugetlb,2097152,128,67108864,128,loop,3,0,50
m,host,chase,base,4096,128,67108864,128,loop,3,0,40
m,host,chase,hugetlb,2097152,128,67108864,128,loop,3,0,36
END
echo "interaction,m,guest,chase,hugetlb,2097152,128,67108864,128,loop,host,hugetlb,2097152,67108864,128,,-6,-7.4,0.926,-6.5,-9,-4,-8,-11,-5,6,0.96875," \
    >>"$work/interaction/deltas.csv"
check "interaction: a report" rendered interaction
check "... with these tables" tables interaction latency interaction interaction-paired
check "... and the interval" shows interaction '| 64 MB | −6.5 (−9.0 to −4.0) |'

results one "" <<'END'
m,guest,chase,base,4096,128,67108864,128,loop,1,0,60
END
check "a single cell: a report" rendered one
check "... with this table" tables one latency
check "... and chart" "$program" render "$work/one" -o "$work/one.png" --formats png
check "... that is there" test -s "$work/one.png/charts/latency.png"

results dropped "" <<'END'
m,guest,chase,base,4096,128,67108864,128,loop,0,3,0
m,guest,chase,hugetlb,2097152,128,67108864,128,loop,0,1,0
END
check "everything dropped: a report" rendered dropped
check "... that says why below the table" \
    shows dropped '<sup>a</sup> All 3 measurements dropped: too few clean chunks.'
check "... of each cell" \
    shows dropped '<sup>b</sup> The only measurement was dropped: too few clean chunks.'
check "... and in place of the chart" shows dropped \
    'Chart of chase, dense, guest: no measurement was kept. 4 of 4 measurements dropped: too few clean chunks.'

results names ,town <<'END'
m,guest,chase,base,4096,128,67108864,128,loop,Plain,1,0,60
m,guest,chase,base,4096,128,67108864,128,loop,a b,1,0,61
m,guest,chase,base,4096,128,67108864,128,loop,a_b,1,0,62
m,guest,chase,base,4096,128,67108864,128,loop,a_b-2,1,0,63
m,guest,chase,base,4096,128,67108864,128,loop,größe,1,0,64
m,guest,chase,base,4096,128,67108864,128,loop,grüße,1,0,65
m,guest,chase,base,4096,128,67108864,128,loop,plain,1,0,66
END
check "levels of one file name: a report" rendered names
check "... with numbered tables" tables names latency-Plain latency-a_b latency-a_b-2 latency-a_b-2-2 \
    latency-gr____e latency-gr____e-2 latency-plain-2
holds() { grep -q "^| 64 MB *| *$2 |" "$work/names.out/tables/$1.md"; }
check "... in the order of the levels" holds latency-a_b 61.0
check "... each with its own" holds latency-plain-2 66.0
check "... and charts" bash -c "
    '$program' render '$work/names' -o '$work/names.png' --formats png &&
    [ \$(ls '$work/names.png/charts' | wc -l) -eq 7 ]"

# a campaign with a caution, as the analyzer writes it into the files that name no machine
results cautioned "" <<'END'
m,guest,chase,base,4096,128,67108864,128,loop,1,0,65
END
sed -i '1s/$/,caution/; 2,$s/$/,simulated data/' "$work"/cautioned/{runs,accounting}.csv
printf 'file,line,reason,text,caution\na.csv,3,no value for run,x,simulated data\n' \
    >"$work/cautioned/problems.csv"
check "a caution: a report" rendered cautioned
once() {
    "$program" render "$work/cautioned" -o "$work/cautioned.csv" --formats csv || return 1
    for table in "$work"/cautioned.csv/tables/*.csv; do
        echo "$table"
        [ "$(head -n 1 "$table" | tr , '\n' | grep -cx caution)" -eq 1 ] || return 1
    done
}
check "... has it once in every table" once
sed -i 's/simulated data$//' "$work"/cautioned/{runs,accounting,problems}.csv
check "no caution: a report" rendered cautioned
check "... has no column for it" bash -c "! grep -qi caution '$work'/cautioned.out/tables/{accounting,problems,runs}.md"

# sixty declared factors, of which the 58th varies
many=$(seq 60 | sed 's/^/,f/' | tr -d '\n')
zeros=$(seq 57 | sed 's/.*/,0/' | tr -d '\n')
for level in a b; do
    echo "m,guest,chase,base,4096,128,67108864,128,loop$zeros,$level,0,0,1,0,60"
done | results many "$many"
check "sixty factors: a report" rendered many
check "... split by the one that varies" tables many latency-a latency-b

# thirteen declared factors that all vary
some=$(seq 13 | sed 's/^/,f/' | tr -d '\n')
for level in 0 1; do
    echo "m,guest,chase,base,4096,128,67108864,128,loop$(seq 13 | sed "s/.*/,$level/" | tr -d '\n'),1,0,60"
done | results some "$some"
too_many() {
    "$program" render "$work/some" -o "$work/some.out" 2>"$work/said"
    [ $? -eq 2 ] && diff "$work/said" - <<'END'
report.md:14:13: table latency: more than 12 factors vary; select levels of some, or put them on a side
END
}
check "more factors than can be split: an error" too_many
exit $failed
