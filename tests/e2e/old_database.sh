# A database that an older version wrote: report, dry run and merge read it as it is, sweep and run bring it up to date.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
query() { sqlite3 -readonly "$1" "$2"; }
sqlite3 old.db <"$source/tests/unit/data/database_v1.sql"
cp old.db as_it_was.db
cat >s.yaml <<'END'
groups: [{series: new, workloads: [bfs], configs: [abyp-gcn], scale: tiny}]
END
unchanged() { cmp -s old.db as_it_was.db || fail 'the older file has changed'; }

run old_database_100_report 0 "$lockwarp" report old.db -o old.html
grep -q 'lockwarp run -w nn --scale tiny -c abyp-gcn -p abyp --set abyp.threshold=2' old.html || fail 'its runs are not on the page'
unchanged
run old_database_101_compact 0 "$lockwarp" report old.db --csv -o old.csv
unchanged
run old_database_102_dry_run 0 "$lockwarp" sweep s.yaml --db old.db --dry-run
unchanged
run old_database_110_merge 0 "$lockwarp" merge --db all.db old.db
grep -q '2 runs were new' err || fail 'expected two runs'
unchanged
run old_database_111_report 0 "$lockwarp" report all.db -o all.html
cmp -s old.html all.html || fail "merged, it reports otherwise: $(diff old.html all.html | head -4)"

cp old.db swept.db
run old_database_120_sweep 0 "$lockwarp" sweep s.yaml --db swept.db
cp old.db ran.db
run old_database_121_run 0 "$lockwarp" run -w bfs --scale tiny -c abyp-gcn --db ran.db
for db in swept.db ran.db all.db; do
    name=old_database_122_$db cases=$((cases + 1))
    [ "$(query $db 'PRAGMA user_version')" = 3 ] || fail "schema $(query $db 'PRAGMA user_version')"
    [ "$(query $db "SELECT count(*) FROM runs WHERE workload = 'nn'")" = 2 ] || fail 'runs are missing'
    run "old_database_123_$db" 0 "$lockwarp" report $db --csv -o new.csv
    # What only newer versions record stands in columns behind these.
    cut -d, -f1-20 new.csv | grep -v ',bfs,' | cmp -s - old.csv || fail "other results: $(grep -v ',bfs,' new.csv | diff - old.csv | head -4)"
done

# Not ours, although its version is one that we have.
sqlite3 foreign.db 'CREATE TABLE runs(y); PRAGMA user_version = 1'
refuses old_database_200_foreign 'foreign.db: no database of lockwarp' "$lockwarp" report foreign.db
refuses old_database_201_foreign 'foreign.db: no database of lockwarp' "$lockwarp" merge --db all.db foreign.db
refuses old_database_202_foreign 'foreign.db: no database of lockwarp' "$lockwarp" sweep s.yaml --db foreign.db
finish
