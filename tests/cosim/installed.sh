#!/bin/bash
# An installed copy makes a model of an unusual geometry out of what was installed, and finds it again. That
# it reads nothing of the source tree is seen by changing the installed RTL: the model then differs.
#
#   installed.sh CMAKE BUILD ROOT
set -u
cmake=$1 build=$2 root=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
failed() {
    echo "FAIL $*"
    failures=$((failures + 1))
}
"$cmake" --install "$build" --prefix "$scratch/p" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
cd "$scratch" || exit 1
export XDG_CACHE_HOME=$scratch/cache
unset LW_ROOT LW_MODELS
program=$scratch/p/bin/lockwarp
"$program" cosim -u abyp --exact --geometry paper -n 1000 >out 2>err || { failed "paper: exit $?"; cat err; }
[[ ! -s err ]] || { failed "paper: made, not found among the installed"; cat err; }
for time in first second; do
    "$program" cosim -u common.cam --param entries=7 --param key_w=5 -n 20000 >out 2>err ||
        { failed "$time: exit $?"; cat err; }
    grep -q '^common.cam, entries 7, key_w 5: PASS$' out || failed "$time: no PASS"
    [[ $(grep -c '^making' err) -eq $([[ $time == first ]] && echo 1 || echo 0) ]] ||
        { failed "$time: made or not"; cat err; }
done
# Models of sources that differ from the installed ones are not used, the installed ones are.
sed -i 's/^  assign hit_o = .*/  assign hit_o = 1'"'"'b0;/' p/share/lockwarp/rtl/common/cam.sv
cmp -s p/share/lockwarp/rtl/common/cam.sv "$root/rtl/common/cam.sv" && failed "the edit changed nothing"
"$program" cosim -u common.cam --param entries=7 --param key_w=5 -n 20000 >out 2>err
[[ $? -eq 1 && $(grep -c '^making' err) -eq 1 ]] || { failed "the installed RTL is not what is run"; cat out err; }
"$program" cosim -u abyp --exact --geometry paper -n 1000 >out 2>err || failed "paper again: exit $?"
[[ ! -s err ]] || failed "paper again: made, though its sources are as they were"
echo "$failures failures"
exit $((failures != 0))
