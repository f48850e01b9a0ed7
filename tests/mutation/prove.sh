#!/bin/bash
# Proves that a fault changes nothing: exit 0 proved, 1 not.
#
#   prove.sh PLAIN.il SECONDS MUTATION...    MUTATION: the arguments of yosys' mutate
#
# SECONDS: the most that the last of these takes; what it has not proved by then is not proved.
#
# First by induction over the pairs of equally named wires; then over flops and ports alone, because
# a wire may differ where nothing depends on it (the enable of a write that no entry takes); then
# by temporal induction from reset over the outputs.
set -u
plain=$1 seconds=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
top=$(sed -nE 's/^module \\?(.*)$/\1/p' "$plain" | head -1)
cat >"$scratch/two.ys" <<END
read_rtlil $plain
copy $top gold
mutate $*
rename $top gate
END
equal() { # passes before the pairs are made
    cat >"$scratch/equiv.ys" <<END
script $scratch/two.ys
$1
equiv_make gold gate equiv
hierarchy -top equiv
equiv_simple -undef
equiv_induct -undef -seq 4
equiv_status -assert
END
    yosys -q -s "$scratch/equiv.ys" >"$scratch/log" 2>&1
}
equal "" && exit 0
# shellcheck disable=SC2016 # $_ is the name of a cell
equal 'select -set held */t:$_*DFF*_ %co1:+[Q]
rename -hide */w:* @held %d
select -clear' && exit 0
cat >"$scratch/sat.ys" <<END
script $scratch/two.ys
miter -equiv -flatten -make_outputs gold gate miter
hierarchy -top miter
sat -tempinduct -prove trigger 0 -set-at 1 in_rst_ni 0 -seq 1 -maxsteps 12 -timeout $seconds -verify miter
END
yosys -q -s "$scratch/sat.ys" >"$scratch/log" 2>&1
