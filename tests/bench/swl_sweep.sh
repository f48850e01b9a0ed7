#!/usr/bin/env bash
# The sweep behind CCWS-SWL `best` (docs/comparators.md), as CSV on standard output: for every workload
# the preset as it is, the scheduler that stands beneath ccws_swl, and ccws_swl at every limit. By
# default the workloads that the apcm paper calls cache-sensitive and cache-moderate.
#
#   swl_sweep.sh LOCKWARP CONFIG SCALE [WORKLOAD...]
#   swl_sweep.sh best FILE.csv       of a recorded sweep: the best limit of each workload, ties to the
#                                    larger one
set -euo pipefail

if [ "$1" = best ]; then
    awk -F, 'NR == 1 { next }
        $4 == "baseline" { base[$1] = $5; order[++n] = $1 }
        $4 ~ /^swl-/ && !($1 in best && $5 > best[$1]) {
            best[$1] = $5; limit[$1] = substr($4, 5)
        }
        END {
            print "workload,limit,cycles,speedup"
            for (i = 1; i <= n; i++) {
                w = order[i]
                printf "%s,%d,%d,%.3f\n", w, limit[w], best[w], base[w] / best[w]
            }
        }' "$2"
    exit
fi

lockwarp=$1
config=$2
scale=$3
shift 3
workloads=("$@")
[ ${#workloads[@]} -gt 0 ] || workloads=(bfs inverted_index kmeans word_count mars_mm similarity_score spmv)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# point WORKLOAD NAME OPTIONS...: one line.
point() {
    local workload=$1 name=$2
    shift 2
    "$lockwarp" run -w "$workload" -c "$config" --scale "$scale" "$@" --json "$work/run.json" \
        2>"$work/err" || { cat "$work/err" >&2; exit 1; }
    awk -v head="$workload,$config,$scale,$name" '
        function number(v) { sub(/,$/, "", v); return v }
        $1 == "\"cycles\":" && cycles == "" { cycles = number($2) }
        $1 == "\"warp_instructions\":" && insts == "" { insts = number($2) }
        /^    "l1d": \{/ { l1 = 1 }
        l1 && $1 == "\"accesses\":" { accesses = number($2) }
        l1 && $1 == "\"misses\":" { misses = number($2) }
        l1 && /^    \}/ { l1 = 0 }
        END { print head "," cycles "," insts "," accesses "," misses }' "$work/run.json"
}

echo workload,config,scale,configuration,cycles,warp_instructions,l1_accesses,l1_misses
for w in "${workloads[@]}"; do
    point "$w" baseline
    point "$w" gto --set sched_policy=gto
    for limit in 1 2 4 6 8 12 16 24 32 48; do
        point "$w" "swl-$limit" -p ccws_swl --set "ccws_swl.limit=$limit"
    done
done
