#!/bin/bash
# The list of what is enumerated: all reachable states under all inputs, C model against RTL.
#
#   exhaustive.sh LOCKWARP LIST.csv short|long [EVIDENCE.csv UNIT]    with a unit its rows alone
#
# A row: unit, all of its parameters, inputs that are held, run, why. run is short, long, or parts: the
# unit is too large at its small geometry, and its parts have rows in its place. Every unit needs a row;
# one that is not of parts also needs one with a number of things that is no power of two. Counts must be those that are
# recorded.
set -u
program=$1 list=$2 form=$3 evidence=${4:-} only=${5:-}
record=$(dirname "$list")/../../docs/results/evidence/exhaustive.csv
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0 rows=0 states=0 transitions=0
failed() {
    echo "FAIL $*"
    failures=$((failures + 1))
}

# parts UNIT: too large at its small geometry, with the parts and wires that are said in its place. The states that
# are reached by the limit have more transitions than 2^28 already; the long form goes as far as needed to show that.
parts() {
    local limit=100000 part names least
    [[ $form == long ]] && limit=10000000
    "$program" cosim -u "$1" --exact --exhaustive --limit "$limit" >"$scratch/out" 2>"$scratch/err"
    [[ $? -eq 1 ]] && grep -q ': NOT DONE, more transitions than the limit$' "$scratch/out" ||
        { failed "$1: not refused as too large"; cat "$scratch/out" "$scratch/err"; }
    least=$(sed -nE 's/^  at least (2\^)?([0-9]+) transitions: .*/\1 \2/p' "$scratch/out")
    case $form$least in
    short2^\ * | short\ *) ;;
    long2^\ *) [[ ${least#* } -gt 28 ]] ;;
    long\ *) [[ ${least# } -gt $((1 << 28)) ]] ;;
    *) false ;;
    esac || failed "$1: not shown to have more than 2^28 transitions: $least"
    names=$(sed -n 's/^  its parts, which are units: //p' "$scratch/out" | tr -d ,)
    [[ -n $names ]] || failed "$1: no parts are named"
    grep -q '^  wires between them' "$scratch/out" || failed "$1: no wires are named"
    grep -q '^  its own registers and outputs' "$scratch/out" || failed "$1: no registers and outputs are named"
    for part in $names; do
        grep -q "^$part," "$list" || failed "$1: its part $part has no row"
    done
    echo "parts $1: $names"
}

# enumerate UNIT PARAMETERS HELD
enumerate() {
    local unit=$1 args=() p
    for p in $2; do args+=(--param "$p"); done
    for p in $3; do args+=(--hold "$p"); done
    [[ -z $evidence ]] || args+=(--evidence "$evidence")
    if ! "$program" cosim -u "$unit" --exact --exhaustive "${args[@]}" --out "$scratch" >"$scratch/out" 2>"$scratch/err" ||
        ! grep -q ': PASS, all reachable states under all inputs$' "$scratch/out"; then
        failed "$unit $2 $3"
        cat "$scratch/out" "$scratch/err"
        return
    fi
    read -r s _ t _ <<<"$(grep -m1 ' states, ' "$scratch/out")"
    states=$((states + s)) transitions=$((transitions + t))
    [[ -n $evidence ]] || grep -q "^$unit,.*,$s,$t,[0-9]*,passed," "$record" ||
        failed "$unit $2 $3: $record has no row with these counts: ./dev evidence -u $unit exhaustive"
    echo "PASS $unit $2${3:+ held $3}: $s states, $t transitions"
}

while IFS=, read -r unit parameters held run _; do
    [[ -z $only || $unit == "$only" ]] || continue
    case $run in
    parts) parts "$unit"; rows=$((rows + 1)) ;;
    short | long)
        [[ $run == short || $form == long ]] || continue
        enumerate "$unit" "$parameters" "$held"
        rows=$((rows + 1))
        ;;
    *) failed "run is '$run' in the row of $unit; expected short, long or parts" ;;
    esac
done < <(tail -n +2 "$list")

[[ -z $only ]] || exit $((failures != 0))
for unit in $("$program" list units | awk '$2 ~ /^[0-9]+$/ { print $1 }'); do
    grep -q "^$unit," "$list" || failed "$unit has no row"
done
awk -F, 'NR > 1 { odd[$1] = odd[$1]; n = split($2, p, " ")
        for (i = 1; i <= n; i++) { split(p[i], v, "="); x = v[2]; while (x > 1 && x % 2 == 0) x /= 2; if (x > 1) odd[$1] = 1 }
        if ($4 == "parts" || $1 == "mrpb.flush_ctl") odd[$1] = 1 }
    END { for (u in odd) if (!odd[u]) print u }' "$list" >"$scratch/even"
while read -r unit; do failed "$unit has only geometries of powers of two"; done <"$scratch/even"
echo "$rows rows, $states states, $transitions transitions, $failures failures"
[[ $failures -eq 0 && $rows -gt 0 ]]
