#!/bin/bash
# What a policy's unit adds to the energy of a run (app/stats/energy_unit.c), measured on its own
# netlist at the activity of recorded kernels:
#
#   tests/bench/unit_energy.sh POLICY UNIT COUNTER PERIOD_NS CONFIG WORKLOAD...
#   tests/bench/unit_energy.sh apcm apcm requests 1.4286 apcm-fermi kmeans bfs word_count mars_mm stencil mri_gridding
#
# Each workload runs at tiny scale on one SM with the RTL in it. The inputs that the unit saw are
# replayed for the toggle counts of its inputs and state, and its netlist in Nangate 45 nm, memories in
# flops, is asked for its power at these and at none. Without toggles the clock of the flops
# remains; what is above it is divided by the events that COUNTER, a counter of the policy, has counted.
#
# CSV, a row per workload: powers in W, dynamic_w at the workload's toggles and clock_w at none. The tables
# apcm-unit-energy and apres-unit-energy of `lockwarp report FILE --table` have the energies; docs/results/unit-energy.csv has
# the rows that were recorded.
set -euo pipefail
[ $# -ge 6 ] || { sed -n '2,16s/^# \{0,1\}//p' "$0" >&2; exit 2; }
policy=$1 unit=$2 counter=$3 period=$4 config=$5
shift 5
lockwarp=${LOCKWARP:-build/lockwarp}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# number FILE KEY [OBJECT]: the first such number, behind the object's beginning
number() {
    awk -v key="\"$2\":" -v object="\"${3:-}\":" \
        'object == "\"\":" || $1 == object { on = 1 } on && $1 == key { sub(/,$/, "", $2); print $2; exit }' "$1"
}

# power OPTION...: dynamic and leakage power in W
power() {
    "$lockwarp" synth -u "$unit" --exact --liberty nangate45 --period-ns "$period" --json "$dir/synth.json" "$@" >/dev/null
    echo "$(number "$dir/synth.json" dynamic_w) $(number "$dir/synth.json" leakage_w)"
}

read -r clock leak < <(power --toggle 0)
echo unit,counter,workload,period_ns,cycles,events,dynamic_w,clock_w,leakage_w
for w in "$@"; do
    "$lockwarp" run -w "$w" -c "$config" -p "$policy" -e rtl --scale tiny --set n_sms=1 \
        --record "$dir/$w.stim.zst" --record-of "$unit:sm0" --json "$dir/run.json" >"$dir/log" 2>&1 || { cat "$dir/log" >&2; exit 1; }
    "$lockwarp" cosim -u "$unit" --exact --stimulus "$dir/$w.stim.zst" --activity "$dir/activity" >/dev/null
    read -r watts _ < <(power --activity "$dir/activity")
    cycles=$(sed -n 's/^cycles //p' "$dir/activity")
    echo "$unit,$counter,$w,$period,$cycles,$(number "$dir/run.json" "$counter" "$policy"),$watts,$clock,$leak"
done
