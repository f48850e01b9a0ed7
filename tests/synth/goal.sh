#!/bin/bash
# abyp at the paper's geometry on Nangate 45 nm: storage as the contract says and 1.0 GHz, the
# clock of its preset. Two runs (at the small geometry, that is soon done) give the same bytes.
#
#   goal.sh LOCKWARP ROOT
#
# The library is no part of the project: skipped where it is not found (LW_PDK, or ../shared/pdk).
set -u
lockwarp=$1 root=$2
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
echo "abyp: $mhz MHz, share of the L1D $share"
[[ -n $share && $mhz -ge 1000 ]]
