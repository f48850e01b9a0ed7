#!/bin/bash
# Is an edited module still one machine with the C model? Exit 0: `lockwarp prove` proves it.
#
#   equal.sh LOCKWARP ROOT FILE EDITED.sv UNIT SECONDS NAME=VALUE...
#
# FILE    the module in ROOT that EDITED.sv stands for, as rtl/mrpb/mrpb.sv
# UNIT    as the program names it, with the values of all its parameters
set -eu
lockwarp=$1 root=$2 file=$3 edited=$4 unit=$5 seconds=$6
shift 6
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A root whose only file of its own is the edited one.
ln -s "$root"/* "$scratch/"
rm "$scratch/rtl"
mkdir "$scratch/rtl"
ln -s "$root"/rtl/* "$scratch/rtl/"
family=${file%/*}
rm "$scratch/$family"
mkdir "$scratch/$family"
ln -s "$root/$family"/* "$scratch/$family/"
rm "$scratch/$file"
cp "$edited" "$scratch/$file"

LW_ROOT=$scratch "$lockwarp" prove -u "$unit" --exact --seconds "$seconds" "${@/#/--param=}" >/dev/null 2>&1
