# What results hold is text in every form of the report: a script and an image that runs one, put into every text column
# of a database (the list is the schema's), of result files and of evidence files, are read and never run
# (report_escape.py, in a headless Chromium; Markdown as cmark-gfm renders it).
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3) || { echo 'skipped: no python3'; exit 77; }

cat >own.yaml <<'END'
doc: "a sweep"
groups:
  - {series: one, workloads: [bfs], configs: [apres], scale: tiny}
  - {series: two, workloads: [bfs], configs: [apres], policies: [abyp], overrides: [{abyp.threshold: 3}], scale: tiny}
END
run report_escape_100_sweep 0 "$lockwarp" sweep own.yaml --db own.db
run report_escape_101_single_run 0 "$lockwarp" run -w bfs --scale tiny --set n_sms=2 --db own.db
name=report_escape_110_text
cases=$((cases + 1))
command=(report_escape.py)
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source/tests/e2e timeout $guard "$python" "$source/tests/e2e/report_escape.py" \
    "$lockwarp" own.db "$source" >out 2>err || fail 'see below'
cat out
[ ! -s err ] || tail -3 err

# A run's own report, with a file's name and another run's command.
mkdir -p "x<img src=x onerror=hit()>"
cp "$plain" "x<img src=x onerror=hit()>/c|\`.yaml"
run report_escape_120_config 0 "$lockwarp" run -w bfs --scale tiny -c "x<img src=x onerror=hit()>/c|\`.yaml" --report r.md --json r.json
grep -vE '^- (this run|baseline): ' r.md | grep -q '<' && fail 'raw HTML in the report'
grep -q '^- this run: ``lockwarp .*|`.*``$' r.md || fail "the command is no code: $(grep 'this run' r.md)"
sed 's/lockwarp run/<b>``x/; s/"--report"/"<script>"/' r.json >b.json
run report_escape_121_baseline 0 "$lockwarp" run -w bfs --scale tiny --baseline b.json --report b.md
grep -q '^- baseline: ```<b>``x .*<script>.*```$' b.md || grep -q '^- baseline: ``.*<script>.*``$' b.md ||
    fail "the command is no code: $(grep 'baseline: ' b.md)"
finish
