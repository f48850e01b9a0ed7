#!/bin/sh
# static.sh OUT.a MAP CC OBJCOPY AR OBJECT...: a library of one object, of whose symbols only those that the version
# script MAP names are to be seen.
set -e
out=$1 map=$2 cc=$3 objcopy=$4 ar=$5
shift 5
one=$out.o names=$out.names
trap 'rm -f "$one" "$names"' EXIT
sed -n '/global:/,/local:/s/^ *\([a-z0-9_]*\);.*/\1/p' "$map" >"$names"
"$cc" -r -nostdlib -fno-lto -o "$one" "$@"
# Without what the compiler keeps for link-time optimization: by that the linker would see all symbols again.
"$objcopy" --remove-section='.gnu.lto_*' --remove-section='.gnu.debuglto_*' --keep-global-symbols="$names" "$one"
rm -f "$out"
"$ar" rcs "$out" "$one"
