#!/bin/bash
# The arithmetic that the paper of apres counts, in the RTL before mapping, at the paper's geometry: 4
# adders and a multiplier in apres.agen, of which apres.sap has one beside its one divider, and no
# multiplication or division anywhere else in apres.sap.
#
#   arithmetic.sh ROOT
set -u
root=$1
command -v yosys >/dev/null || { echo "skipped: yosys not found"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root" || exit 2
failed=0

prepare() { # top: elaborates it, each module by itself, into $scratch/TOP.il
    yosys -q -p "read_verilog -sv -noassert -defer $(echo rtl/*/*.sv); hierarchy -check -top $1;
        proc; opt_clean; write_rtlil $scratch/$1.il" || exit 1
}

expect() { # top, count, what, selection...
    local top=$1 count=$2 what=$3 found
    shift 3
    found=$(yosys -p "read_rtlil $scratch/$top.il; select -count $*" |
        sed -n 's/^\([0-9]*\) objects\.$/\1/p')
    if [[ $found != "$count" ]]; then
        failed=$((failed + 1))
        echo "FAIL $top: ${found:-no} $what, expected $count"
    fi
}

prepare apres_agen
# Whatever computes: subtractions count as additions, and nothing else may.
expect apres_agen 4 "adders" 't:$add' 't:$sub'
expect apres_agen 1 "multipliers" 't:$mul'
expect apres_agen 0 "other arithmetic" 't:$neg' 't:$div' 't:$mod' 't:$divfloor' 't:$modfloor' \
    't:$pow' 't:$alu' 't:$macc' 't:$lcu' 't:$fa' 't:$shl' 't:$shr' 't:$sshl' 't:$sshr'

# The derived modules have names such as $paramod$...\apres_agen.
prepare apres_sap
expect apres_sap 1 "apres_agen" 't:*apres_agen*'
expect apres_sap 1 "apres_div" 't:*apres_div*'
expect apres_sap 1 "multipliers" 't:$mul'
expect apres_sap 0 "division cells" 't:$div' 't:$mod' 't:$divfloor' 't:$modfloor' 't:$pow'

[[ $failed -eq 0 ]] && echo "apres: 4 adders, 1 multiplier, 1 divider"
[[ $failed -eq 0 ]]
