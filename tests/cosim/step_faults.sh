#!/bin/bash
# Faults in the RTL, found by all states and by single steps: each finds it, and the stimulus that --exhaustive
# writes shows it again.
#
#   step_faults.sh LOCKWARP ROOT
#
# The sources are a copy with one edit (LW_ROOT), from which the program makes the unit's model, into the cache of
# XDG_CACHE_HOME. deep/NAME.sed are the faults that show only deep in a run.
set -u
lockwarp=$1 root=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export LW_ROOT=$scratch/root
mkdir root
cp -r "$root"/{rtl,cmodel,tb} root/
failures=0 found=0
failed() {
    echo "FAIL $*"
    failures=$((failures + 1))
    tail -n 4 out err
}
# fault UNIT MODULE SCRIPT: the edit of sed -E, or deep/NAME.sed
fault() {
    local unit=$1 file=rtl/$2.sv edit=(-e "$3") field
    [[ $3 != *.sed ]] || edit=(-f "$root/tests/cosim/deep/$3")
    sed -E "${edit[@]}" "$root/$file" >"root/$file"
    cmp -s "$root/$file" "root/$file" && failed "$unit, $3: changes nothing"
    "$lockwarp" cosim -u "$unit" --exact --exhaustive >out 2>err
    [[ $? -eq 1 ]] && grep -q ': FAIL, model and RTL differ$' out || failed "$unit, $3: not found in all states"
    field=$(sed -n 's/^  \(output\|state\) \([a-z_]*\).*/\2/p' out | head -1)
    "$lockwarp" cosim -u "$unit" --exact --stimulus "$unit-small-exhaustive.stim" >out 2>err
    [[ $? -eq 1 ]] && grep -Eq "^  (output|state) $field\b" out || failed "$unit, $3: the stimulus does not show $field"
    "$lockwarp" cosim -u "$unit" --exact --one-step 300000 --geometry small >out 2>err
    [[ $? -eq 1 ]] && grep -q ': FAIL, model and RTL differ$' out || failed "$unit, $3: not found by single steps"
    found=$((found + 1))
    cp "$root/$file" "root/$file"
}
fault common.cam common/cam cam_clear.sed
fault common.sat_ctr_table common/sat_ctr_table ctr_saturation.sed
fault abyp.l2bit abyp/abyp_l2bit l2bit_all.sed
fault mrpb.latency mrpb/mrpb_latency latency_burst.sed
# the scan ends one entry early if the last warp was monitored
fault apcm.monitor apcm/apcm_monitor "s/assign more = scan_q < (.*);/assign more = scan_q < \1 \&\& !(mine_q == WarpW'(Warps - 1) \&\& scan_q == IdxW'(Entries - 2));/"
echo "$found faults, $failures failures"
[[ $failures -eq 0 && $found -gt 0 ]]
