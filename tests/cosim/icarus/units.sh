#!/bin/bash
# Every unit's stimulus in Icarus Verilog: the bench that cosim --bench writes must pass.
#
#   units.sh LOCKWARP PART OF GEOMETRY:CYCLES...   77 when Icarus Verilog is not installed
#
# PART and OF split the work for several jobs: of the units, number PART, PART + OF, ... from 0. Random stimulus, and
# at the small geometry the directed steps as well.
set -u
program=$1 part=$2 of=$3
shift 3
for tool in iverilog vvp; do
    if ! command -v $tool >/dev/null; then
        echo "skipped: $tool is not installed"
        exit 77
    fi
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0 passed=0 number=0

bench() { # what, options of cosim...
    local what=$1 folder=$scratch/bench
    shift
    rm -rf "$folder"
    if ! "$program" cosim --exact "$@" --bench "$folder" >"$scratch/said" 2>&1; then
        echo "FAIL $what: no bench"
        cat "$scratch/said"
        failures=$((failures + 1))
        return
    fi
    iverilog -g2005 -Wall -i -t null "$folder/bench.v" >"$scratch/said" 2>&1
    if [[ $? -ne 0 || -s $scratch/said ]]; then
        echo "FAIL $what: not plain Verilog-2005"
        head -5 "$scratch/said"
        failures=$((failures + 1))
    fi
    "$folder/run.sh" >"$scratch/said" 2>&1
    local status=$?
    if [[ $status -ne 0 || $(wc -l <"$scratch/said") -ne 1 ]] || ! grep -q '^PASS: ' "$scratch/said"; then
        echo "FAIL $what: exit $status"
        head -20 "$scratch/said"
        failures=$((failures + 1))
        return
    fi
    echo "$what: $(cat "$scratch/said")"
    passed=$((passed + 1))
}

units=$("$program" list units | awk 'NR > 1 { print $1 }')
for unit in $units; do
    ((number++ % of == part)) || continue
    for form in "$@"; do
        geometry=${form%:*} cycles=${form#*:}
        bench "$unit, $geometry" -u "$unit" --geometry "$geometry" -n "$cycles"
        [[ $geometry == small ]] && bench "$unit, directed" -u "$unit" --geometry small --stimulus directed
    done
done
echo "$passed benches passed, $failures failed"
[[ $passed -gt 0 && $failures -eq 0 ]]
