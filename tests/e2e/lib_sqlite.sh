# The tests' own calls of SQLite's shell wait where the program under test holds a lock.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }

: >out
: >err
# A process holds the lock until it is told to let go.
sqlite3 x.db 'CREATE TABLE t(c); INSERT INTO t VALUES (7)'
mkfifo tell
{ echo 'BEGIN EXCLUSIVE; SELECT 1;'; cat tell; } | stdbuf -oL sqlite3 x.db >held &
until_true test -s held || fail "the lock was not taken"

name=lib_sqlite_100_a_query_waits
command=(sqlite3 -readonly x.db)
cases=$((cases + 1))
sqlite3 -readonly x.db 'SELECT c FROM t' >answer 2>&1 &
query=$!
name=lib_sqlite_110_also_one_that_bash_calls
cases=$((cases + 1))
bash -c "sqlite3 x.db 'SELECT c FROM t'" >answer.bash 2>&1 &
other=$!
# Both have opened the file: the holder, and the two.
opened() { ls -l /proc/[0-9]*/fd 2>/dev/null | grep -c "$work/x.db\$"; }
all_opened() { [ "$(opened)" -ge 3 ] || has_ended $query || has_ended $other; }
until_true all_opened || fail 'the database was not opened'
kill -0 $query $other 2>/dev/null || fail "a query did not wait: $(cat answer answer.bash)"
echo 'COMMIT;' >tell
wait $query || fail "the query failed: $(cat answer)"
wait $other || fail "the query of bash failed: $(cat answer.bash)"
[ "$(cat answer answer.bash)" = $'7\n7' ] || fail "answers $(cat answer answer.bash)"
wait

# No call gets past the function: not by its path, nor as another command's argument.
name=lib_sqlite_120_no_call_gets_past_it
cases=$((cases + 1))
past=$(grep -rnE '(command|timeout [^ ]+|nice|env|exec|xargs|/usr/bin/)[ ]*sqlite3 |\b(run|refuses) [^ ]+ [0-9]* *sqlite3 ' \
    --include='*.sh' "$source/tests" | grep -v '/e2e/\(lib_\)\?sqlite\.sh:')
[ -z "$past" ] || fail "called past the function: $past"
for script in $(grep -rlE '(^|[^a-z_/.-])sqlite3 ' --include='*.sh' "$source/tests"); do
    grep -Eq 'lib\.sh|sqlite\.sh|^# Sourced by' "$script" || fail "$script does not source lib.sh"
done
finish
