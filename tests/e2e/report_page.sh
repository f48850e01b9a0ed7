# lockwarp report in a headless Chromium: its plots, tables and widths (report_page.py).
. "$(dirname "$0")/lib.sh"
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3) || { echo 'skipped: no python3'; exit 77; }
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source/tests/e2e "$python" -c 'import browser, sys; sys.exit(not browser.find())' ||
    { echo 'skipped: no chromium'; exit 77; }

# The sweep abyp at tiny scale, but for the series that show causes.
sed '/^  # What makes ours differ/,$d; s/^    quick: false$//; s/^    configs:/    scale: tiny\n    configs:/' \
    "$source/sweeps/abyp.yaml" >abyp.yaml
cat >own.yaml <<'EOF'
doc: "a user's own <sweep>"
groups:
  - {series: "a<b", workloads: [bfs], configs: [apres], scale: tiny}
EOF
run report_page_100_sweep 0 "$lockwarp" sweep abyp.yaml --db r.db --jobs 2
run report_page_101_own 0 "$lockwarp" sweep own.yaml --db r.db
run report_page_102_page 0 "$lockwarp" report r.db -o page.html
[ "$(grep -c '<svg ' page.html)" = "$(($(grep -c '^abyp-' "$source/data/plots.csv")))" ] || fail 'expected a drawing a plot'
grep -q 'a&lt;b' page.html || fail "a series' name is not escaped"
grep -qi '<script\|http:\|https:' page.html && fail 'a script or an address in the page'
# Chromium's start is slow on a busy machine: longer than run() waits.
name=report_page_110_browser
cases=$((cases + 1))
mkdir shots
PYTHONDONTWRITEBYTECODE=1 timeout 500 "$python" "$source/tests/e2e/report_page.py" page.html r.db "$source/data" shots >out 2>err ||
    fail 'see below'
cat out
[ -z "${LW_SHOTS:-}" ] || cp shots/* "$LW_SHOTS" # to look at
finish
