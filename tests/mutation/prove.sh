#!/bin/bash
# Proves that a fault changes nothing: exit 0 proved, 1 not.
#
#   prove.sh LOCKWARP UNIT GEOMETRY PLAIN.il SECONDS WAYS MUTATION...    MUTATION: the arguments of yosys' mutate
#
# SECONDS: the most that each step takes; what they have not proved by then is not proved.
# WAYS: all, or first: the first way alone.
#
# A fault at what nothing uses leaves the same gates (gates.sh): this is tried before all others. A netlist with the fault
# that `lockwarp prove` shows to be one with the model under the unit's invariant has lost nothing. Induction over the
# pairs of equally named wires shows the same of the two netlists; then over flops and ports alone, because a wire may
# differ where nothing depends on it (the enable of a write that no entry takes); then temporal induction from reset over
# the outputs. In small netlists induction is the faster one.
set -u
lockwarp=$1 unit=$2 geometry=$3 plain=$4 seconds=$5 ways=$6
shift 6
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
    timeout "$seconds" yosys -q -s "$scratch/equiv.ys" >"$scratch/log" 2>&1
}
induction() {
    # shellcheck disable=SC2016 # $_ is the name of a cell
    equal "" || equal 'select -set held */t:$_*DFF*_ %co1:+[Q]
rename -hide */w:* @held %d
select -clear'
}
model() {
    cat >"$scratch/netlist.ys" <<END
script $scratch/two.ys
delete gold
rename gate $top
write_rtlil $scratch/fault.il
END
    yosys -q -s "$scratch/netlist.ys" >"$scratch/log" 2>&1 &&
        "$lockwarp" prove -u "$unit" --exact --geometry "$geometry" --netlist "$scratch/fault.il" --seconds "$seconds" \
            >"$scratch/log" 2>&1
}
. "$(dirname "$0")/gates.sh"
gates() { # plain.il's are kept beside it
    local kept=${plain%.il}
    if [[ -s $kept.1.aig && $kept.1.aig -nt $plain ]]; then
        cp "$kept.0.aig" "$scratch/plain.0.aig"
        cp "$kept.1.aig" "$scratch/plain.1.aig"
    else
        write_gates plain "read_rtlil $plain" || return 1
        local x
        for x in 0 1; do # another test may look for them meanwhile
            cp "$scratch/plain.$x.aig" "$kept.$x.aig.$$" && mv "$kept.$x.aig.$$" "$kept.$x.aig" || return 1
        done
    fi
    write_gates fault "read_rtlil $plain" "mutate $*" && same_gates plain fault
}
gates "$@" && exit 0
order=(model induction)
[[ $geometry != small ]] || order=(induction model)
"${order[0]}" && exit 0
[[ $ways == all ]] || exit 1
"${order[1]}" && exit 0
cat >"$scratch/sat.ys" <<END
script $scratch/two.ys
miter -equiv -flatten -make_outputs gold gate miter
hierarchy -top miter
sat -tempinduct -prove trigger 0 -set-at 1 in_rst_ni 0 -seq 1 -maxsteps 12 -timeout $seconds -verify miter
END
# Its own limit is looked at between its steps only.
timeout $((seconds + 30)) yosys -q -s "$scratch/sat.ys" >"$scratch/log" 2>&1
