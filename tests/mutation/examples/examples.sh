#!/bin/bash
# The worked examples of a unit's family with another C model of the unit: do they see that it is another one?
#
#   examples.sh UNIT MODEL.so
#
# LW_EXAMPLES  the folder of the programs: the unit tests of each family, linked with the shared library of the models
#
# A mistake that both sides make in the same way passes lockstep. Only what was worked out by hand sees it.
# Exit status 1: some example does, and one line says which; 0: none does; 2: there is none, or it cannot be started.
set -u
unit=$1 model=$2
family=${unit%%.*}
ran=0
for example in "$LW_EXAMPLES/example_$family"*; do
    [[ -x $example ]] || continue
    # Of common, only the unit's own and those of all units: the others do not use it.
    [[ $family != common || $example == *"/example_common_${unit#*.}" || $example == */example_common_numbers ]] ||
        continue
    ran=$((ran + 1))
    timeout 60 env "LD_PRELOAD=$model" "$example" >"$model.out" 2>&1 </dev/null
    status=$?
    [[ $status != 0 ]] || continue
    if [[ $status == 127 ]]; then # not even started
        head -n 1 "$model.out"
        exit 2
    fi
    case=$(grep -m1 -oE 'FAILED +\] +[a-z].*' "$model.out" | sed 's/.*\] *//')
    echo "${example##*/example_}${case:+, $case}"
    exit 1
done
((ran > 0)) && exit 0
echo "examples.sh: no worked examples of $unit in $LW_EXAMPLES"
exit 2
