#!/bin/bash
# Does an edited module still do the same? Exit status 0: it is proved; 1: it is refuted; others: no answer.
#
#   equal.sh LOCKWARP ROOT FILE EDITED.sv UNIT SECONDS PARAMETER:NAME=VALUE...
#
# FILE       the module in ROOT that EDITED.sv stands for, as rtl/mrpb/mrpb.sv
# UNIT       as the program names it, with the values of all its parameters
# PARAMETER  of the RTL; NAME: as the program has it
#
# First the two modules are compared gate by gate between their flops, which have the same names (Yosys and abc). An x in
# either is 0 in one comparison and 1 in another: it equals nothing but the x of the same place. Where states that cannot
# be reached differ, `lockwarp prove` shows that the edited module is one machine with the C model under the unit's
# invariant.
set -eu
lockwarp=$1 root=$2 file=$3 edited=$4 unit=$5 seconds=$6
shift 6
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A root whose only file of its own is the edited one.
family=${file%/*}
ln -s "$root"/* "$scratch/"
rm "$scratch/rtl"
mkdir "$scratch/rtl"
ln -s "$root"/rtl/* "$scratch/rtl/"
rm "$scratch/$family"
mkdir "$scratch/$family"
ln -s "$root/$family"/* "$scratch/$family/"
rm "$scratch/$file"
cp "$edited" "$scratch/$file"

top=${file##*/} top=${top%.sv}
rtl_params=() params=()
for p in "$@"; do
    rtl_params+=(-set "${p%%:*}" "${p##*=}")
    params+=("--param=${p#*:}")
done
gates() { # ROOT NAME: NAME.0.aig, NAME.1.aig
    local files=("$1"/rtl/common/*.sv)
    [[ $family == rtl/common ]] || files+=("$1/$family"/*.sv)
    cat >"$scratch/$2.ys" <<END
read_verilog -sv -noassert -defer ${files[*]}
chparam ${rtl_params[*]} $top
hierarchy -check -top $top
proc
flatten
setattr -set keep 1 w:*_q w:*_q\\[*\\]
opt_clean
techmap
dffunmap
opt_clean
simplemap
setundef -undriven -expose
design -save read
setundef -zero
aigmap
write_aiger -symbols $scratch/$2.0.aig
design -load read
setundef -one
aigmap
write_aiger -symbols $scratch/$2.1.aig
END
    yosys -q -s "$scratch/$2.ys" >/dev/null 2>&1
}
same() { # with x at $1
    timeout "$seconds" berkeley-abc -q "cec -T $seconds $scratch/is.$1.aig $scratch/edited.$1.aig" 2>/dev/null |
        grep -q '^Networks are equivalent'
}
if gates "$root" is && gates "$scratch" edited && same 0 && same 1; then exit 0; fi
LW_ROOT=$scratch "$lockwarp" prove -u "$unit" --exact --seconds "$seconds" "${params[@]}" >/dev/null 2>&1
