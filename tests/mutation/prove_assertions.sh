#!/bin/bash
# Proves by induction with yosys that no assertion of a module, or of what it instantiates, fails after
# a reset; exit 0 proved, 1 not.
#
#   prove_assertions.sh MODULE STEPS FILES... -- Name=value... [-- Name=value...]...
#
# Each list of parameters is a proof of its own. Base: after a cycle with rst_ni 0, which begins in any
# state, no assertion fails for STEPS cycles. Step: if none fails in that many cycles, or fewer, from any
# state on and with any inputs, none fails in the next one.
set -u
module=$1 steps=$2
shift 2
files=()
while [[ $# -gt 0 && $1 != -- ]]; do
    files+=("$1")
    shift
done
if [[ $# -lt 2 ]]; then
    echo "prove_assertions: no parameters after --" >&2
    exit 1
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

prove() { # Name=value...
    local pair set=()
    for pair in "$@"; do set+=(-set "${pair%%=*}" "${pair#*=}"); done
    cat >"$scratch/prove.ys" <<END
read_verilog -sv -formal -defer ${files[*]}
chparam ${set[*]} $module
hierarchy -check -top $module
proc
flatten
opt -full
check -assert
select -assert-min 1 t:\$assert
sat -tempinduct -prove-asserts -set-at 1 rst_ni 0 -seq 1 -maxsteps $steps -timeout 3000 -verify
END
    yosys -q -s "$scratch/prove.ys" >"$scratch/out" 2>&1
}

failed=0
while [[ $# -gt 0 ]]; do
    shift # --
    values=()
    while [[ $# -gt 0 && $1 != -- ]]; do
        values+=("$1")
        shift
    done
    if prove "${values[@]}"; then
        echo "$module ${values[*]}: proved"
    else
        echo "FAIL $module ${values[*]}: not proved"
        tail -20 "$scratch/out"
        failed=1
    fi
done
exit $failed
