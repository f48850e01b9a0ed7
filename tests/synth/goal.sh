#!/bin/bash
# abyp at the paper's geometry on Nangate 45 nm: storage as the contract says and 1.0 GHz, the
# clock of its preset; with long also mrpb, its paper's final design, 1100 MHz
# (its goal is 1150, from which other files in rtl/ can move it: docs/synthesis.md). Two runs (at the
# small geometry, that is soon done) give the same bytes.
#
#   goal.sh LOCKWARP ROOT [long]
#
# The library is no part of the project: skipped where it is not found (LW_PDK, or ../shared/pdk).
set -u
lockwarp=$1 root=$2 long=${3:-}
pdk=${LW_PDK:-$root/../shared/pdk}
for tool in yosys sta; do
    command -v $tool >/dev/null || { echo "skipped: $tool not found"; exit 77; }
done
[[ -e $pdk/nangate45_typ.lib.gz ]] || { echo "skipped: no nangate45_typ.lib.gz in $pdk"; exit 77; }

export LW_PDK=$pdk
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for run in 1 2; do
    "$lockwarp" synth -u abyp --geometry small --liberty nangate45 --json "$scratch/$run.json" \
        >/dev/null || exit 1
done
cmp "$scratch/1.json" "$scratch/2.json" || exit 1
"$lockwarp" synth -u abyp --exact --liberty nangate45 --json "$scratch/paper.json" || exit 1
mhz=$(sed -n 's/.*"fmax_mhz":[[:space:]]*\([0-9]*\).*/\1/p' "$scratch/paper.json")
share=$(sed -n 's/.*"l1d_share":[[:space:]]*\([0-9.]*\).*/\1/p' "$scratch/paper.json")
# The 2048 bits of an L2 slice, 256 B, as a macro: a row of the table.
"$lockwarp" synth -u abyp.l2bit --liberty nangate45 --memories sram --json "$scratch/sram.json" ||
    exit 1
macro=$(sed -n 's/.*"macro_area_um2":[[:space:]]*\([0-9.]*\).*/\1/p' "$scratch/sram.json")
row=$(awk -F, '$1 == 256 && $2 == 4 && $4 == 1 { print $10 * 1e6 }' "$root/synth/sram_45nm.csv")
grep -q '"sram_bits":[[:space:]]*2048' "$scratch/sram.json" || { echo "FAIL: sram_bits"; exit 1; }
[[ -n $row && ${macro%.*} == "${row%.*}" ]] || { echo "FAIL: macro $macro, table $row"; exit 1; }
# mrpb: the pointers that its policy does not read are gone, the queues' memory is a macro.
if [[ $long ]]; then
    "$lockwarp" synth -u mrpb --exact --liberty nangate45 --memories sram \
        --period-ns 0.8696 --json "$scratch/mrpb.json" || exit 1
    mrpb=$(sed -n 's/.*"fmax_mhz":[[:space:]]*\([0-9]*\).*/\1/p' "$scratch/mrpb.json")
    grep -q '"storage_bits":[[:space:]]*25342' "$scratch/mrpb.json" || { echo "FAIL: bits of mrpb"; exit 1; }
    [[ -n $mrpb && $mrpb -ge 1100 ]] || { echo "FAIL: mrpb at $mrpb MHz"; exit 1; }
    echo "mrpb: $mrpb MHz"
fi
echo "abyp: $mhz MHz, share of the L1D $share"
[[ -n $share && $mhz -ge 1000 ]]
