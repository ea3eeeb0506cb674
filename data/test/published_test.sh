#!/bin/sh
# data/published.csv is well formed: every row has every column, ids are unique, ends of ranges are numbers in order.
set -u
. .ci/tap.sh
file=data/published.csv
[ "$(head -n 1 $file)" = article,id,figure,low,high,unit,what,workload,side,page,span,stride,statistic,text ]
judge "its header" $?
# FPAT of gawk is not everywhere: commas inside quotes are hidden first.
plain=$(awk '{ out = ""; quoted = 0
    for (i = 1; i <= length($0); i++) { c = substr($0, i, 1)
        if (c == "\"") quoted = !quoted
        out = out (c == "," && quoted ? ";" : c) }
    print out }' $file)
echo "$plain" | awk -F, 'NF != 14 { print "line " NR ": " NF " fields"; bad = 1 } END { exit bad }'
judge "fourteen fields in every row" $?
echo "$plain" | awk -F, 'seen[$1 "," $2]++ { print "twice: " $2; bad = 1 } END { exit bad }'
judge "ids are unique" $?
echo "$plain" | awk -F, 'NR > 1 {
    for (i = 4; i <= 5; i++) if ($i != "" && $i !~ /^[0-9]+(\.[0-9]+)?$/) { print $2 ": " $i; bad = 1 }
    if ($4 != "" && $5 != "" && $4 + 0 > $5 + 0) { print $2 ": " $4 " > " $5; bad = 1 } } END { exit bad }'
judge "low and high are numbers in order" $?
echo "$plain" | awk -F, 'NR > 1 && ($3 == "" || $6 == "" || $7 == "" || $14 == "") { print $2; bad = 1 } END { exit bad }'
judge "every row says its figure, unit, what and where" $?
exit "$failed"
