# Rows of evidence, killed while they are measured or stored: lockstep of a unit at its three geometries, and
# its synthesis with Yosys and OpenSTA below. The file is that of before or has the rows up to some one; a row
# that was announced is in it; what another program puts into it at the same time is, too.
. "$(dirname "$0")/lib.sh"
ones=40 hurry=1
unit=common.prio_enc
"$lockwarp" cosim -u $unit -n 10 >/dev/null 2>&1 || { echo 'skipped: no RTL'; exit 77; }
kinds=(cosim)
command -v yosys >/dev/null && [ -e /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] && kinds+=(synth)
[ ${#kinds[@]} = 2 ] || echo 'without Yosys or OSU 0.18 um: synth is not killed'

cosim=("$lockwarp" cosim -u $unit --exact -n 50000 --evidence e.csv)
synth=("$lockwarp" synth -u $unit --exact --geometry small --evidence e.csv)
# before NEW: the file that is there before: none, or one with other rows and with one of these, of other numbers.
before() {
    rm -f e.csv
    [ "$2" = none ] || cp "old.$1" e.csv
}
# The states that the file can be in: STATES.KIND.BEFORE.N, with N rows of this measurement.
name=kill_evidence_calm
recorded=$source/docs/results/evidence
sed -n "1p;/^common.fifo,/p" "$recorded/synth.csv" >old.synth
sed -n "1p;/^common.fifo,/p" "$recorded/cosim.csv" >old.cosim
rm -f e.csv
"${cosim[@]}" --geometry small >/dev/null 2>err || fail 'undisturbed'
sed -n '2s/,50000,\([0-9a-f]*\),/,50000,0123456789abcdef,/p' e.csv >>old.cosim
calm "${cosim[@]}"
mv calls calls.cosim
length_cosim=$length
for b in none old; do
    before cosim $b
    [ $b = none ] || cp e.csv state.cosim.$b.0
    n=0
    for geometry in paper small large; do
        n=$((n + 1))
        "${cosim[@]}" --geometry $geometry >/dev/null 2>err || fail 'undisturbed'
        cp e.csv state.cosim.$b.$n
    done
    [ ${#kinds[@]} = 2 ] || continue
    before synth $b
    [ $b = none ] || cp e.csv state.synth.$b.0
    calm "${synth[@]}"
    cp e.csv state.synth.$b.1
done
cp calls calls.synth
length_synth=$length

# state KIND BEFORE: how many of its rows the file has; "none" for a file that is none of those.
state() {
    local n
    grep -v ',9,50000,' e.csv >seen.csv 2>/dev/null # the other program's
    [ -e e.csv ] || { [ "$2" = none ] && echo 0; return; }
    [ "$2" = old ] || [ "$(wc -l <seen.csv)" != 1 ] || { echo 0; return; } # the head and the other's row
    for n in 0 1 2 3; do
        [ -e "state.$1.$2.$n" ] && cmp -s seen.csv "state.$1.$2.$n" && echo $n && return
    done
}
one_kill() {
    local kind=${kinds[attempt % ${#kinds[@]}]} b=old there announced company=
    draw 3
    [ $drawn != 0 ] || b=none
    before "$kind" $b
    cp "calls.$kind" calls
    local -n victim_command=$kind the_length=length_$kind
    length=$the_length
    draw 3
    if [ "$kind" = cosim ] && [ $drawn = 0 ]; then
        "${cosim[@]}" --geometry small --seed 9 >/dev/null 2>other.err &
        company=$!
    fi
    strike "$([ "$kind" = cosim ] && echo open || echo mkdir:lockwarp)" "${victim_command[@]}"
    [ -z "$company" ] || wait $company || { cp other.err err; fail 'another program on the same file failed'; }
    [ -z "$company" ] || grep -q ',9,50000,' e.csv || fail 'the row of another program is lost'
    there=$(state "$kind" $b)
    announced=$(grep -c "PASS\$\|^$unit " said.out)
    [ -n "$there" ] || fail "the file is none of those that can be: $(diff e.csv state."$kind".$b.1 | head -3)"
    [ "${there:-9}" -ge "$announced" ] || fail "$announced rows were announced; $there are there"
    [ "${report[killed]}" = 0 ] || [ "${report[who]}" = group ] || [ "${report[status]}" != 0 ] ||
        [ "$there" = 1 ] || fail 'a tool was killed, and nothing said'
    [ $((attempt % 5)) -gt 1 ] || go_on "$kind" $b
}
go_on() {
    local left folder
    for folder in "$TMPDIR"/*; do
        [ ! -d "$folder" ] || flock "$folder" true # until the last tool of a killed program has ended
    done
    local -n calm_command=$1
    "${calm_command[@]}" >out 2>err || fail "undisturbed after a kill: exit status $?"
    [ "$(state "$1" "$2")" = "$([ "$1" = cosim ] && echo 3 || echo 1)" ] ||
        fail 'undisturbed after a kill: another file'
    left=$(find . -name 'e.csv?*')
    [ "$1" = cosim ] || left+=$(ls -A "$TMPDIR") # synth's alone
    [ -z "$left" ] || fail "left behind: $left"
}

# What a few random kills may miss: a temporary with a name, a folder of synthesis, rows of many at once.
name=kill_evidence_temporary
before cosim old
strike_at rename before "${cosim[@]}"
[ -n "$(find . -name 'e.csv?*')" ] || fail 'no temporary'
go_on cosim old
if [ ${#kinds[@]} = 2 ]; then
    name=kill_evidence_folder cases=$((cases + 1)) # as if the program and its keeper had been killed
    before synth old
    mkdir "$TMPDIR/lockwarp-synth-abcdef"
    : >"$TMPDIR/lockwarp-synth-abcdef/map.log"
    go_on synth old
fi
name=kill_evidence_at_once cases=$((cases + 1))
before cosim none
for s in 11 12 13 14 15 16; do
    "${cosim[@]}" --geometry small --seed $s >/dev/null 2>other.err &
done
wait
[ "$(wc -l <e.csv)" = 7 ] || fail "$(wc -l <e.csv) lines in the file of six programs; expected 7"

kill_all evidence one_kill "$wanted"
name=kill_evidence_goes_on
for kind in "${kinds[@]}"; do
    before "$kind" old
    go_on "$kind" old
done
finish
