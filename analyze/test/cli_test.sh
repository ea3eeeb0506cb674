#!/bin/sh
# What a script sees of pagewalk-analyze: exit status, messages, files written whole or not at all.
set -u
analyze=$PAGEWALK_BUILD/pagewalk-analyze
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir" 2>/dev/null; rm -rf "$dir"' EXIT
. .ci/tap.sh

run() { # run ARGUMENTS...: sets status, leaves output in $dir/out and $dir/err
    "$analyze" "$@" >"$dir/out" 2>"$dir/err"
    status=$?
}
says() { grep -qF -- "$1" "$dir/err"; }
fails_with() { # fails_with STATUS MESSAGE
    [ "$status" -eq "$1" ] && says "$2"
}

# A small log: LOG RUN SIDE PAGE VALUE, three measurements of four chunks.
log() {
    printf '# pagewalk log: 1\n# machine: box\n# run: %s\n# side: %s\n' "$1" "$2"
    echo 'run,side,seq,workload,page_kind,page_bytes,span_bytes,stride_bytes,chunk,loads,elapsed_ns'
    for seq in 1 2 3; do
        for chunk in 0 1 2 3; do
            echo "$1,$2,$seq,chase,base,$3,1073741824,128,$chunk,1000,$(($4 + seq * 100 + chunk))"
        done
    done
    echo '# end: rows=12'
}
mkdir "$dir/logs"
log g-1 guest 4096 109000 >"$dir/logs/g-1.csv"
log h-1 host 16384 87000 >"$dir/logs/h-1.csv"

run "$dir/logs" -o "$dir/results"
check "a directory of logs" [ "$status" -eq 0 ]
check "nothing on standard output, nothing on standard error" [ ! -s "$dir/out" -a ! -s "$dir/err" ]
for file in measurements cells deltas accounting problems runs tiers; do
    check "$file.csv is there" [ -s "$dir/results/$file.csv" ]
done
check "the guest's median" grep -q '^box,guest,chase,base,4096,128,1073741824,128,loop,3,0,109\.1015,' "$dir/results/cells.csv"
check "guest against host" grep -q '^guest-host,.*,host,base,16384,1073741824,128,,22,' "$dir/results/deltas.csv"

check "--margin is 2% by default" grep -q '"equivalence_margin_percent": 2,' "$dir/results/results.json"
check "--effect is 2% by default" grep -q '"effect_percent": 2,' "$dir/results/results.json"
check "... and so says --help" [ "$("$analyze" --help | grep -c '^ *--\(margin\|effect\) .*(default 2)$')" -eq 2 ]

cp -r "$dir/results" "$dir/first"
run "$dir/logs/h-1.csv" "$dir/logs/g-1.csv" -o "$dir/results"
check "an earlier results folder is replaced" [ "$status" -eq 0 ]
check "the same bytes from files in another order" diff -r "$dir/first" "$dir/results"
check "no work folder is left" [ -z "$(find "$dir" -name '.*results*')" ]
(cd "$dir" && LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo HOME=/nowhere "$analyze" logs -o other) 2>/dev/null
check "the same bytes from another place, locale and time zone" diff -r "$dir/first" "$dir/other"

# Two pairs, the guest always first, and runs that differ by a tenth.
mkdir "$dir/pairs"
for pair in 1 2; do
    log g-$pair guest 4096 $((100000 + 10000 * pair)) | sed "s/^# side/# start: 2026-12-01T0$pair:00:00Z\n# side/; s/seq,/seq,pair,/; s/^\(.-.,[a-z]*,.\),/\1,$pair,/" >"$dir/pairs/g-$pair.csv"
    log h-$pair host 16384 87000 | sed "s/^# side/# start: 2026-12-01T0$pair:30:00Z\n# side/; s/seq,/seq,pair,/; s/^\(.-.,[a-z]*,.\),/\1,$pair,/" >"$dir/pairs/h-$pair.csv"
