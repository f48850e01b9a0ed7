#!/bin/bash
# What a user of `lockwarp cosim` sees: exit statuses, the report and its order, files, replay.
#
#   cli.sh LOCKWARP LOCKWARP_BROKEN
set -u
good=$1 broken=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failures=0
failed() {
    echo "FAIL $*"
    failures=$((failures + 1))
}
expect() { # status, what, command...
    local status=$1 what=$2
    shift 2
    "$@" >out 2>err
    local got=$?
    [[ $got -eq $status ]] || { failed "$what: exit $got, expected $status"; cat err; }
}
refused() { # what is refused, words of the message, command...
    local what=$1 words=$2
    shift 2
    expect 2 "$what" "$@"
    [[ $(wc -l <err) -eq 1 && ! -s out ]] || { failed "$what: not one line"; cat out err; }
    grep -qF -- "$words" err || { failed "$what: no '$words' in: $(cat err)"; }
}

# PASS: one block a unit and geometry, nothing on standard error when it is no terminal.
expect 0 "pass" "$good" cosim -u abyp -n 100000
[[ $(grep -c ': PASS$' out) -eq 12 ]] || failed "pass: units and geometries"
[[ ! -s err ]] || failed "pass: standard error is not empty"
grep -q '17 fields, 2374 bits a cycle' out || failed "pass: fields and bits of abyp"
grep -q 'victim_trains [1-9]' out || failed "pass: event counts"
cp out first
expect 0 "again" "$good" cosim -u abyp -n 100000
cmp -s out first || failed "the same command prints something else"
expect 0 "exact" "$good" cosim -u abyp --exact --geometry small -n 100000
[[ $(grep -c ': PASS$' out) -eq 1 ]] || failed "--exact: more than one"
expect 0 "directed" "$good" cosim -u common --stimulus directed
[[ $(grep -c ': PASS$' out) -eq $((3 * $("$good" list units | grep -c '^common\.'))) ]] || failed "directed"

# Short runs name the events they have not seen, long ones fail for them.
expect 0 "short" "$good" cosim -u common.prio_enc --geometry large -n 4
grep -q 'not seen (required of random runs of 100000 cycles or more):' out || failed "short: unseen"

# FAIL: order of the report.
expect 1 "fail" "$broken" cosim -u common.sat_ctr_table --geometry paper --seed 3
grep -nE '^common.sat_ctr_table, paper: FAIL|^  state ctr\[5\], after the edge of cycle [0-9]+$|^  seed       3$|^  model      0xf |^  RTL        0x0 |^  last 16 cycles|^  stimulus:|^  replay:|^  waves:|^  open:' out |
    cut -d: -f1 >lines
[[ $(wc -l <lines) -eq 10 ]] || { failed "fail: the report"; cat out; }
sort -n lines | cmp -s - lines || failed "fail: the order of the report"
[[ $(grep -cE '^ +[0-9]+ +rd_idx=' out) -eq 16 ]] || failed "fail: 16 cycles of ports"
for f in stim fst gtkw tcl; do
    [[ -s common.sat_ctr_table-paper-seed3.$f ]] || failed "fail: no .$f"
done
replay=$(sed -n 's/^  replay:    lockwarp //p' out)

# The printed command, on the same program, fails in the same field; on the right RTL it passes.
# shellcheck disable=SC2086
expect 1 "replay" "$broken" $replay
grep -qE '^  state ctr\[5\], after the edge of cycle 16$' out || failed "replay: field and cycle"
# shellcheck disable=SC2086
expect 0 "replay on the right RTL" "$good" $replay
grep -q '17 cycles compared' out || failed "replay: length"
expect 1 "--out" "$broken" cosim -u common.fifo --geometry paper --out "$scratch"
[[ -s $scratch/common.fifo-paper-seed1.stim ]] || failed "--out"
expect 1 "assertion" "$broken" cosim -u abyp.taghash --geometry small
grep -q 'assertion of the RTL, cycle' out || failed "assertion: what"
grep -q 'abyp_taghash.sv' out || failed "assertion: where"

# --record and replay are exact, plain and compressed.
for f in r.stim r.stim.zst; do
    expect 0 "record $f" "$good" cosim -u common.cam --geometry small -n 30000 --seed 9 --record $f
    grep events -A9 out >events
    expect 0 "replay $f" "$good" cosim -u common.cam --stimulus $f --record again.$f
    grep events -A9 out | cmp -s - events || failed "replay $f: other events"
    cmp -s $f again.$f || failed "replay $f: recorded again it is another file"
done
expect 0 "wave" "$good" cosim -u common.cam --geometry small -n 1000 --wave w.fst
[[ -s w.fst && -s w.gtkw ]] || failed "--wave: files"
cp w.fst w1.fst
expect 0 "wave again" "$good" cosim -u common.cam --geometry small -n 1000 --wave w.fst
cmp -s w.fst w1.fst || failed "--wave: not the same bytes"

# Bad usage and bad input: one line, exit 2.
refused "no unit" "expected -u UNIT" "$good" cosim
refused "an unknown unit" "did you mean 'common.fifo'" "$good" cosim -u common.fif
refused "a bad geometry" "expected paper, small, large or all" "$good" cosim -u abyp --geometry big
refused "no cycles" "-n: '0'" "$good" cosim -u abyp -n 0
refused "a bad seed" "--seed: 'x'" "$good" cosim -u abyp --seed x
refused "one wave of many runs" "--wave: needs one unit" "$good" cosim -u abyp --wave w.fst
refused "a length for a replay" "-n: only random" "$good" cosim -u abyp -n 5 --stimulus r.stim
refused "no such file" "nowhere.stim: cannot open" "$good" cosim -u abyp --stimulus nowhere.stim
refused "another unit's stimulus" "r.stim:2: a stimulus of common.cam" \
    "$good" cosim -u abyp --stimulus r.stim
refused "another geometry" "recorded at small" \
    "$good" cosim -u common.cam --geometry large --stimulus r.stim
refused "no directory" "cannot create" "$good" cosim -u common.cam --geometry small -n 10 \
    --record nowhere/r.stim
head -c 700 r.stim >cut.stim
refused "a cut file" "cut.stim:" "$good" cosim -u common.cam --stimulus cut.stim
head -c 2000 r.stim.zst >cut.stim.zst
refused "a cut compressed file" "cut.stim.zst" "$good" cosim -u common.cam --stimulus cut.stim.zst
echo "$failures failures"
exit $((failures != 0))
