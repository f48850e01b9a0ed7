# Estimates of a sweep's time: from the record and from the database's runs.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
estimate() { sed -n "s/^to do *\([0-9.]*\)  .*$1.*/\1/p" out; }
within() { awk -v x="$1" -v a="$2" -v b="$3" 'BEGIN { exit !(x >= a && x <= b) }' || fail "$1; expected $2 to $3"; }

# The record is what docs/performance.md says: each workload that there is, once, with its rate, and the median of all.
run sweep_time_090_workloads 0 "$lockwarp" list workloads
sed '1d; s/ .*//' out | sort >names
sed -n 's/^    {"\([a-z0-9_]*\)", \([0-9]*\)},$/\1 \2/p' "$source/app/sweep/rates.inc" >record
awk -F' *\\| *' 'NF == 9 { gsub(",", "", $6); print $2, $6 }' "$source/docs/performance.md" | sort | join - names >rates
name=sweep_time_091_record cases=$((cases + 1)) command=()
cut -d' ' -f1 record | cmp -s - names || fail "the record's workloads: $(cut -d' ' -f1 record | diff - names | head -4)"
cmp -s record rates || fail "the record is not what docs/performance.md says: $(diff record rates | head -4)"
median=$(sed -n 's/^#define MEDIAN_RATE \([0-9.e]*\) .*/\1/p' "$source/app/sweep/plan.c")
cut -d' ' -f2 record | sort -n | awk -v m="$median" '{ v[NR] = $1 } END { x = (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2
    exit !(NR && m > 0.95 * x && m < 1.05 * x) }' || fail "the median is not $median"

echo 'groups: [{series: a, workloads: [gesummv, 2mm], configs: [apres, abyp-gcn]}]' >s.yaml
run sweep_time_100_nothing_known 0 "$lockwarp" sweep s.yaml --db r.db --dry-run
# 2.2 million warp instructions, most of whose cycles wait for memory: 170,000 a second.
within "$(estimate 'gesummv -c apres')" 6.5 26
# The configuration's runs took ten times the record of 2.6 million a second.
echo 'groups: [{series: a, workloads: [nn], configs: [apres], scale: tiny}]' >nn.yaml
run sweep_time_110_known 0 "$lockwarp" sweep nn.yaml --db r.db
record=$(sed -n 's/.*{"nn", \([0-9]*\)}.*/\1/p' "$source/app/sweep/rates.inc")
sqlite3 r.db "UPDATE provenance SET cpu_s = 10.0 / $record * (SELECT warp_instructions FROM runs WHERE id = run)"
run sweep_time_111_configuration 0 "$lockwarp" sweep s.yaml --db r.db --dry-run
within "$(estimate 'gesummv -c apres')" 65 260
# Of the same workload, whatever the record says.
sqlite3 r.db "UPDATE runs SET workload = 'gesummv'; UPDATE provenance SET cpu_s = 1e-3 * (SELECT warp_instructions FROM runs WHERE id = run)"
run sweep_time_112_workload 0 "$lockwarp" sweep s.yaml --db r.db --dry-run
within "$(estimate 'gesummv -c apres')" 2000 2500

# On a terminal it is told while runs go on, with nothing finished. How it counts down: test_sweep_remaining.c.
name=sweep_time_120_is_told cases=$((cases + 1)) command=()
if command -v script >/dev/null; then
    echo "groups: [{series: a, workloads: [gesummv], configs: [apres], seeds: [$(seq -s, 1 100)]}]" >long.yaml
    : >screen
    script -qefc "exec '$lockwarp' sweep long.yaml --db long.db --jobs 1" screen </dev/null >/dev/null 2>&1 & terminal=$!
    told() { tr '\r' '\n' <screen | grep -Eq '\] 0 of 100 points, 1 running, 0 failed, about [1-9][0-9]* s left'; }
    while_runs $terminal told || fail 'does not say how long it takes'
    kill -TERM "$(pgrep -P $terminal)"
    wait $terminal
    grep -q ' 100 left' screen || fail 'does not say what is left'
else
    echo 'told on a terminal: skipped, no script(1)'
fi
finish
