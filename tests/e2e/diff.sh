# lockwarp diff from outside: exit status, one screen, machine-readable form, bad input.
. "$(dirname "$0")/lib.sh"
tiny() { run "$1" 0 "$lockwarp" run -w bfs --scale tiny "${@:3}" --json "$2"; }
tiny diff_100_run a.json -c abyp-gcn
tiny diff_101_again again.json -c abyp-gcn
tiny diff_102_policy p.json -c abyp-gcn -p abyp
tiny diff_103_functional f.json -c abyp-gcn --functional
tiny diff_104_stopped s.json -c abyp-gcn --max-cycles 5000
run diff_105_other_work 0 "$lockwarp" run -w atax --scale tiny -c mrpb-s-fa --json w.json
run diff_106_profile 0 "$lockwarp" profile -w bfs --scale tiny -c abyp-gcn --json profile.json

run diff_110_equal 0 "$lockwarp" diff a.json again.json
[ "$(tail -1 out)" = "equal: every key but host and engine" ] || fail "does not say that they are equal"
[ -s err ] && fail "wrote to standard error"

for pair in "a p" "p a" "a f" "f a" "a s" "a w" "w p" "a profile"; do
    set -- $pair
    run "diff_120_$1_$2" 1 "$lockwarp" diff $1.json $2.json
    [ "$(wc -l <out)" -le 24 ] || fail "$(wc -l <out) lines; expected at most 24"
    [ "$(wc -L <out)" -le 80 ] || fail "$(wc -L <out) columns; expected at most 80"
    run "diff_121_$1_$2_all" 1 "$lockwarp" diff --all $1.json $2.json
done

run diff_130_policy 1 "$lockwarp" diff a.json p.json
speedup=$(awk -v a="$(number a.json cycles)" -v b="$(number p.json cycles)" 'BEGIN { printf "%.4f", a / b }')
grep -q "^cycles (speedup $speedup) " out || fail "no speedup of $speedup"
grep -q '^differ in policies: no policy -> abyp$' out || fail "does not say what differs"
[ "$(sed -n '/^scheduler-cycles/,/^counters/p' out | grep -c '^  ')" = 5 ] || fail "not five causes of stalls"
# the effects on cycles sum to the change of cycles, but for rounding each
sum=$(sed -n '/^scheduler-cycles/,/^counters/p' out | awk '/^  /{ s += $6 } END { print s }')
change=$(($(number p.json cycles) - $(number a.json cycles)))
[ $((sum - change)) -le 3 ] && [ $((change - sum)) -le 3 ] || fail "effects sum to $sum; expected $change"
run diff_131_all 1 "$lockwarp" diff --all a.json p.json
grep -q '^  units.abyp.lookups ' out || fail "--all does not name the policy's numbers"

run diff_140_functional 1 "$lockwarp" diff a.json f.json
grep -q '^B is functional: no timing to compare$' out || fail "does not say that B is functional"
run diff_141_stopped 1 "$lockwarp" diff a.json s.json
grep -q 'stopped at --max-cycles' out || fail "does not say that B stopped"
grep -q speedup out && fail "a speedup of a run that stopped"
run diff_142_other_work 1 "$lockwarp" diff a.json w.json
grep -q '^the work differs' out || fail "does not say that the work differs"
grep -q '^loads' out && fail "compares loads of different kernels"

run diff_150_machine 1 "$lockwarp" diff a.json p.json --json -
[ "$(number out schema)" = '"lockwarp.diff/1"' ] || fail "--json - is not the JSON alone"
cp out machine.json
run diff_151_machine_file 1 "$lockwarp" diff a.json p.json --json d.json
cmp -s d.json machine.json || fail "the file is not what - gives"
[ "$(wc -l <out)" -le 24 ] || fail "no text beside the file"

refuses diff_200_no_file 'expected two files' "$lockwarp" diff a.json
refuses diff_201_three_files "unexpected 's.json'" "$lockwarp" diff a.json p.json s.json
refuses diff_202_missing 'nosuch.json: cannot open' "$lockwarp" diff a.json nosuch.json
head -c 3000 p.json >cut.json
line=$(($(wc -l <cut.json) + 1))
refuses diff_203_truncated "^lockwarp: cut.json:$line:[0-9]+: is no JSON; expected" "$lockwarp" diff a.json cut.json
sed 's,lockwarp.run/1,lockwarp.run/2,' a.json >two.json
refuses diff_204_other_version "two.json: has schema 'lockwarp.run/2'; expected 'lockwarp.run/1'" \
    "$lockwarp" diff two.json a.json
refuses diff_205_a_folder 'not a regular file' "$lockwarp" diff . a.json
refuses diff_206_unwritable 'no/such/d.json: cannot create' "$lockwarp" diff a.json again.json --json no/such/d.json

# Values of another type than a run's JSON has, or than the other file has at that place.
run diff_300_run 0 "$lockwarp" run -w bfs --scale tiny --json typed.json
with() { sed "0,/$1/s//$2/" typed.json >other.json; cmp -s typed.json other.json && fail "the pattern $1 changes nothing"; }
with '^    "cycles": *[0-9]*' '    "cycles": "many"'
refuses diff_301_text_for_a_number '^lockwarp: other.json: totals.cycles is a text; expected a number$' "$lockwarp" diff typed.json other.json
refuses diff_302_in_both '^lockwarp: other.json: totals.cycles is a text; expected a number$' "$lockwarp" diff other.json other.json
with '^    "cycles": *[0-9]*' '    "cycles": {"x": 1}'
refuses diff_303_object '^lockwarp: other.json: totals.cycles is an object; expected a number, as in the other file$' "$lockwarp" diff typed.json other.json
refuses diff_304_the_other_way '^lockwarp: typed.json: totals.cycles is a number; expected an object' "$lockwarp" diff other.json typed.json
with '^    "n_sms": *[0-9]*' '    "n_sms": "15"'
refuses diff_305_setting '^lockwarp: other.json: config.n_sms is a text; expected a number' "$lockwarp" diff typed.json other.json
with '"totals": {' '"totals": 3, "total": {'
refuses diff_306_a_part '^lockwarp: other.json: totals is a number; expected an object$' "$lockwarp" diff typed.json other.json
with '"totals": {' '"total": {'
refuses diff_307_no_part '^lockwarp: other.json: has no totals' "$lockwarp" diff typed.json other.json
with '"per_load": \[' '"per_load": [7, '
refuses diff_308_element 'other.json: per_load.1. is an object; expected a number' "$lockwarp" diff typed.json other.json
with '^    "cycles": *[0-9]*' '    "cycles": -1e999'
line=$(grep -n -- '-1e999' other.json | cut -d: -f1)
refuses diff_309_beyond_a_double "^lockwarp: other.json:$line:15: is a number beyond the range of a double" "$lockwarp" diff typed.json other.json
finish
