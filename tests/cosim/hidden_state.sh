#!/bin/bash
# A C model has no state but that of its struct, which the field list names: no variable that outlives a call. A
# counter in one would be in no comparison of states and in no proof.
#
#   hidden_state.sh CC ROOT
set -u
cc=$1 root=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0 models=0

# variables SOURCE: those that the compiled file can write to between calls
variables() {
    "$cc" -O0 -w -std=gnu11 -D_GNU_SOURCE -fno-pic -fno-pie -I "$root/cmodel" -c "$1" -o "$scratch/x.o" || return 1
    nm --defined-only "$scratch/x.o" | awk '$2 ~ /^[bBdDcCsS]$/ { print $3 }' >"$scratch/found"
}

for list in "$root"/cmodel/*/*_fields.h; do
    model=${list%_fields.h}.c
    models=$((models + 1))
    variables "$model" || { echo "FAIL $model: not compiled"; failures=$((failures + 1)); continue; }
    if [[ -s $scratch/found ]]; then
        echo "FAIL $model: outlives a call: $(tr '\n' ' ' <"$scratch/found")"
        failures=$((failures + 1))
    fi
    # The same with a counter, global or in a function, must be found.
    for hidden in 'static unsigned hidden; unsigned hidden_next(void) { return ++hidden; }' \
        'unsigned hidden_next(void) { static unsigned hidden = 7; return ++hidden; }' 'unsigned hidden;'; do
        [[ $models -gt 1 ]] && continue
        { cat "$model" && echo "$hidden"; } >"$scratch/x.c"
        variables "$scratch/x.c" && grep -q hidden "$scratch/found" ||
            { echo "FAIL not found: $hidden"; failures=$((failures + 1)); }
    done
done
echo "$models models, $failures failures"
[[ $failures -eq 0 && $models -gt 0 ]]
