# tests/load.sh: as many times as said, up to the first failure; its load ends with it, also when it is killed.
. "$(dirname "$0")/lib.sh"
load=$source/tests/load.sh

# The load's processes: those that have this folder, in which the script puts its files, in their environment.
export TMPDIR=$work/tmp LW_LOAD_OF=$work
mkdir "$TMPDIR"
loads() {
    local p
    for p in $(pgrep -f "^bash $load|^/usr/bin/env bash $load|^dd if=/dev/zero"); do
        { tr '\0' '\n' <"/proc/$p/environ"; } 2>/dev/null | grep -qx "LW_LOAD_OF=$work" && echo "$p"
    done
}
none_left() { [ -z "$(loads)" ]; }

run load_100_twice 0 bash "$load" 1 2 sh -c 'echo x >>times'
[ "$(wc -l <times)" = 2 ] || fail "ran $(wc -l <times) times"
until_true none_left || fail 'the load goes on'
[ -z "$(ls "$TMPDIR")" ] || fail "left $(ls "$TMPDIR")"
run load_110_first_failure 3 bash "$load" 1 5 sh -c 'echo x >>failures; [ "$(wc -l <failures)" -lt 2 ] || exit 3'
[ "$(wc -l <failures)" = 2 ] || fail 'went on after a failure'
until_true none_left || fail 'the load goes on'
run load_120_none 0 bash "$load" 0 1 true

for signal in TERM KILL; do
    name=load_130_$signal cases=$((cases + 1)) command=(bash "$load" 2 1 sleep 7200)
    bash "$load" 2 1 sleep 7200 >out 2>err & pid=$!
    while_runs $pid pgrep -P $pid -x sleep >/dev/null || fail 'did not begin'
    [ "$(loads | wc -l)" -ge 4 ] || fail 'there is no load'
    sleeper=$(pgrep -P $pid -x sleep)
    kill -$signal $pid
    kill "$sleeper" # before that has ended, the script does not answer SIGTERM
    wait $pid 2>/dev/null
    until_true none_left || fail 'the load goes on'
done
finish
