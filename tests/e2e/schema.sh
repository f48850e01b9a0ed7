# docs/run.schema.json against what the program writes: runs of every kind match, damaged ones
# do not. The validator is Debian's python3-jsonschema.
. "$(dirname "$0")/lib.sh"
python=
for p in python3 /usr/bin/python3; do
    "$p" -c 'from jsonschema import Draft202012Validator' 2>/dev/null && python=$p && break
done
if [ -z "$python" ]; then
    echo "skipped: python3-jsonschema is not installed (./dev setup)"
    exit 77
fi
tiny=(-w bfs --scale tiny)
run schema_101_everything 0 "$lockwarp" profile "${tiny[@]}" -c abyp-gcn -p abyp --interval 5000 \
    --json full.json
run schema_102_plain 0 "$lockwarp" run "${tiny[@]}" --json plain.json
run schema_103_functional 0 "$lockwarp" run "${tiny[@]}" --functional --json functional.json
run schema_104_launch_file 0 "$lockwarp" run --ptx "$data/vecadd.ptx" --launch "$data/vecadd.yaml" \
    --json file.json
run schema_105_stopped 0 "$lockwarp" run "${tiny[@]}" --max-cycles 5000 --json stopped.json
run schema_106_filtered 0 "$lockwarp" run "${tiny[@]}" --launches 2-3 --set coalescer=segments \
    --set l2_write_miss=lazy --set l2_sector_bytes=32 \
    --json filtered.json
run schema_107_counters 0 "$lockwarp" list counters
mv out counters
run schema_110_documents_match 0 "$python" "$source/tests/e2e/schema.py" \
    "$source/docs/run.schema.json" counters full.json plain.json functional.json file.json \
    stopped.json filtered.json
tail -1 out

# A row for every column, and every column sums to its counter.
cat >sum.py <<'PY'
import json, sys
doc = json.load(open(sys.argv[1]))
series = doc["intervals"]
assert len(series["rows"]) > 5
for row in series["rows"]:
    assert len(row) == len(series["columns"])
for i, name in enumerate(series["columns"]):
    if name in ("cycle", "launch", "ipc_warp"):
        continue
    value = doc["totals"]
    for key in name.split("."):
        value = value[key]
    assert sum(row[i] for row in series["rows"]) == value, name
PY
run schema_120_rows_sum_to_the_totals 0 "$python" sum.py full.json

# The same bytes however components sleep, the parts asked for included.
run schema_130_never_sleep 0 "$lockwarp" profile "${tiny[@]}" -c abyp-gcn -p abyp --interval 5000 \
    --never-sleep --json awake.json
same schema_131_same_bytes full.json awake.json
finish
