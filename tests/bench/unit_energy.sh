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
set -euo pipefail
[ $# -ge 6 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
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
awk -v w="$clock" -v ns="$period" -v leak="$leak" \
    'BEGIN { printf "clock %.5g nJ a cycle (%.4g mW), leakage %.4g mW\n", w * ns, w * 1e3, leak * 1e3 }'
for w in "$@"; do
    "$lockwarp" run -w "$w" -c "$config" -p "$policy" -e rtl --scale tiny --set n_sms=1 \
        --record "$dir/$w.stim.zst" --record-of "$unit:sm0" --json "$dir/run.json" >"$dir/log" 2>&1 || { cat "$dir/log" >&2; exit 1; }
    "$lockwarp" cosim -u "$unit" --exact --stimulus "$dir/$w.stim.zst" --activity "$dir/activity" >/dev/null
    read -r watts leak < <(power --activity "$dir/activity")
    awk -v name="$w" -v cycles="$(awk '$1 == "cycles" { print $2 }' "$dir/activity")" \
        -v n="$(number "$dir/run.json" "$counter" "$policy")" -v w="$watts" -v clock="$clock" -v ns="$period" \
        'BEGIN { printf "%-12s %8d cycles, %7d events, %.4g mW: %.4g nJ an event\n", name, cycles, n, w * 1e3,
                 (w - clock) * ns * cycles / n }'
done
