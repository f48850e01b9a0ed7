#!/bin/bash
# What apcm and abyp are worth on the two pair programs of Mars by their size (docs/results/apcm.md).
#
#   mars_sizes.sh [CYCLES [PRESET [SIZE...]]]   the first CYCLES core cycles of each run (default 2000000) on the preset
#                                               (default apcm-fermi), of the sizes n (default 256 to 2048)
#
# CSV, a row per program and size n (n x n records): warp instructions in the same cycles of the baseline, apcm and abyp, and
# the shares of reads that apcm bypasses and protects. docs/results/apcm-mars.csv is what it printed for apcm-fermi and
# apcm-kepler, with one head; `lockwarp report docs/results/apcm-mars.csv --table apcm-mars` makes the table of it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
lockwarp=${LOCKWARP:-$root/build/lockwarp}
cycles=${1:-2000000} preset=${2:-apcm-fermi} sizes=("${@:3}")
[ ${#sizes[@]} -gt 0 ] || sizes=(256 512 1024 1536 2048)
[[ $cycles =~ ^[1-9][0-9]*$ ]] || { echo "mars_sizes: $cycles: expected a number of cycles" >&2; exit 2; }
at=$(mktemp -d)
trap 'rm -rf "$at"' EXIT

# launch PROGRAM N: the launch file and the records, all pairs in the order of the product
launch() {
    local n=$2 length
    python3 - "$n" >"$at/records.bin" <<'P'
import array, sys
n = int(sys.argv[1])
for i in range(n):
    array.array("i", [x for j in range(n) for x in (i, j)]).tofile(sys.stdout.buffer)
P
    {
        echo "buffers:"
        echo "  records: {type: s32, size: $((2 * n * n)), init: {file: records.bin, format: raw}}"
        echo "  keys: {type: s32, size: $((2 * n * n))}"
        echo "  values: {type: f32, size: $((n * n))}"
        if [ "$1" = mars_mm ]; then
            length=$n
            echo "  a: {type: f32, size: $((n * n)), init: random, seed: 7, min: -1, max: 1}"
            echo "  b: {type: f32, size: $((n * n)), init: random, seed: 8, min: -1, max: 1}"
        else
            length=128
            echo "  a: {type: f32, size: $((n * length)), init: random, seed: 7, min: -1, max: 1}"
        fi
        echo "launches:"
        echo "  - {kernel: $kernel, grid: $((n * n / 256)), block: 256, args: [records, $arrays, keys, values," \
            "{type: s32, value: $((n * n))}, {type: s32, value: $length}]}"
    } >"$at/pairs.yaml"
}

# instructions [OPTION...]: warp instructions in the cycles; the run is in run.json
instructions() {
    "$lockwarp" run --ptx "$root/sim/workload/$program/$program.ptx" --launch "$at/pairs.yaml" -c "$preset" "$@" \
        --max-cycles "$cycles" --json "$at/run.json" >"$at/log" 2>&1 || { cat "$at/log" >&2; exit 1; }
    sed -n 's/.*"warp_instructions": *\([0-9]*\).*/\1/p' "$at/run.json" | head -n 1
}

echo preset,cycles,program,n,base,apcm,abyp,bypass_share,protect_share
for program in mars_mm similarity_score; do
    kernel=similarity_map arrays=a
    [ $program != mars_mm ] || kernel=mars_mm_map arrays='a, b'
    for n in "${sizes[@]}"; do
        launch $program $n
        base=$(instructions)
        apcm=$(instructions -p apcm)
        shares=$(sed -n 's/.*"\(bypass\|protect\)_share": *\([0-9.e-]*\).*/\2/p' "$at/run.json" | head -n 2 | paste -sd,)
        abyp=$(instructions -p abyp)
        echo "$preset,$cycles,$program,$n,$base,$apcm,$abyp,$shares"
    done
done
