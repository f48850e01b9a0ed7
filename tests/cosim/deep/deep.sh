#!/bin/bash
# Faults that show only deep in a run, each found by cosim as it runs by default, or by single steps.
#
#   deep.sh LOCKWARP FOLDER SEEDS [STEPS]    FOLDER: faults.txt and models/NAME of CMakeLists.txt; seeds 1 to SEEDS
#
# With STEPS, so many single steps take the place of the run. They do not find a fault that wakes by a register
# of its own, which no field list has: a state that is put into the model leaves such a register as it is. Nor do
# they find one that wants six inputs at their ends at once and no certain state (taghash_corner).
set -u
lockwarp=$1 folder=$2 seeds=$3 steps=${4:-}
not_by_steps=" cam_sleep fifo_wakes fifo_sleep taghash_corner psb_wakes wgt_wakes ages_wakes "
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
missed=0 found=0
form=()
[[ -n $steps ]] && form=(--one-step "$steps") || form=(--no-shrink)
while read -r unit geometry name; do
    [[ -n $steps && $not_by_steps == *" $name "* ]] && continue
    for ((seed = 1; seed <= seeds; seed++)); do
        LW_MODELS=$folder/models/$name "$lockwarp" cosim -u "$unit" --exact --geometry "$geometry" --seed $seed \
            "${form[@]}" >out 2>err
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
