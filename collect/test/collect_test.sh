#!/bin/sh
# The collector end to end: tiny runs, and everything that can go wrong with one.
set -u
collect=$(cd "${PAGEWALK_BUILD:-build}" && pwd)/pagewalk-collect
folder=$(mktemp -d)
pool=/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages
pool_lock=/tmp/pagewalk-pool.lock
pool_before=
. .ci/tap.sh
export LC_ALL=C

clean_up() {
    [ -z "$pool_before" ] || echo "$pool_before" >$pool
    rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

# run ARGUMENTS...: the collector with small measurements; leaves $status and $folder/errors.
run() {
    "$collect" --machine m --chunks 4 --loads 2000 --seed 1 "$@" >"$folder/out" 2>"$folder/errors"
    status=$?
}

says() {
    grep -qF -- "$1" "$folder/errors"
}

# ends_well FILE: the last line counts the data rows.
ends_well() {
    awk '/^[^#]/ {rows++} {last = $0} END {exit last != "# end: rows=" rows - 1}' "$1"
}

# whole FILE: every measurement in it has its populate, its link and its 4 chunks, and every row
# its fields.
whole() {
    awk -F, '
        /^#/ {next}
        $1 == "run" {fields = NF; next}
        {rows++; if (NF != fields) bad = "row " NR " has " NF " fields"; count[$5]++}
        $5 < last {bad = "seq goes back in row " NR}
        $5 > last + 1 {bad = "seq jumps in row " NR}
        {last = $5}
        END {
            for (seq in count) if (count[seq] != 6) bad = "measurement " seq " has " count[seq]
            if (!rows) bad = "no rows"
            if (bad) print bad
            exit bad != ""
        }' "$1"
}

# ---- a plain run ----------------------------------------------------------------------

log=$folder/plain.csv
run --side guest --run 'guest, "one"' --pair 3 --rounds 2 --pages base --spans 1M \
    --strides line,16K --workloads chase,streams3 --set backing=plain --set variant=b -o "$log"
check 'a run ends with status 0' test $status -eq 0
check 'nothing is said where standard error is no terminal' test ! -s "$folder/errors"
check 'the last line counts the rows' ends_well "$log"
check 'the first line names the format' test "$(head -n 1 "$log")" = '# pagewalk log: 1'

header=run,side,pair,round,seq,workload,page_kind,page_bytes,line_bytes,span_bytes,stride_bytes
header=$header,phase,chunk,loads,elapsed_ns,clock_adds,clock_before_ns,clock_after_ns,start_ns
header=$header,cpu_before,cpu_after,faults,switches,steal_ns,note
check 'the header has every column' grep -qxF "$header" "$log"

keys=yes
for line in 'machine: m' 'run: guest, "one"' 'side: guest' 'side decided by: --side' 'pair: 3' \
    'factors: backing,variant' 'backing: plain' 'variant: b' 'seed: 1' "kernel: $(uname -r)" \
    "kernel build: $(uname -s) $(uname -m) $(uname -v)"; do
    grep -qxF "# $line" "$log" || keys="no '$line'"
done
for key in hypervisor 'base page' pools libc clocksource memory start options collector; do
    grep -q "^# $key: ." "$log" || keys="no '$key'"
done
check "the preamble tells who and where ($keys)" test "$keys" = yes
taken=yes
names=$(sed -n 's/^# \([a-z_]*\): .*/\1/p' "$log" | grep -vx -e backing -e variant)
for name in $names $(echo $header | tr , ' '); do
    "$collect" --set $name=1 --spans 64K >"$folder/out" 2>"$folder/errors"
    [ $? -eq 2 ] && says "'$name' cannot name a factor: it is a " || taken="not $name"
done
check "what the preamble and the header name cannot be set ($taken)" test "$taken" = yes
check 'a name with comma and quotes is quoted' grep -q '^"guest, ""one""",guest,3,1,1,' "$log"

# 2 workloads x (dense, sparse, twin of 64 lines) x 2 rounds x (populate, link, 4 chunks)
check 'every cell has its rows in every round' test "$(grep -c '^"guest' "$log")" -eq 72
# From here on a plain run name, so that commas separate.
log=$folder/values.csv
run --side guest --run r --rounds 2 --pages base --spans 1M --strides line,16K \
    --workloads chase,streams3 -o "$log"
check 'measurements are whole and numbered one after the other' whole "$log"
check 'each cell is measured once a round' awk -F, '
    /^#/ || $1 == "run" {next}
    $12 == "link" && seen[$4 "," $6 "," $10 "," $11]++ {bad = 1}
    $12 == "link" {n++}
    END {exit bad || n != 12}' "$log"
check 'rounds come one after the other, shuffled differently' awk -F, '
    /^#/ || $1 == "run" {next}
    $4 < last {bad = 1}
    {last = $4}
    $12 == "link" {order[$4] = order[$4] " " $6 "/" $10 "/" $11}
    END {exit bad || order[1] == order[2]}' "$log"
page=$(getconf PAGESIZE)
check 'loads are pages, lines, and whole steps of all streams' awk -F, -v page="$page" '
    /^#/ || $1 == "run" {next}
    $8 != page || $7 != "base" || $9 != 128 {bad = 1}
    $12 == "populate" && $14 != int(($10 + page - 1) / page) {bad = 1}
    $12 == "link" && $14 != $10 / $11 {bad = 1}
    $12 == "loop" && $14 != ($6 == "chase" ? 2000 : 2001) {bad = 1}
    END {exit bad}' "$log"
check 'every chunk has a sane time between sane clock checks' awk -F, '
    /^#/ || $1 == "run" {next}
    $15 <= 0 {bad = 1}
    $12 != "loop" {if ($16 $17 $18 != "") bad = 1; next}
    $16 != 100000 {bad = 1}
    {n++; rate = $16 / $17; if (rate > best) best = rate; if (rate > 10) bad = 1}
    # No core answers a load from its nearest cache in under 0.4 ns; three streams share the wait.
    $15 / $14 < 0.4 / ($6 == "chase" ? 1 : 3) || $15 / $14 > 100000 {bad = 1}
    END {exit bad || n != 48 || best < 0.2}' "$log"
check 'chunks start in order, and say what else happened' awk -F, '
    /^#/ || $1 == "run" {next}
    $19 < last || $20 == "" || $21 == "" || $22 == "" || $23 == "" {bad = 1}
    {last = $19}
    $12 == "populate" && $22 < $14 {bad = 1}
    END {exit bad}' "$log"

# The same seed gives the same order; times differ.
run --side guest --run r --rounds 2 --pages base --spans 1M --strides line,16K \
    --workloads chase,streams3 -o "$folder/again.csv"
grep '^r,' "$log" | cut -d, -f1-14 >"$folder/first"
grep '^r,' "$folder/again.csv" | cut -d, -f1-14 >"$folder/second"
check 'the same seed gives the same plan' cmp -s "$folder/first" "$folder/second"

run --pages base --spans 64K --strides line --rounds 1 --workloads chase
check 'the log goes to standard output by default' ends_well "$folder/out"
(cd "$folder" && run --pages base --spans 64K --strides line --rounds 1 --workloads chase -o -)
check '... and to a dash' ends_well "$folder/out"
check '... which is no file' test ! -e "$folder/-"
side=$(sed -n 's/^# side: //p' "$folder/out")
check 'side and run have defaults' grep -qx "# run: $side-1" "$folder/out"
"$collect" --pages base --spans 64K --strides line --rounds 1 --chunks 1 --loads 10 \
    --workloads chase >"$folder/out" 2>"$folder/errors"
check 'a machine named after the host is remarked on' says '--machine'
check 'a seed from the clock is logged' grep -q '^# seed: [0-9][0-9]*$' "$folder/out"
"$collect" --help >"$folder/out"
"$collect" -h >"$folder/short"
check '-h is --help' cmp -s "$folder/out" "$folder/short"
"$collect" --rounds 0 --bogus --help >"$folder/short" 2>"$folder/errors"
check '--help wins over what is wrong beside it' \
    sh -c "test $? -eq 0 && cmp -s '$folder/out' '$folder/short' && test ! -s '$folder/errors'"
check '--help names every option' sh -c "for option in machine side run pair set workloads pages \
    spans lines strides line rounds chunks loads seed help version; do
        grep -q -- --\$option '$folder/out' || exit 1; done"
check '--version says so' sh -c "'$collect' --version | grep -q '^pagewalk-collect [0-9]'"

# ---- what cannot be -------------------------------------------------------------------

run --pages 3K
check 'a page no kernel knows is a usage error' test $status -eq 2
check '... that names it' says "--pages '3K': no kernel has such a page; this one has "
check '... and where help is' says "Try 'pagewalk-collect --help'."
run --bogus
check 'an unknown option is a usage error' test $status -eq 2
check '... that names it' says "unknown option '--bogus'"
check '... and where help is' says "Try 'pagewalk-collect --help'."
run --spans 24K --strides 16K -o "$folder/never"
check 'a span that does not fit is a usage error' test $status -eq 2
check '... that leaves no file' test ! -e "$folder/never"

run --pages base --spans 64K --strides line --workloads chase -o "$log"
check 'an existing log is refused' test $status -eq 2
check '... with its name' says "$log: there already"
check '... and is left alone' sh -c "grep '^r,' '$log' | cut -d, -f1-14 | cmp -s - '$folder/first'"
: >"$folder/empty"
run --pages base --spans 64K --strides line --workloads chase --rounds 1 -o "$folder/empty"
check 'an empty file is taken' ends_well "$folder/empty"
# However they start, one of eight gets the file; the others say why they do not.
for one in 1 2 3 4 5 6 7 8; do
    (
        "$collect" --machine m --run r$one --pages base --spans 64K --strides line --chunks 4 \
            --loads 2000 --workloads chase --rounds 10 -o "$folder/shared.csv" \
            2>"$folder/errors.$one"
        echo $? >"$folder/status.$one"
    ) &
done
wait
cat "$folder"/errors.? >"$folder/errors"
check 'of runs that begin one log together one gets it' \
    test "$(cat "$folder"/status.? | sort | tr -d '\n')" = 02222222
check '... and the others say so' \
    test "$(grep -c "$folder/shared.csv: \(there already\|another run\)" "$folder/errors")" -eq 7
check '... which is whole' whole "$folder/shared.csv"
check '... and of one run' test "$(grep -c '^# run: ' "$folder/shared.csv")" -eq 1
run --pages base --spans 64K -o "$folder/no/such/folder"
check 'a file that cannot be created is status 2' test $status -eq 2
check '... with its name' says "$folder/no/such/folder: cannot open: "
check '... and no word of help' sh -c "! grep -q Try '$folder/errors'"

run --pages base --spans 64K --strides line --workloads chase --rounds 1 -o /dev/full
check 'a full disk is status 2' test $status -eq 2
check '... with the name of the file' says '/dev/full: cannot write: No space left on device'
# A limit of 16 blocks of 512 bytes lets the log begin, as a disk does that fills up on the way.
(ulimit -f 16 && "$collect" --machine m --side guest --run r --chunks 4 --loads 2000 \
    --pages base --spans 64K --strides line --workloads chase --rounds 100 -o "$folder/short.csv") \
    2>"$folder/errors"
status=$?
check 'a disk that fills up on the way is status 2' test $status -eq 2
check '... with a message' says "$folder/short.csv: cannot write: "
check '... and leaves whole measurements' whole "$folder/short.csv"
(
    "$collect" --machine m --pages base --spans 64K --strides line --chunks 4 --loads 2000 \
        --rounds 1000 --workloads chase 2>"$folder/errors"
    echo $? >"$folder/status"
) | head -n 1 >/dev/null
check 'a closed pipe is status 2' test "$(cat "$folder/status")" -eq 2
check '... with a message' says 'standard output: cannot write: Broken pipe'

run --pages base --spans 1M --strides line --rounds 1 --workloads streams16,chase --lines 8
check 'spans and lines exclude each other' test $status -eq 2
run --pages base --strides line --rounds 1 --workloads streams16 --lines 8
check 'too few lines for the streams are skipped with a reason' \
    grep -q ',skipped,.*16 streams need a line each' "$folder/out"
check '... and standard error counts them' says 'measurements skipped: 1; their rows say why'
check '... in a row of its own, with status 0' \
    sh -c "test $status -eq 0 && grep -qx '# end: rows=1' '$folder/out'"

run --pages base --spans 8K..32K,24K --strides 128,16K --rounds 1 --workloads chase -o "$folder/fit.csv"
check 'spans and strides that do not fit each other are skipped, status 0' test $status -eq 0
check '... a span below one stride' \
    grep -q ',128,8192,16384,skipped,.*,the span of 8K is less than one stride of 16K$' "$folder/fit.csv"
check '... and one between two' \
    grep -q ',128,24576,16384,skipped,.*,the span of 24K is no multiple of the stride of 16K$' "$folder/fit.csv"
check '... with a count' says 'measurements skipped: 2; their rows say why'
check '... and the others are measured' \
    test "$(grep -c ',128,\(8192,128\|24576,128\|16384,16384\|32768,16384\),link,' "$folder/fit.csv")" -eq 4

# ---- pages ----------------------------------------------------------------------------

# The pool is the machine's: one test at a time looks at it or changes it (pages_test.c, too).
(: >>$pool_lock) 2>/dev/null
[ -r $pool_lock ] && exec 9<$pool_lock && flock -w 60 9 ||
    pool=/nonexistent # every test of it is skipped
if [ -e $pool ]; then
    total=$(cat $pool)
    needs=$((total + 8))
    run --pages 2M --strides line --spans $((needs * 2))M --rounds 1 --workloads chase
    check 'a pool that is too small is a skipped row, status 0' test $status -eq 0
    check '... whose reason says what to do' \
        grep -q ",skipped,,,,,,,,,,,,,.*needs $needs.*as root, echo [0-9]* > $pool" "$folder/out"
    check '... and counts' grep -qx '# end: rows=1' "$folder/out"
else
    echo "ok - a pool that is too small is a skipped row # SKIP no pool of 2 MB pages"
fi
if [ -w $pool ]; then
    pool_before=$(cat $pool)
    echo $((pool_before + 4)) >$pool
fi
if [ -e $pool ] && [ "$(cat /sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages)" -ge 4 ]; then
    run --pages all --spans 6M --strides line --rounds 1 --workloads chase -o "$folder/huge.csv"
    check 'a pool is measured, three pages for 6 MB' \
        grep -q ',hugetlb,2097152,128,6291456,128,populate,0,3,' "$folder/huge.csv"
    check '... and --pages all takes it beside the base page' \
        sh -c "grep -q ',hugetlb,2097152,.*,loop,3,' '$folder/huge.csv' &&
            grep -q ',base,$page,.*,loop,3,' '$folder/huge.csv'"
else
    echo "ok - a pool is measured # SKIP no free 2 MB pages, and none can be had"
fi
if [ -n "$pool_before" ]; then
    echo "$pool_before" >$pool
    check 'the pool is as it was' test "$(cat $pool)" = "$pool_before"
    pool_before=
fi
exec 9<&- # the lock is given back
run --pages thp --spans 4M --strides line --rounds 1 --workloads chase
if grep -q ',thp,.*,skipped,' "$folder/out"; then
    check 'transparent huge pages that cannot be had have a reason' \
        grep -q ',skipped,.*transparent huge' "$folder/out"
else
    check 'transparent huge pages are measured' grep -q ',thp,.*,loop,3,' "$folder/out"
fi

# ---- signals --------------------------------------------------------------------------

# begin FILE: a long run in the background, under way when this returns.
begin() {
    "$collect" --machine m --side guest --run r --chunks 4 --loads 2000 --pages base --spans 1M \
        --rounds 100000 -o "$1" 2>"$folder/errors" &
    process=$!
    tries=0
    until [ "$(cat "$1" 2>/dev/null | grep -c ,loop,)" -ge 8 ] || [ $tries -ge 200 ]; do
        tries=$((tries + 1))
        sleep 0.02
    done
}

for signal in TERM HUP; do
    begin "$folder/$signal.csv"
    kill -$signal $process
    wait $process
    status=$?
    number=$(kill -l $signal 2>/dev/null || :)
    [ $signal = TERM ] && number=15 || number=1
    check "SIG$signal ends the run with 128 + $number" test $status -eq $((128 + number))
    check '... says so in the log' grep -qx "# stopped: SIG$signal" "$folder/$signal.csv"
    check '... which counts its rows' ends_well "$folder/$signal.csv"
    check '... and has whole measurements only' whole "$folder/$signal.csv"
done
# Hours of loads in one chunk: a signal does not wait for its end.
timeout --preserve-status -k 5 -s INT 0.3 "$collect" --machine m --chunks 1 --loads 1000000000000 \
    --pages base --spans 1M --strides line --workloads chase -o "$folder/INT.csv" \
    2>"$folder/errors"
check 'SIGINT ends the run with 130, also within a long chunk' test $? -eq 130
check '... says so in the log' grep -qx '# stopped: SIGINT' "$folder/INT.csv"
check '... and forgets the measurement' grep -qx '# end: rows=0' "$folder/INT.csv"

begin "$folder/KILL.csv"
kill -KILL $process
wait $process 2>/dev/null
check 'a killed run leaves whole measurements' whole "$folder/KILL.csv"
check '... and no end' sh -c "! grep -q '^# end' '$folder/KILL.csv'"

exit $failed
