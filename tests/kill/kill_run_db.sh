# lockwarp run --db, killed: a run that was said to be stored is there, whole; no other has gone or is there
# in part; and the next run on the database finds it as usable as ever.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/rows.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
long_part 15

seeds=8
one_run() { command=("$lockwarp" run -w bfs --scale tiny -c apres --interval 5000 --seed "$1" --db "$2"); }
hash_of() { sqlite3 calm.db "SELECT hash FROM runs WHERE seed = $1"; }
# said DB FILE: was the run's end announced?
said() { grep -qx "stored in $1\|$1 had this run, with the same result" "$2"; }

name=kill_run_db_calm
for s in $(seq $seeds); do
    one_run "$s" calm.db
    if [ "$s" = 1 ]; then calm "${command[@]}"; else "${command[@]}" 2>err >out || fail 'undisturbed run'; fi
done
rows calm.db >calm.rows
[ "$(hashes calm.db | wc -l)" = $seeds ] && [ "$(wc -l <calm.rows)" -gt 500 ] || fail 'nothing to compare with'
: >kept

# A killed run, now and then beside another that is not; on a new database, or on what the last kill left.
one_kill() {
    local s other= company=
    draw 8
    [ $drawn != 0 ] || { rm -f killed.db*; : >kept; }
    draw $seeds
    s=$((drawn + 1))
    draw 4
    if [ $drawn = 0 ]; then
        other=$((s % seeds + 1))
        one_run $other killed.db
        "${command[@]}" 2>other.err >/dev/null &
        company=$!
    fi
    one_run $s killed.db
    strike open:killed.db "${command[@]}"
    [ -z "$company" ] || { wait $company || { cp other.err err; fail "the run beside it ended with $?"; }; }
    whole killed.db
    ! said killed.db said.err || grep -qx "$(hash_of $s)" kept || fail 'said to be stored, and is not there'
    [ -z "$other" ] || grep -qx "$(hash_of $other)" kept || fail 'the run beside it is not there'
    [ "$(wc -l <kept)" -lt $seeds ] || forget
    [ $((attempt % 10)) != 0 ] || go_on $s
}
# Enough to do for the next kills.
forget() {
    sqlite3 killed.db "PRAGMA foreign_keys = ON; DELETE FROM runs WHERE seed % 2 = $((attempt % 2))"
    hashes killed.db >kept
}
# go_on SEED: undisturbed on what was left.
go_on() {
    one_run "$1" killed.db
    "${command[@]}" >out 2>err </dev/null || fail "undisturbed after a kill: exit status $?"
    said killed.db err || fail 'undisturbed after a kill: nothing stored'
    only killed.db
    whole killed.db
}
kill_all run_db one_kill "$wanted"

name=kill_run_db_all_in_the_end
for s in $(seq $seeds); do go_on "$s"; done
rows killed.db | cmp -s - calm.rows || fail 'other content than undisturbed'
[ "$(sqlite3 killed.db 'SELECT count(*) FROM claims')" = 0 ] || fail 'a claim is left'
# The same with a run that takes long, always into a new database.
long_run() {
    command=("$lockwarp" run -w $long_workload --scale $long_scale -c $long_config --db "$1")
}
one_long_kill() {
    rm -f killed.db*
    : >kept
    long_run killed.db
    strike open:killed.db "${command[@]}"
    whole killed.db
    ! said killed.db said.err || [ -s kept ] || fail 'said to be stored, and is not there'
}
if [ $wanted_long -gt 0 ]; then
    name=kill_run_db_long_calm
    rm -f calm.db
    long_run calm.db
    calm "${command[@]}"
    takes_10_s 1
    rows calm.db >calm.rows
    kill_all run_db_long one_long_kill $wanted_long
    name=kill_run_db_long_in_the_end
    long_run killed.db
    "${command[@]}" >out 2>err || fail "undisturbed after a kill: exit status $?"
    rows killed.db | cmp -s - calm.rows || fail 'other content than undisturbed'
    only killed.db
fi
finish
