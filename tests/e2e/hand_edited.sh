# Databases that were damaged or changed by hand, and what reading one leaves behind.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
cat >own.yaml <<'END'
groups:
  - {series: one, workloads: [bfs], configs: [apres], scale: tiny}
  - {series: two, workloads: [bfs], configs: [apres], policies: [abyp], scale: tiny}
END
run hand_100_sweep 0 "$lockwarp" sweep own.yaml --db own.db

# Reading leaves nothing, also of a file that a killed run has left in the middle.
run hand_110_report 0 "$lockwarp" report own.db -o page.html
run hand_111_csv 0 "$lockwarp" report own.db --csv
run hand_112_dry_run 0 "$lockwarp" sweep own.yaml --dry-run --db own.db
run hand_113_merge 0 "$lockwarp" merge --db all.db own.db
cp own.db left.db
{ echo "UPDATE runs SET suite = 'x'; .shell cp left.db copy.db; cp left.db-wal copy.db-wal"; } | tr ';' '\n' | sed 's/^\(UPDATE.*\)$/\1;/; s/^ //; s/^cp left.db-wal/.shell &/' |
    sqlite3 left.db
[ -s copy.db-wal ] || fail 'the test has no -wal file'
run hand_114_of_a_killed_run 0 "$lockwarp" report copy.db --markdown
[ "$(sqlite3 copy.db 'SELECT DISTINCT suite FROM runs')" = x ] || fail 'what stood in the -wal file is lost'
left=$(find . -name '*-wal' -o -name '*-shm' -o -name '*-journal')
[ -z "$left" ] || fail "left behind: $left"

# A version that no lockwarp has.
cp own.db version.db
sqlite3 version.db 'PRAGMA user_version = -5'
sentence='^lockwarp: version.db: no schema of a lockwarp has the user_version -5; expected 1 to'
refuses hand_200_report "$sentence" "$lockwarp" report version.db
refuses hand_201_merge "$sentence" "$lockwarp" merge --db new.db version.db
refuses hand_202_run "$sentence" "$lockwarp" run -w bfs --scale tiny --db version.db
refuses hand_203_dry_run "$sentence" "$lockwarp" sweep own.yaml --dry-run --db version.db

# Rows deleted by hand: every table in turn, and single rows. A sentence, or a report without them; no crash.
tables=$(sqlite3 own.db "SELECT name FROM sqlite_master WHERE type = 'table'")
for table in $tables; do
    for where in "" " WHERE rowid = 1" " LIMIT 1"; do
        cp own.db cut.db
        sqlite3 cut.db "DELETE FROM $table$where" 2>/dev/null || continue
        for form in "report cut.db -o cut.html" "report cut.db --markdown" "report cut.db --csv" "merge --db new.db cut.db" \
            "sweep own.yaml --dry-run --db cut.db"; do
            rm -f new.db
            name="hand_300_$table${where// /_}_${form%% *}"
            cases=$((cases + 1))
            # shellcheck disable=SC2086
            command=("$lockwarp" $form)
            timeout $guard "${command[@]}" >out 2>err </dev/null
            status=$?
            [ $status = 0 ] || { [ $status = 2 ] && [ "$(wc -l <err)" = 1 ]; } || fail "exit status $status"
            [ $status = 0 ] || [ ! -e new.db ] || fail 'an empty target is left'
        done
    done
done
for table in sweeps runs; do
    cp own.db cut.db
    sqlite3 cut.db "DELETE FROM $table"
    refuses hand_310_$table "^lockwarp: cut.db: [a-z_]* has rows that belong to none of $table: were those deleted by hand" "$lockwarp" report cut.db
done
refuses hand_311_run_again 'cut.db: UNIQUE constraint failed.*; were rows deleted by hand' \
    bash -c '"$0" run -w bfs --scale tiny --db cut.db 2>&1 >/dev/null | tail -1 >&2; exit ${PIPESTATUS[0]}' "$lockwarp"

# merge: the damaged file is named, whichever it is, and no empty target is left.
page=$(($(stat -c %s own.db) / 4096 / 2)) # its head: what stands elsewhere may be a name or a number
cp own.db hole.db
printf 'garbagegarbagegarbage' | dd of=hole.db bs=4096 seek=$page conv=notrunc 2>/dev/null
head -c 20000 own.db >short.db
: >empty.db
echo text >text.db
sqlite3 other.db 'CREATE TABLE x(y)'
mkfifo fifo.db
mkdir folder.db
for bad in hole short empty text other fifo folder missing; do
    rm -f new.db*
    refuses hand_400_merge_$bad "^lockwarp: $bad.db: " "$lockwarp" merge --db new.db own.db $bad.db
    [ -z "$(ls new.db* 2>/dev/null)" ] || fail 'a target is left'
    refuses hand_401_into_what_is_there_$bad "^lockwarp: $bad.db: " "$lockwarp" merge --db all.db own.db $bad.db
done
[ "$(sqlite3 all.db 'SELECT count(*) FROM runs')" = 2 ] || fail 'the target has changed'
refuses hand_402_damaged_target '^lockwarp: short.db: ' "$lockwarp" merge --db short.db own.db
finish
