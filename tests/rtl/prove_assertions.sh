#!/bin/bash
# Proves the assertions of rtl/ at small geometries: Yosys makes gates of a module, yosys-smtbmc and z3 look
# for inputs under which an assertion fails.
#
#   prove_assertions.sh LIST.csv LIST_GEOMETRIES ROOT short|long [UNIT]    with a unit its rows alone
#
# A row: unit, property, parameters (beside those of the small geometry), steps, depth, run, why. Without a
# property the assertions are those of the unit's module; else those of tests/rtl/properties/PROPERTY.sv, whose
# module has that name and the unit's parameters. In the first cycle there is reset, then all inputs are free.
# Depth: no assertion fails in so many cycles. Steps: with none failing in so many cycles that begin anywhere,
# none fails in the next one, so none ever fails; - where that does not hold or does not come to an end.
set -u
list=$1 geometries=$2 root=$3 form=$4 only=${5:-}
for tool in yosys yosys-smtbmc z3; do
    command -v $tool >/dev/null || { echo "skipped: $tool not found"; exit 77; }
done
cd "$root" || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0 rows=0 assertions=0
failed() {
    echo "FAIL $*"
    failures=$((failures + 1))
}

# gates TOP Name=value...: x.smt2 in scratch. As gates, z3 is much faster than with arithmetic and memories.
gates() {
    local top=$1 set=() pair
    shift
    for pair in "$@"; do set+=(-set "${pair%%=*}" "${pair#*=}"); done
    yosys -q -p "read_verilog -formal -sv -defer rtl/*/*.sv tests/rtl/properties/*.sv; chparam ${set[*]} $top;
        hierarchy -check -top $top; proc; flatten; opt -full; memory_map; opt -full; wreduce; opt; techmap;
        opt -fast; dffunmap; abc -g AND,OR,XOR,MUX; opt_clean; setundef -undriven -anyseq;
        write_smt2 -wires $scratch/x.smt2" >"$scratch/out" 2>&1
}

smtbmc() { yosys-smtbmc -s z3 --noprogress --unroll "$@" "$scratch/x.smt2" >"$scratch/out" 2>&1; }

# prove UNIT PROPERTY PARAMETERS STEPS DEPTH
prove() {
    local unit=$1 property=$2 steps=$4 depth=$5 top pairs n parameters
    local what="$unit${property:+ $property}${3:+ $3}"
    read -ra parameters <<<"$3"
    read -r top _ pairs < <("$geometries" at "$unit" "${parameters[@]}") || { failed "$what: parameters"; return; }
    # A property has those of the unit's parameters that it names.
    if [[ -n $property ]]; then
        top=$property
        for n in $pairs; do
            grep -q "parameter int ${n%%=*} " "tests/rtl/properties/$property.sv" && echo "$n"
        done >"$scratch/pairs"
        pairs=$(<"$scratch/pairs")
    fi
    # shellcheck disable=SC2086
    gates "$top" $pairs || { failed "$what: Yosys"; cat "$scratch/out"; return; }
    # A module without registers has no reset.
    : >"$scratch/reset.smtc"
    ! grep -q '^; yosys-smt2-input rst_ni ' "$scratch/x.smt2" ||
        printf 'initial\nassume (not [rst_ni])\n' >"$scratch/reset.smtc"
    n=$(grep -c '^; yosys-smt2-assert' "$scratch/x.smt2")
    [[ $n -gt 0 ]] || { failed "$what: no assertion is left"; return; }
    assertions=$((assertions + n))
    if ! smtbmc --smtc "$scratch/reset.smtc" -t "$depth"; then
        failed "$what: within $depth cycles after reset"
        grep -v '^##.*Checking' "$scratch/out" | head -5
        return
    fi
    if [[ $steps != - ]] && ! smtbmc -i -t "$steps"; then
        failed "$what: induction over $steps steps"
        grep -v '^##.*Trying' "$scratch/out" | head -5
        return
    fi
    if [[ $steps == - ]]; then
        echo "PASS $what: $n assertions, $depth cycles after reset"
    else
        echo "PASS $what: $n assertions, ever (induction over $steps steps)"
    fi
}

while IFS=, read -r unit property parameters steps depth run _; do
    [[ -z $only || $unit == "$only" ]] || continue
    [[ $run == short || $run == long ]] || { failed "run is '$run' in the row of $unit; expected short or long"; continue; }
    [[ $run == short || $form == long ]] || continue
    [[ $steps == - || $steps -le $depth ]] || { failed "$unit: the first steps of an induction need as much depth"; continue; }
    prove "$unit" "$property" "$parameters" "$steps" "$depth" </dev/null
    rows=$((rows + 1))
done < <(tail -n +2 "$list")

# A module with assertions and no row of its own, and a property without one, are mistakes.
if [[ -z $only ]]; then
    "$geometries" geometries | awk '$2 == "small" { print $1 }' >"$scratch/modules"
    while IFS=, read -r unit property _; do
        [[ -n $property ]] || "$geometries" at "$unit" | cut -d' ' -f1
    done < <(tail -n +2 "$list") >"$scratch/have"
    while read -r module; do
        grep -q '\<assert\>' rtl/*/"$module.sv" && failed "no row for the assertions of $module"
    done < <(grep -vxFf "$scratch/have" "$scratch/modules")
    for file in tests/rtl/properties/*.sv; do
        grep -q ",$(basename "$file" .sv)," "$list" || failed "no row for $file"
    done
fi
echo "$rows rows, $assertions assertions, $failures failures"
[[ $failures -eq 0 && $rows -gt 0 ]]
