#!/usr/bin/env bash
# Our side of the apres paper's Table I, as CSV on standard output (docs/results/apres-table1.csv):
# of the most memory-intensive kernel of each of its ten memory-intensive applications, the three
# loads with the most requests, on the preset apres.
#
#   apres_table1.sh LOCKWARP [APPLICATION...]
set -euo pipefail
lockwarp=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Application of the paper, workload, variant, kernel, scale: the paper's where the stride it reports
# tells that input, else the default.
applications() {
    cat <<'END'
BFS bfs default bfs_kernel1 default
MUM mummergpu default mummergpu_kernel default
NW nw default nw_upper paper
SPMV spmv default spmv_jds default
KM kmeans default invert_mapping default
LUD lud default lud_internal default
SRAD srad default srad_coefficient paper
PA particlefilter float likelihood_kernel default
HISTO histo default histo_main default
BP backprop default adjust_weights default
END
}

printf '%s\n' 'app,workload,variant,kernel,scale,pc,load_share,lines_per_request,miss_rate,pending_hit_rate,line_stride,line_stride_share'
applications | while read -r app workload variant kernel scale; do
    [ $# = 0 ] || case " $* " in *" $app "*) ;; *) continue ;; esac
    "$lockwarp" profile -w "$workload" --kernel-variant "$variant" --kernel "$kernel" \
        --scale "$scale" -c apres --top 3 --json "$work/p.json" >/dev/null \
        2>"$work/err" || { cat "$work/err" >&2; exit 1; }
    # The rows of the list "profile", which stands last but one.
    awk -v line="$app,$workload,$variant,$kernel,$scale" '
        function value(text) { sub(/,$/, "", text); gsub(/"/, "", text); return text }
        /^  "profile": / { on = 1 }
        /^  "host": / { on = 0 }
        !on { next }
        { key = $1; gsub(/[":]/, "", key); v[key] = value($2) }
        key == "line_stride_share" {
            printf "%s,0x%x,%.4f,%.4f,%.4f,%.4f,%s,%.4f\n", line, v["pc"], v["load_share"],
                v["lines_per_request"], v["miss_rate"], v["pending_hit_rate"], v["line_stride"],
                v["line_stride_share"]
        }' "$work/p.json"
done
