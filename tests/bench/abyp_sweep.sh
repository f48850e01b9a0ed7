#!/usr/bin/env bash
# The sweeps behind docs/units/abyp.md, as CSV on standard output: for every workload of the abyp
# paper on abyp-gcn, the baseline, a 32 KB L1 and abyp at every threshold.
#
# spmv is the CSR kernel, one thread a row, that the paper's OpenDwarfs runs; spmv_jds is ours by
# default, Parboil's.
#
#   abyp_sweep.sh LOCKWARP SCALE [WORKLOAD...]
set -euo pipefail
lockwarp=$1
scale=$2
shift 2
workloads=("$@")
[ ${#workloads[@]} -gt 0 ] || workloads=(matrixmul spmv bfs nn kmeans bitonic srad backprop dct radix
    histogram nw lud nw_u spmv_jds)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# value FILE KEY...: the first number of each key.
value() {
    local file=$1
    shift
    for key in "$@"; do
        awk -v k="\"$key\":" '$1 == k { sub(/,$/, "", $2); printf ",%s", $2; found = 1; exit }
                              END { if (!found) printf "," }' "$file"
    done
}

# point WORKLOAD CONFIGURATION OPTIONS...: one line.
point() {
    local workload=$1 name=$2
    shift 2
    local what=(-w "$workload")
    case $workload in
    spmv) what=(-w spmv --kernel-variant csr) ;;
    spmv_jds) what=(-w spmv) ;;
    esac
    "$lockwarp" run "${what[@]}" --scale "$scale" -c abyp-gcn "$@" --json "$work/$workload.json" \
        2>"$work/$workload.err" || { cat "$work/$workload.err" >&2; exit 1; }
    # l1d stands before l2 and l3 in the file, so the first of each key is the L1's
    sed -n '/^    "l1d": {/,/^    },/p' "$work/$workload.json" >"$work/$workload.l1d"
    printf '%s,%s,%s' "$workload" "$scale" "$name"
    value "$work/$workload.json" cycles warp_instructions
    value "$work/$workload.l1d" accesses hits pending_hits misses bypasses late_fills evictions \
        zero_reuse_evictions
    value "$work/$workload.json" l1_nj l1_dynamic_mw l1_static_mw predictions bypass_predictions \
        wrong_bypasses wrong_replaced dead_accesses
    printf '\n'
}

echo workload,scale,configuration,cycles,warp_instructions,accesses,hits,pending_hits,misses,bypasses,late_fills,evictions,zero_reuse_evictions,l1_nj,l1_dynamic_mw,l1_static_mw,predictions,bypass_predictions,wrong_bypasses,wrong_replaced,dead_accesses
for w in "${workloads[@]}"; do
    point "$w" baseline
    point "$w" 32KB --set l1_sets=64
    for t in $(seq 1 15); do
        point "$w" "abyp-$t" -p abyp --set "abyp.threshold=$t"
    done
done
