# mrpb at the default scale and with the paper's inputs: the tables of docs/results/mrpb.md are those of the recorded runs.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
page=$source/docs/results/mrpb.md

run mrpb_scales_100_tables 0 bash -c "cd '$source' && sqlite3 :memory: <tests/bench/mrpb_scales.sql"
[ "$(grep -c '^| ' out)" = 30 ] || fail 'expected 28 programs and two baselines'
grep -vxFf "$page" out >lacks && fail "$page has not: $(head -2 lacks)"
finish
