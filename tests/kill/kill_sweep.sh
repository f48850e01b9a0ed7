# Two sweeps on one database, killed: both, one of them, or one simulation. Runs are there whole or not at
# all, none goes, simulations die with their sweep, a sweep that lives takes over what a killed one has
# claimed, and in the end the content is that of an undisturbed sweep.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/rows.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
ones=40 hurry=1
long_part 20

# sweep_file WORKLOADS CONFIG SEEDS SCALE INTERVAL
sweep_file() {
    cat >s.yaml <<END2
groups:
  - {series: a, workloads: $1, configs: [$2], seeds: $3, scale: $4, interval: $5}
END2
}
# A session with two writers, each with one run at a time; it says how they ended.
writers() {
    command=(bash -c '"$0" sweep s.yaml --db "$1" --jobs 1 & a=$!; "$0" sweep s.yaml --db "$1" --jobs 1 & b=$!
        wait $a; echo "ended with $?"; wait $b; echo "ended with $?"' "$lockwarp" "$1")
}
# content DB: with what the sweep has noted of its points.
content() {
    rows "$1"
    sqlite3 "$1" 'SELECT number, hash, series FROM points ORDER BY 1; SELECT count(*) FROM failures;
        SELECT count(*) FROM claims'
}
undisturbed() {
    name=kill_sweep_calm
    rm -f calm.db killed.db*
    writers calm.db
    calm "${command[@]}"
    rows calm.db >calm.rows
    content calm.db >calm.txt
    all=$(hashes calm.db | wc -l)
    : >kept
}
ended() { grep -c "^ended with $1\$" said.out; }

one_kill() {
    writers killed.db
    strike exec:exe "${command[@]}" # a simulation begins: the sweep runs itself
    whole killed.db
    ! grep -q ', 0 failed, 0 left$' said.err || [ "$(wc -l <kept)" = "$all" ] || fail 'said to be done, and is not'
    [ "${report[outlived]}" = '' ] || fail "a simulation outlived its sweep: ${report[outlived]}"
    [ "${report[killed]}" = 0 ] || [ "${report[who]}" = group ] || one_is_dead
    [ "$(wc -l <kept)" -lt $((all - 1)) ] || forget
    [ $((attempt % 10)) != 0 ] || go_on
}
# One process was killed. If a sweep: the other did all. If a simulation: its sweep says so, and the point is
# made again by the other or is in the table of failures.
one_is_dead() {
    local failures_there=0
    [ "$(ended 137)" -le 1 ] || fail 'two sweeps died'
    [ "$(wc -l <kept)" = "$all" ] ||
        failures_there=$(sqlite3 copy/killed.db "SELECT count(*) FROM failures WHERE status = 137")
    if [ "$(ended 137)" = 1 ]; then
        count '   a sweep'
        [ "$(ended 0)" = 1 ] && [ "$failures_there" = 0 ] && [ "$(wc -l <kept)" = "$all" ] ||
            fail "the other sweep has $(wc -l <kept) of $all runs: $(cat said.out)"
    else
        count '   a simulation'
        [ $(($(ended 0) + $(ended 1))) = 2 ] && [ $(($(wc -l <kept) + failures_there)) = "$all" ] ||
            fail "sweeps with a killed simulation have $(wc -l <kept) of $all runs: $(cat said.out)"
    fi
}
forget() {
    sqlite3 killed.db "PRAGMA foreign_keys = ON; DELETE FROM runs WHERE id % 3 <> $((attempt % 3))"
    hashes killed.db >kept
}
go_on() {
    command=("$lockwarp" sweep s.yaml --db killed.db --jobs 2)
    "${command[@]}" >out 2>err || fail "undisturbed after a kill: exit status $?"
    only killed.db
    content killed.db | cmp -s - calm.txt || fail "other content: $(content killed.db | diff - calm.txt | head -3)"
    hashes killed.db >kept
    forget
}

sweep_file '[nn, histogram, bfs]' apres '[1, 2]' tiny 5000
undisturbed
kill_all sweep one_kill "$wanted"
name=kill_sweep_goes_on
go_on

if [ $wanted_long -gt 0 ]; then
    ones=15
    sweep_file [$long_workload] $long_config '[1, 2]' $long_scale 1000000
    undisturbed
    takes_10_s 2
    kill_all sweep_long one_kill $wanted_long
    name=kill_sweep_long_goes_on
    go_on
fi
finish
