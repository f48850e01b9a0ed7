#!/bin/bash
# The standing list of unusual geometries: C model against RTL, two at a time.
#
#   geometries.sh LOCKWARP LIST.csv sample|all
#
# A row: unit, what differs from the paper's geometry, cycles if others than usual, sample or long, why.
# Models are made on first use, into the cache of XDG_CACHE_HOME.
set -u
program=$1 list=$2 which=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Two seeds of just under 100000 cycles: longer runs must see every event, which is not the question here.
cycles=99999

compare() { # a row's number, unit, parameters, cycles
    local unit=$2 params=() p n=${4:-$cycles} seed
    for p in $3; do params+=(--param "$p"); done
    for seed in 5 6; do
        if ! "$program" cosim -u "$unit" --exact "${params[@]}" -n "$n" --seed $seed --out "$scratch" \
            >"$scratch/$1" 2>&1 || ! grep -q ': PASS$' "$scratch/$1"; then
            echo "FAIL $unit $3, seed $seed"
            cat "$scratch/$1"
            return 1
        fi
    done
    echo "PASS $unit $3"
}
export -f compare
export program scratch cycles

awk -F, -v which="$which" 'NR > 1 && (which == "all" || $4 == which) { print NR; print $1; print $2; print $3 }' \
    "$list" | tr '\n' '\0' | xargs -0 -n 4 -P 2 bash -c 'compare "$@"' _ >"$scratch/out"
status=$?
sort "$scratch/out"
rows=$(grep -c '^PASS' "$scratch/out")
echo "$rows geometries equal"
[[ $status -eq 0 && $rows -gt 0 ]]
