#!/bin/bash
# A unit at the paper's geometry, or with other parameters, on Nangate 45 nm meets the clock of its preset, with
# the storage of its contract.
#
#   goal_clock.sh LOCKWARP ROOT UNIT PERIOD_NS MHZ BITS TRIALS [NAME=VALUE...]
#
# asks for PERIOD_NS, with so many sizing steps, and expects MHZ.
#
# The library is no part of the project: skipped where it is not found (LW_PDK, or ../shared/pdk).
set -u
lockwarp=$1 root=$2 unit=$3 period=$4 wanted=$5 bits=$6 trials=$7
shift 7
params=()
for pair in "$@"; do params+=(--param "$pair"); done
export LW_PDK=${LW_PDK:-$root/../shared/pdk}
for tool in yosys sta; do
    command -v $tool >/dev/null || { echo "skipped: $tool not found"; exit 77; }
done
[[ -e $LW_PDK/nangate45_typ.lib.gz ]] || { echo "skipped: no nangate45_typ.lib.gz in $LW_PDK"; exit 77; }
row=$(mktemp)
trap 'rm -f "$row"' EXIT
"$lockwarp" synth -u "$unit" --exact "${params[@]}" --liberty nangate45 --period-ns "$period" --trials "$trials" --json "$row" || exit 1
number() { sed -n "s/.*\"$1\":[[:space:]]*\([0-9]*\).*/\1/p" "$row" | head -n 1; }
mhz=$(number fmax_mhz)
[[ $(number storage_bits) = "$bits" ]] || { echo "FAIL: $unit has $(number storage_bits) bits, expected $bits"; exit 1; }
[[ -n $mhz && $mhz -ge $wanted ]] || { echo "FAIL: $unit at ${mhz:-no} MHz, expected $wanted"; exit 1; }
echo "$unit: $mhz MHz"
