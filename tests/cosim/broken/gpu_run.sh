#!/bin/bash
# The engines in a GPU run with one line of abyp's RTL changed: -e rtl changes its statistics, -e c
# does not, -e lockstep stops at the first difference and leaves a stimulus that cosim replays
# without the GPU.
#
#   gpu_run.sh LOCKWARP LOCKWARP_BROKEN
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
# simulate PROGRAM ENGINE: the JSON without what may differ, in PROGRAM.ENGINE.
simulate() {
    "$1" run -w bfs --scale tiny -c abyp-gcn -p abyp -e "$2" --json out.json 2>err
    status=$?
    sed -e '/^  "engine": /d' -e '/^  "host": {/,/^  }/d' out.json >"$(basename "$1").$2"
}

simulate "$good" c
simulate "$broken" c
cmp -s lockwarp.c lockwarp_broken.c || failed "-e c depends on the RTL"
simulate "$good" rtl
cmp -s lockwarp.c lockwarp.rtl || failed "-e rtl is not -e c"
simulate "$broken" rtl
[[ $status -eq 0 ]] || { failed "-e rtl: exit $status"; cat err; }
cmp -s lockwarp.c lockwarp_broken.rtl && failed "-e rtl does not depend on the RTL"

simulate "$broken" lockstep
[[ $status -eq 1 ]] || failed "-e lockstep: exit $status, expected 1"
grep -q 'output trains_down' err || { failed "-e lockstep: no field"; cat err; }
grep -q 'unchecked' err || failed "-e lockstep: the result was not left unchecked"
field=$(grep -oE 'state ctr\[[0-9]+\]' err | head -1)
replay=$(grep -oE 'lockwarp cosim .*' err | head -1 | sed 's/^lockwarp //')
[[ -n $replay ]] || { failed "-e lockstep: no replay command"; cat err; }

# shellcheck disable=SC2086
"$broken" $replay >out 2>err
[[ $? -eq 1 ]] || { failed "replay: no difference"; cat out err; }
grep -qF "$field" out || { failed "replay: another field than $field"; cat out; }
# shellcheck disable=SC2086
"$good" $replay >out 2>err
[[ $? -eq 0 ]] || { failed "replay on the right RTL"; cat out err; }
echo "$failures failures; $field"
exit $((failures != 0))
