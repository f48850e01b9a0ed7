#!/bin/bash
# What nothing reads with the parameters given is reported and counts no bits; what is lost otherwise fails the check.
#
#   unused.sh LOCKWARP ROOT
set -u
lockwarp=$1 root=$(cd "$2" && pwd)
for tool in yosys sta; do
    command -v $tool >/dev/null || { echo "skipped: $tool not found"; exit 77; }
done
[[ -e /usr/share/qflow/tech/osu018/osu018_stdcells.lib ]] || { echo "skipped: no osu018"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# says STATUS TEXT UNIT PARAM...: exit status, and a text of the output.
says() {
    local status=$1 text=$2 unit=$3 said got=0 words=()
    shift 3
    for word in "$@"; do words+=(--param "$word"); done
    said=$("$lockwarp" synth -u "$unit" --exact --geometry small --trials 0 "${words[@]}" 2>&1) || got=$?
    [[ $got == "$status" && $said == *"$text"* ]] && return
    failed=$((failed + 1))
    echo "FAIL $unit $*: exit $got, expected $status and '$text': $said"
}

# One group of candidates has no number of a group; several have.
says 0 "node_group 0 (+ 3 unused)" las.select window=4 lanes=4
says 0 "node_group 3 " las.select window=8 lanes=4
# More pairs than places of the window: the other lanes compare nothing.
says 0 "(+ 2 unused)" las.cta window=2 sms=1 slots=2 arrays=1 pairs=4

# A bit that is lost while the rest of its word is read fails the check.
mkdir "$scratch/root"
cp -r "$root/rtl" "$root/synth" "$scratch/root/"
fifo=$scratch/root/rtl/common/fifo.sv
sed -i "s/? mem_q\[rd_q\] : /? (mem_q[rd_q] \& ~Width'(1)) : /" "$fifo"
if cmp -s "$root/rtl/common/fifo.sv" "$fifo"; then
    echo "FAIL: rtl/common/fifo.sv has no such line"
    failed=$((failed + 1))
fi
LW_ROOT=$scratch/root says 1 "mem has 3 bits in the netlist; the contract says 6" common.fifo
[[ $failed -eq 0 ]] && echo "unused bits are told apart from lost ones"
