#!/bin/sh
# The command line of pagewalk-simulate: options, statuses, folders, and the same seed the same bytes.
set -u
program=${PAGEWALK_BUILD:-build}/pagewalk-simulate
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
. .ci/tap.sh

# refuses WHAT PART ARGUMENT...: exit status 2, a message that has PART, nothing on standard output.
refuses() {
    what=$1 part=$2
    shift 2
    "$program" "$@" >"$work/out" 2>"$work/err"
    status=$?
    [ "$status" -eq 2 ] && [ ! -s "$work/out" ] && grep -qF -e "$part" "$work/err"
    judge "$what" $?
}

"$program" --help >"$work/out" && grep -q '^usage: pagewalk-simulate' "$work/out" && grep -q ' m6 ' "$work/out"
judge "--help names the presets" $?
"$program" --version | grep -q '^pagewalk-simulate [0-9]'
judge "--version" $?

refuses "no preset" "--preset is missing" -o "$work/a"
refuses "unknown preset" 'no preset is called "m7"' --preset m7 -o "$work/a"
refuses "no folder" "-o DIR is missing" --preset m6
refuses "seed that is no number" '"1.5" is not a whole number' --preset m6 --seed 1.5 -o "$work/a"
refuses "seed below zero" '"-1" is not a whole number' --preset m6 --seed -1 -o "$work/a"
refuses "unknown option" "unknown option --sed" --preset m6 --sed 1 -o "$work/a"
refuses "option without value" "--seed needs a value" --preset m6 -o "$work/a" --seed
refuses "surplus argument" '"more" is not an option' --preset m6 -o "$work/a" more
[ ! -e "$work/a" ]
judge "a usage error writes nothing" $?

mkdir "$work/full" && echo mine >"$work/full/.keep"
refuses "a folder that is not empty" "is not empty" --preset m6 --plain -o "$work/full"
[ "$(ls -A "$work/full")" = .keep ]
judge "it is left alone" $?
refuses "a file as folder" "cannot be used as log directory" --preset m6 --plain -o "$work/full/.keep"

mkdir "$work/empty"
"$program" --preset m6 --plain --seed 5 -o "$work/empty" 2>"$work/err" && [ ! -s "$work/err" ]
judge "an empty folder is filled" $?
[ "$(ls "$work/empty" | wc -l)" -eq 28 ]
judge "one file a run: 28" $?
"$program" --preset m6 --plain --seed 5 -o "$work/again/below" && diff -r "$work/empty" "$work/again/below" >/dev/null
judge "the same seed, the same bytes" $?
"$program" --preset m6 --plain --seed 6 -o "$work/other" &&
    ! cmp -s "$work/empty/host-1.csv" "$work/other/host-1.csv"
judge "another seed, other bytes" $?

missing=0
for file in "$work"/empty/*.csv; do
    grep -q '^# caution: simulated data$' "$file" && grep -q '^# machine: m6-simulated$' "$file" || missing=1
done
judge "every log says that it is simulated" "$missing"
[ "$(grep -h '^# boot_id:' "$work"/empty/*guest*.csv | sort -u | wc -l)" -eq 14 ] &&
    [ "$(grep -h '^# boot_id:' "$work"/empty/*host*.csv | sort -u | wc -l)" -eq 2 ]
judge "every guest has its own boot, the host one a set" $?
[ "$(cat "$work"/empty/*.csv | grep -c '^# start')" -eq 0 ]
judge "no start time" $?

if [ -w /dev/full ]; then
    "$program" --help >/dev/full 2>/dev/null
    [ $? -eq 2 ]
    judge "help that cannot be written is an error" $?
fi
exit "$failed"
