#!/bin/bash
# Lockstep runs with Verilator's counters: every unit at its small geometry, and the parameters of MORE
# (UNIT:NAME=VALUE) for branches that the small geometry does not have. Then each point of rtl/ that was not
# reached must be explained in gaps.csv. With LW_LONG the units whose inputs reach some points rarely run ten times as long.
#
#   gaps.sh LOCKWARP SOURCE FOLDER MORE...      FOLDER/models has the models; FOLDER/summary: one line
set -euo pipefail
lockwarp=$1 source=$2 folder=$3
shift 3
form=${LW_LONG:+long}
form=${form:-short}
counters=$folder/counters-$form
rm -rf "$counters"
mkdir -p "$counters"
export LW_RTL_COVERAGE=$counters LW_MODELS=$folder/models

runs() {
    local one
    "$lockwarp" cosim -u all --geometry small -n 200000
    for one in "$@"; do
        "$lockwarp" cosim -u "${one%%:*}" --exact --geometry small --param "${one#*:}" -n 200000
    done
    [ $form = long ] || return 0
    for one in las.cta las.sched apres apcm mrpb apcm.tags; do
        "$lockwarp" cosim -u $one --exact --geometry small -n 2000000 --seed 2
    done
}
runs "$@" >"$counters/log" 2>&1 || { cat "$counters/log"; exit 1; }
python3 "$source/tests/cosim/coverage/gaps.py" "$counters" "$source/tests/cosim/coverage/gaps.csv" $form |
    tee "$folder/summary"
