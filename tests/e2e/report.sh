# The Markdown report of a run and its comparison with a baseline.
. "$(dirname "$0")/lib.sh"
run report_100_baseline 0 "$lockwarp" run -w bfs --scale tiny -c abyp-gcn --json base.json
run report_110_written 0 "$lockwarp" run -w bfs --scale tiny -c abyp-gcn -p abyp \
    --json run.json --report run.md --baseline base.json
cycles=$(number run.json cycles)
base=$(number base.json cycles)
[ "$cycles" != "$base" ] || fail "abyp changed nothing: the test shows nothing"
change=$(awk -v a="$cycles" -v b="$base" 'BEGIN { printf "%+.2f %%", 100 * (a / b - 1) }')
grep -qF "| core cycles | $cycles | $base | $change |" run.md || fail "no row for the cycles"
latency=$(awk -v v="$(number run.json dram_mean)" 'BEGIN { printf "%.4g", v }')
grep -qF "| latency of requests from DRAM, cycles | $latency |" run.md || fail "no row for the latency"
grep -q '^- workload: bfs.*\*\*correct\*\*$' run.md || fail "the result is not stated"
grep -qF -- "--report run.md --baseline base.json" run.md || fail "the command is not there"
grep -q '^## abyp$' run.md || fail "the policy's numbers are not there"
loads=$(grep -c '^| bfs_kernel' run.md)
[ "$loads" = "$(awk '/"per_load":/ { on = 1 } on && /"pc":/ { n++ } END { print n }' run.json)" ] || fail "$loads rows of static loads"

refuses report_200_baseline_without_report '--baseline is of --report' \
    "$lockwarp" run -w bfs --scale tiny --baseline base.json
refuses report_210_missing_baseline 'nosuch.json: cannot open' \
    "$lockwarp" run -w bfs --scale tiny --report x.md --baseline nosuch.json
echo '{"schema": "other/1"}' >other.json
refuses report_220_another_schema "other.json: has schema 'other/1'; expected 'lockwarp.run/1'" \
    "$lockwarp" run -w bfs --scale tiny --report x.md --baseline other.json
echo '{"schema": ' >cut.json
refuses report_230_cut_baseline 'cut.json:2:1: is no JSON' \
    "$lockwarp" run -w bfs --scale tiny --report x.md --baseline cut.json
[ ! -e x.md ] || fail "a refused run left a report"
finish
