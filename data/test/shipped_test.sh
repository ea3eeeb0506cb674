#!/bin/sh
# data/m6-simulated is what the program writes now. Contents are compared, not compressed bytes, which may
# differ between versions of libzstd.
set -u
program=${PAGEWALK_BUILD:-build}/pagewalk-simulate
shipped=data/m6-simulated
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
. .ci/tap.sh

mkdir "$work/shipped"
for file in "$shipped"/*.csv.zst; do
    zstd -dqc "$file" >"$work/shipped/$(basename "$file" .zst)" || failed=1
done
[ -n "$(ls "$work/shipped")" ] || failed=1
judge "every shipped log decompresses" "$failed"
"$program" --preset m6 --plain -o "$work/written" && diff -rq --exclude=.pagewalk-files "$work/shipped" "$work/written"
judge "the shipped logs are what the program writes" $?
[ "$(cat "$shipped"/*.zst | wc -c)" -lt 2500000 ]
judge "they are small" $?
[ "$(cat "$work"/shipped/*.csv | grep -c '^# caution: simulated data$')" -eq "$(ls "$shipped"/*.zst | wc -l)" ]
judge "every shipped log says that it is simulated" $?
exit "$failed"
