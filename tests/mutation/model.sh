#!/bin/bash
# Small faults in the C models, one at a time: the program MODEL_MUTANT must see each, by lockstep with the RTL or by
# worked examples.
#
#   model.sh MODEL_MUTANT ROOT CC LIST [ONE_IN]
#
# With ONE_IN one fault in so many is put in; that each changes its file is looked at all the same.
set -u
harness=$1 root=$2 cc=$3 list=$4 one_in=${5:-1}
ulimit -t 1800 # seconds of processor time of each program: a fault may make a loop of a model endless
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
killed=0 failures=0 n=0
failed() {
    echo "FAIL $*"
    failures=$((failures + 1))
}
while read -r unit source edit; do
    [[ -z $unit || $unit == '#' ]] && continue
    if ! sed -E "$edit" "$root/cmodel/$source.c" >"$scratch/model.c"; then
        failed "$unit: $edit: not understood by sed"
        continue
    fi
    if cmp -s "$scratch/model.c" "$root/cmodel/$source.c"; then
        failed "$unit: $edit: changes nothing"
        continue
    fi
    [[ $((n++ % one_in)) == 0 ]] || continue
    # Its own functions first, then those of the harness.
    if ! "$cc" -O1 -w -std=gnu11 -D_GNU_SOURCE -fPIC -shared -Wl,-Bsymbolic -I "$root/cmodel" \
        -o "$scratch/model.so" "$scratch/model.c" 2>"$scratch/err"; then
        failed "$unit: $edit: $(head -1 "$scratch/err")"
        continue
    fi
    status=0
    "$harness" "$unit" "$scratch/model.so" >"$scratch/out" 2>&1 || status=$?
    case $status in
    1) killed=$((killed + 1)) && echo "killed $unit: $edit: $(cat "$scratch/out")" ;;
    0) failed "$unit: $edit: SURVIVED" ;;
    *) failed "$unit: $edit: status $status $(cat "$scratch/out")" ;;
    esac
done <"$list"
# The harness itself: a model of each family that is not changed at all must pass.
while read -r unit source; do
    "$cc" -O1 -w -std=gnu11 -D_GNU_SOURCE -fPIC -shared -Wl,-Bsymbolic -I "$root/cmodel" \
        -o "$scratch/model.so" "$root/cmodel/$source.c"
    "$harness" "$unit" "$scratch/model.so" >"$scratch/out" 2>&1 || failed "$unit as it is: $(cat "$scratch/out")"
done <<'END'
common.fifo common/fifo
abyp abyp/abyp
mrpb mrpb/mrpb
apcm.psb apcm/apcm_psb
apres.wq apres/apres_wq
las.pick las/las_pick
END
echo "$killed faults of C models killed, $failures failures"
exit $((failures != 0))