done
run "$dir/pairs" -o "$dir/diagnosed" --diagnostics
check "diagnostics" [ "$status" -eq 0 -a -s "$dir/diagnosed/diagnostics.csv" ]
check "with a warning" grep -q '^box,,pair-order,,1,,warning,"guest always first, in 2 of 2 pairs' "$dir/diagnosed/diagnostics.csv"
check "are counted on standard error" says "1 warning in $dir/diagnosed/diagnostics.csv: figures that an article would print as something else"

caution() { # FILE TEXT: every row ends with it
    grep -q ',caution$' "$1" && [ "$(grep -vc ",$2\$" "$1")" -eq 1 ] && [ "$(wc -l <"$1")" -gt 1 ]
}
mkdir "$dir/cautioned"
for caution in '1 simulated' '2 made up' '3 simulated'; do
    run=g-${caution%% *}
    log $run guest 4096 109000 | sed "2s/^/# caution: ${caution#* }\n/; \$d" >"$dir/cautioned/$run.csv"
done
run "$dir/cautioned" -o "$dir/results.cautioned"
for file in accounting problems; do
    check "$file.csv says what the logs caution against" \
        caution "$dir/results.cautioned/$file.csv" 'made up; simulated'
done
sed -i '/caution/d' "$dir"/cautioned/*.csv
run "$dir/cautioned" -o "$dir/results.cautioned"
check "and nothing where they do not" caution "$dir/results.cautioned/problems.csv" ''

mkdir "$dir/mine"
echo precious >"$dir/mine/thesis.tex"
run "$dir/logs" -o "$dir/mine"
check "somebody's folder is left alone" fails_with 2 "is neither empty nor an earlier output"
check "and its files with it" [ "$(cat "$dir/mine/thesis.tex")" = precious ]

echo precious >"$dir/results/notes.txt"
run "$dir/logs" -o "$dir/results"
check "a foreign file in an earlier output is never eaten" fails_with 2 "holds notes.txt, which no earlier output left there"
check "it is still there" [ "$(cat "$dir/results/notes.txt")" = precious ]
rm "$dir/results/notes.txt"
mkdir "$dir/theirs"
echo '{}' >"$dir/theirs/results.json"
run "$dir/logs" -o "$dir/theirs"
check "a results.json alone makes nobody's folder ours" fails_with 2 "holds results.json, which no earlier output left there"
ln -s results "$dir/link"
run "$dir/logs" -o "$dir/link"
check "a link to a results folder is followed" [ "$status" -eq 0 -a -L "$dir/link" ]
rm "$dir/link"
ln -s nowhere "$dir/link"
run "$dir/logs" -o "$dir/link"
check "a link to nowhere is refused" fails_with 2 "cannot be used as output directory"
rm "$dir/link"

run "$dir/logs" -o "$dir/results/new"
check "no folder inside an earlier output" fails_with 2 "$dir/results/new: lies inside $dir/results, an earlier output"
run "$dir/logs" -o "$dir/results/a/b/"
check "nor deeper inside" fails_with 2 "lies inside $dir/results, an earlier output"
(cd "$dir/results" && "$analyze" ../logs -o new) 2>"$dir/err"
status=$?
check "nor by a relative path" fails_with 2 "lies inside $dir/results, an earlier output"
check "which is still there, and whole" diff -r "$dir/first" "$dir/results"
run "$dir/logs" -o "$dir/theirs/new"
check "a folder that no program of ours wrote may hold one" [ "$status" -eq 0 ]

stale=$dir/.results.pagewalk-work-AbCdEf
mkdir "$stale" "$dir/.results.backup"
run "$dir/logs" -o "$dir/results"
check "what a killed program left is removed" [ ! -e "$stale" -a -e "$dir/.results.backup" ]
rmdir "$dir/.results.backup"
mkdir "$stale"
flock "$stale" "$analyze" "$dir/logs" -o "$dir/results"
check "but not what another one still writes" [ -e "$stale" ]
rmdir "$stale"

run "$dir/logs"
check "no -o" fails_with 2 "no output folder"
run -o "$dir/x"
check "no logs" fails_with 2 "no logs named"
run "$dir/nowhere" -o "$dir/x"
check "logs that are not there" fails_with 2 "$dir/nowhere: cannot open"
run "$dir/logs" -o "$dir/x" --fats-clock 3
check "an unknown option is named" fails_with 2 "unknown option --fats-clock"
for option in --min-clean --fast-clock --margin --effect; do
    run "$dir/logs" -o "$dir/x" $option 2 $option 3
    check "one $option is all there can be" fails_with 2 "$option is given twice: 2 and 3"
done
run "$dir/logs" -o "$dir/x" --output="$dir/y"
check "and one output folder" fails_with 2 "-o is given twice: $dir/x and $dir/y"
check "not the last of two" [ ! -e "$dir/y" ]
run --bogus
check "a usage error says where help is" says "Try 'pagewalk-analyze --help'."
run "$dir/nowhere" -o "$dir/x"
check "... and no other error does" [ "$(grep -c Try "$dir/err")" -eq 0 ]
run "$dir/logs" -o "$dir/x" --min-clean 0
check "--min-clean 0" fails_with 2 "--min-clean 0: wants a whole number from 1"
run "$dir/logs" -o "$dir/x" --fast-clock fast
check "--fast-clock fast" fails_with 2 "--fast-clock fast: wants a number above 0"
run "$dir/logs" -o "$dir/x" --factor nosuch
check "--factor that no log has" fails_with 2 "nosuch"
factors=$(seq -f '--factor f%g' 64)
run "$dir/logs" -o "$dir/x" $factors --factor f64
check "64 factors are looked for in the logs" fails_with 2 "--factor f1: no log has a column"
run "$dir/logs" -o "$dir/x" $factors --factor f65
check "one more is too many" fails_with 2 "--factor f65: more than 64 declared factors"
run "$dir/logs" -o "$dir/x" --contrast backing
check "--contrast without level" fails_with 2 "wants FACTOR=LEVEL"
run "$dir/results" -o "$dir/x"
check "a results folder is no log" [ "$status" -eq 2 ]
check "nothing was written by any of these" [ ! -e "$dir/x" ]

cp "$dir/logs/g-1.csv" "$dir/logs/again.csv"
run "$dir/logs" -o "$dir/x"
check "the same measurement twice names both places" fails_with 2 "g-1.csv:6: measurement twice"
check "the first place too" says "again.csv:6"
rm "$dir/logs/again.csv"

echo 'g-1,guest,4,chase,base,4096,1073741824,128,0,lots,5' >"$dir/bad"
sed "\$r $dir/bad" "$dir/logs/g-1.csv" >"$dir/g-bad.csv"
sed -i 's/# end: rows=12//' "$dir/g-bad.csv"
run "$dir/g-bad.csv" -o "$dir/bad-results"
check "a bad row costs only itself" [ "$status" -eq 0 ]
check "and is named with its line" says "g-bad.csv:19: loads is not a number"
run "$dir/g-bad.csv" -o "$dir/bad-results" --strict
check "--strict makes it status 1, with results written" [ "$status" -eq 1 -a -s "$dir/bad-results/cells.csv" ]
run "$dir/logs" -o "$dir/results" --strict
check "--strict is content with whole logs" [ "$status" -eq 0 ]

strange=$(printf 'gu\377est.csv')
log g-9 guest 4096 109000 >"$dir/$strange"
run "$dir/$strange" -o "$dir/strange"
check "a file name that is no UTF-8" [ "$status" -eq 0 ]
check "is written in its escapes" grep -qF 'gu\xffest.csv' "$dir/strange/measurements.csv"

run --help
check "--help" [ "$status" -eq 0 -a -s "$dir/out" ]
run --version
check "--version" grep -q '^pagewalk-analyze [0-9]' "$dir/out"

if [ -w /dev/full ] && [ "$(id -u)" -eq 0 ] && mkdir "$dir/small" &&
    mount -t tmpfs -o size=16k tmpfs "$dir/small" 2>/dev/null; then
    run "$dir/logs" -o "$dir/small/results"
    check "a full disk" fails_with 2 "No space left on device"
    check "leaves nothing behind" [ -z "$(ls -A "$dir/small")" ]
    umount "$dir/small"
else
    echo "ok - a full disk # SKIP needs root"
fi
exit $failed
