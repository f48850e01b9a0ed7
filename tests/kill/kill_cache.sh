# Models of the RTL that the program makes for itself, killed while they are made: the program, one of its
# compilers, or all. A model in the cache is whole and the same; the next run makes it where it is not, and
# nothing else stays there.
short_kills=4
. "$(dirname "$0")/lib.sh"
ones=60 hurry=1
export XDG_CACHE_HOME=$work/cache
models=$XDG_CACHE_HOME/lockwarp/models
unset LW_MODELS
"$lockwarp" cosim -u common.prio_enc --exact -n 10 >/dev/null 2>&1 || { echo 'skipped: no RTL'; exit 77; }

cosim=("$lockwarp" cosim -u common.fifo --param depth=5 --param width=3 -n 1000)
the_model() { ls "$models"/common.fifo-depth5-width3-*.so 2>/dev/null; }
name=kill_cache_calm
calm "${cosim[@]}"
cp said.out calm.out
cp "$(the_model)" calm.so
grep -q PASS calm.out || fail 'no PASS'

one_kill() {
    rm -f "$(the_model)"
    strike mkdir:.making. "${cosim[@]}"
    sound
    [ "${report[killed]}" = 0 ] || [ "${report[who]}" = group ] || one_is_dead
    [ $((attempt % 4)) != 0 ] || go_on
}
# What has the model's name is the model.
sound() {
    [ "$(the_model)" = '' ] || cmp -s "$(the_model)" calm.so || fail 'another model than undisturbed'
    ! grep -q PASS said.out || [ "$(the_model)" != '' ] || fail 'ran, and its model is not there'
}
# The program, or a tool that it says has failed. A tool that had done its work may be killed for nothing.
one_is_dead() {
    [ "${report[status]}" != 137 ] || { count '   lockwarp'; return; }
    count '   a tool'
    if [ "${report[status]}" = 0 ]; then
        cmp -s said.out calm.out || fail 'a tool was killed: other output'
    else
        [ "${report[status]}" = 2 ] && [ "$(grep -vc '^making' said.err)" = 1 ] ||
            fail "a tool was killed: exit status ${report[status]}"
        grep -q 'not installed' said.err && fail 'a killed tool is called not installed'
    fi
}
go_on() {
    local left
    "${cosim[@]}" >out 2>err || fail "undisturbed after a kill: exit status $?"
    cmp -s out calm.out || fail 'undisturbed after a kill: other output'
    sound
    left=$(find "$models" "$TMPDIR" -mindepth 1 ! -name 'common.prio_enc-*.so' ! -path "$(the_model)")
    [ -z "$left" ] || fail "left behind: $left"
}

# As if the program and its keeper had been killed when the model was in place; a run that finds the model takes
# away what it was made in.
name=kill_cache_in_place cases=$((cases + 1)) command=("${cosim[@]}")
stem=$(the_model)
stem=${stem%.so}
mkdir "$stem.making.abcdef"
: >"$stem.making.abcdef/model.cpp"
: >"$stem.lock"
go_on

kill_all cache one_kill "$wanted"
name=kill_cache_goes_on
go_on
finish
