#!/bin/bash
# Faults that show only deep in a run, each found by cosim as it runs by default.
#
#   deep.sh LOCKWARP FOLDER SEEDS     FOLDER: faults.txt and models/NAME of CMakeLists.txt; seeds 1 to SEEDS
set -u
lockwarp=$1 folder=$2 seeds=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
missed=0 found=0
while read -r unit geometry name; do
    for ((seed = 1; seed <= seeds; seed++)); do
        LW_MODELS=$folder/models/$name "$lockwarp" cosim -u "$unit" --exact --geometry "$geometry" --seed $seed \
            --no-shrink >out 2>err
        status=$?
        if [[ $status -eq 1 ]] && grep -q 'model and RTL differ' out; then
            found=$((found + 1))
        else
            missed=$((missed + 1))
            echo "FAIL $unit, $geometry, $name, seed $seed: not found (exit $status)"
            tail -n 3 out err
        fi
    done
done <"$folder/faults.txt"
echo "$found found, $missed missed"
[[ $missed -eq 0 && $found -gt 0 ]]
