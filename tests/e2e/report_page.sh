# lockwarp report in a headless Chromium: its plots, tables and widths (report_page.py).
. "$(dirname "$0")/lib.sh"
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3) || { echo 'skipped: no python3'; exit 77; }
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source/tests/e2e "$python" -c 'import browser, sys; sys.exit(not browser.find())' ||
    { echo 'skipped: no chromium'; exit 77; }

# The committed runs of the papers' sweeps, and a sweep of a user's own.
results=("$source"/docs/results/sweeps/*.csv)
cat >own.yaml <<'EOF'
doc: "a user's own <sweep>"
groups:
  - {series: "a<b", workloads: [bfs], configs: [apres], scale: tiny}
EOF
run report_page_101_own 0 "$lockwarp" sweep own.yaml --db own.db
run report_page_102_page 0 "$lockwarp" report "${results[@]}" own.db -o page.html
[ "$(grep -c '<svg ' page.html)" = "$(find "$source/docs/results/plots" -name '*.svg' | wc -l)" ] || fail 'expected a drawing a plot'
grep -q 'a&lt;b' page.html || fail "a series' name is not escaped"
grep -qi '<script\|http:\|https:' page.html && fail 'a script or an address in the page'
# Chromium's start is slow on a busy machine: longer than run() waits.
name=report_page_110_browser
cases=$((cases + 1))
mkdir shots
PYTHONDONTWRITEBYTECODE=1 timeout $guard "$python" "$source/tests/e2e/report_page.py" page.html "$source/data" shots "${results[@]}" >out 2>err ||
    fail 'see below'
cat out; [ ! -s err ] || tail -3 err
[ -z "${LW_SHOTS:-}" ] || cp shots/* "$LW_SHOTS" # to look at
finish
