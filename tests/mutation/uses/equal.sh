#!/bin/bash
# Does an edited module still do the same? Exit status 0: it is proved; 1: it is refuted; others: no answer.
#
#   equal.sh LOCKWARP ROOT FILE EDITED.sv UNIT SECONDS PARAMETER:NAME=VALUE...
#
# FILE       the module in ROOT that EDITED.sv stands for, as rtl/mrpb/mrpb.sv
# UNIT       as the program names it, with the values of all its parameters
# PARAMETER  of the RTL; NAME: as the program has it
#
# First the two modules are compared gate by gate (../gates.sh). Where states that cannot be reached differ, `lockwarp
# prove` shows that the edited module is one machine with the C model under the unit's invariant.
set -eu
. "$(dirname "$0")/../gates.sh"
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
module() { # ROOT: commands that read the module of it
    local files=("$1"/rtl/common/*.sv)
    [[ $family == rtl/common ]] || files+=("$1/$family"/*.sv)
    printf '%s\n' "read_verilog -sv -noassert -defer ${files[*]}" "chparam ${rtl_params[*]} $top" \
        "hierarchy -check -top $top" proc flatten
}
if write_gates is "$(module "$root")" && write_gates edited "$(module "$scratch")" && same_gates is edited; then exit 0; fi
LW_ROOT=$scratch "$lockwarp" prove -u "$unit" --exact --seconds "$seconds" "${params[@]}" >/dev/null 2>&1
