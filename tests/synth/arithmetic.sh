#!/bin/bash
# The arithmetic that the paper of apres counts, in the RTL before mapping, at the paper's geometry: 4
# adders and a multiplier in apres.agen, of which apres.sap has one beside its one divider, and no
# multiplication or division anywhere else in apres.sap. With stages 2 there is one more adder, for what
# the lower half of the product carries, and still one multiplier.
#
#   arithmetic.sh ROOT
set -u
root=$1
command -v yosys >/dev/null || { echo "skipped: yosys not found"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root" || exit 2
failed=0

prepare() { # top, parameters...: elaborates it, each module by itself, into $scratch/TOP.il
    local top=$1 chparam='' p
    shift
    for p; do chparam+=" -chparam ${p%=*} ${p#*=}"; done
    yosys -q -p "read_verilog -sv -noassert -defer $(echo rtl/*/*.sv); hierarchy -check -top $top$chparam;
        proc; opt_clean; rename -top $top; write_rtlil $scratch/$top.il" || exit 1
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

arithmetic() { # what apres_agen and apres_sap have as they are prepared: adders of apres_agen
    # Whatever computes: subtractions count as additions, and nothing else may.
    expect apres_agen "$1" "adders" 't:$add' 't:$sub'
    expect apres_agen 1 "multipliers" 't:$mul'
    expect apres_agen 0 "other arithmetic" 't:$neg' 't:$div' 't:$mod' 't:$divfloor' 't:$modfloor' \
        't:$pow' 't:$alu' 't:$macc' 't:$lcu' 't:$fa' 't:$shl' 't:$shr' 't:$sshl' 't:$sshr'
    # The derived modules have names such as $paramod$...\apres_agen.
    expect apres_sap 1 "apres_agen" 't:*apres_agen*'
    expect apres_sap 1 "apres_div" 't:*apres_div*'
    expect apres_sap 1 "multipliers" 't:$mul'
    expect apres_sap 0 "division cells" 't:$div' 't:$mod' 't:$divfloor' 't:$modfloor' 't:$pow'
}

prepare apres_agen
prepare apres_sap
arithmetic 4
prepare apres_agen Halves=1
prepare apres_sap Stages=2 DivBits=2
arithmetic 5

[[ $failed -eq 0 ]] && echo "apres: 4 adders, 1 multiplier, 1 divider; with stages 2 one adder more"
[[ $failed -eq 0 ]]
