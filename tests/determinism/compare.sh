#!/usr/bin/env bash
# Same input, same bytes out: compare.sh [--one-in N] SOURCE_DIR OUT_DIR NAME=PROGRAM [NAME=PROGRAM]...
#
# Runs every workload at tiny size with every program, two presets, each policy, functional and
# profile, launch files, a trace of Accel-Sim's form, series over time and analysis, and compares the JSON but for
# `host` with what the first program writes, byte for byte.
# The first program runs again in other surroundings (folder, addresses, heap fill, locale, time
# zone, environment, stack limit), and simulating every component in every cycle.
# With --one-in N every workload runs with one in N of the policies and forms, and every policy and form on one in N
# of the workloads.
set -u
shopt -s nullglob
one_in=1
[ "$1" != --one-in ] || { one_in=$2; shift 2; }
source=$(cd "$1" && pwd) out=$2
shift 2
jobs=${LW_JOBS:-2}
reference=${1%%=*} program=${1#*=}
rm -rf "$out"
mkdir -p "$out"
out=$(cd "$out" && pwd)
failures=0
compared=0

fail() {
    failures=$((failures + 1))
    printf 'FAIL %s\n' "$*"
}

# The preset of a policy's paper: the one named as it is, or as its part before the first dash.
preset_of() {
    local preset
    for preset in "$1" "$1-gcn" "$1-fermi" "$1-s" "${1%%-*}"; do
        if [ -f "$source/sim/gpu/configs/$preset.yaml" ]; then
            printf '%s' "$preset"
            return
        fi
    done
    printf apres
}

# A workload's cases, ID and arguments, a line a case.
workload_cases() {
    local w=$1 p
    printf '%s-plain-apres run -w %s --scale tiny -c apres\n' "$w" "$w"
    printf '%s-plain-mrpb-s run -w %s --scale tiny -c mrpb-s\n' "$w" "$w"
    printf '%s-functional run -w %s --scale tiny --functional\n' "$w" "$w"
    printf '%s-profile profile -w %s --scale tiny -c apres\n' "$w" "$w"
    for p in $("$program" list policies | grep -v '^ ' | cut -d' ' -f1); do
        printf '%s-%s run -w %s --scale tiny -c %s -p %s\n' "$w" "$p" "$w" "$(preset_of "$p")" "$p"
    done
}

cases() {
    local w n=0
    for w in $("$program" list workloads | awk 'NR > 1 { print $1 }'); do
        workload_cases "$w" | awk -v n=$n -v one_in="$one_in" '(NR + n) % one_in == 0'
        n=$((n + 1))
    done
    # All that a run can ask for, on a trace and on kernels with launch files
    local data=$source/tests/e2e/data preset more='--interval 500 --analyze'
    for preset in apres sm2-gtx480; do
        printf 'trace-%s run --trace %s/trace/kernelslist.g -c %s %s\n' $preset "$data" $preset "$more"
        for p in vecadd spaces; do
            printf '%s-%s run --ptx %s/%s.ptx --launch %s/%s.yaml -c %s %s\n' \
                $p $preset "$data" $p "$data" $p $preset "$more"
        done
    done
    printf 'bfs-analyzed run -w bfs --scale tiny -c abyp-gcn -p abyp %s\n' "$more"
}

# run_case DIR PROGRAM MORE ID ARGS...: ID.json without host, or ID.failed. MORE: an option or empty.
run_case() {
    local dir=$1 program=$2 more=$3 id=$4
    shift 4
    if "$program" "$@" $more --json "$dir/$id.whole" >"$dir/$id.log" 2>&1 </dev/null &&
        grep -q '^  "host": {' "$dir/$id.whole"; then
        sed '/^  "host": {/,$d' "$dir/$id.whole" >"$dir/$id.json"
        rm -f "$dir/$id.whole" "$dir/$id.log"
    else
        mv "$dir/$id.log" "$dir/$id.failed"
    fi
}
export -f run_case

# run_all NAME PROGRAM MORE [COMMAND...]: every case, each behind COMMAND.
run_all() {
    local name=$1 program=$2 more=$3 start=$EPOCHREALTIME f
    shift 3
    mkdir -p "$out/$name"
    GCOV_PREFIX=$out/gcda xargs -P "$jobs" -a "$out/cases" -L 1 \
        "$@" bash -c 'run_case "$@"' run_case "$out/$name" "$program" "$more" >"$out/$name.log" 2>&1
    for f in "$out/$name"/*.failed; do
        fail "$name: $(basename "$f" .failed): $(tail -1 "$f" | cut -c1-200)"
    done
    rm -rf "$out/gcda"
    seconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
}

# against NAME: each result against the reference's.
against() {
    local name=$1 id same=0 differ=0
    while read -r id _; do
        compared=$((compared + 1))
        if [ -s "$out/$reference/$id.json" ] && cmp -s "$out/$reference/$id.json" "$out/$name/$id.json"; then
            same=$((same + 1))
        else
            differ=$((differ + 1))
            [ $differ -le 3 ] && fail "$name: $id differs from $reference:
$(diff "$out/$reference/$id.json" "$out/$name/$id.json" 2>&1 | head -6)"
        fi
    done <"$out/cases"
    printf '%-24s %4d same, %d different, %s s\n' "$name" "$same" "$differ" "$seconds"
    failures=$((failures + differ))
}

cases >"$out/cases"
n=$(wc -l <"$out/cases")
[ -z "$(cut -d' ' -f1 "$out/cases" | sort | uniq -d)" ] || fail "two cases have one name"
workloads=$("$program" list workloads | tail -n +2 | wc -l)
for p in $("$program" list policies | grep -v '^ ' | cut -d' ' -f1); do
    grep -q -- " -p $p\$" "$out/cases" || fail "no case of policy $p"
done
[ "$workloads" -ge 17 ] && [ "$n" -ge $((5 * workloads / one_in)) ] || fail "$n cases of $workloads workloads"

run_all "$reference" "$program" ''
printf '%-24s %4d results, %s s\n' "$reference" "$(ls "$out/$reference" | grep -c '\.json$')" "$seconds"
[ "$(ls "$out/$reference" | grep -c '\.json$')" = "$n" ] || fail "$reference gave not every result"
# The comparison must be able to see a difference: two presets give two results.
cmp -s "$out/$reference/vecadd-apres.json" "$out/$reference/vecadd-sm2-gtx480.json" && fail "two presets compare equal"

cd / || exit 1
if [ "$one_in" = 1 ]; then
    run_all again "$program" ''
    against again
fi
# Elsewhere: fixed addresses, a heap filled with rubbish, a stack elsewhere, commas in numbers.
elsewhere=(env MALLOC_PERTURB_=165 MALLOC_ARENA_MAX=1 TZ=Asia/Kathmandu COLUMNS=20
    LW_PADDING="$(head -c 3001 /dev/zero | tr '\0' x)")
if localedef -i de_DE -f UTF-8 "$out/de_DE.UTF-8" 2>/dev/null; then
    elsewhere+=(LOCPATH="$out" LANG=de_DE.UTF-8 LC_ALL=de_DE.UTF-8)
else
    printf '%-24s locale de_DE.UTF-8 left out: it cannot be made here\n' elsewhere
fi
if setarch -R true 2>/dev/null; then
    elsewhere+=(setarch -R)
else
    printf '%-24s fixed addresses left out: setarch -R is not permitted here\n' elsewhere
fi
run_all elsewhere "$program" '' "${elsewhere[@]}" \
    bash -c 'ulimit -s unlimited 2>/dev/null; exec "$@"' limit
against elsewhere
run_all never-sleep "$program" --never-sleep
against never-sleep
shift
for named in "$@"; do
    run_all "${named%%=*}" "${named#*=}" ''
    against "${named%%=*}"
done
printf '%d comparisons, %d failures\n' "$compared" "$failures"
[ "$failures" = 0 ] && [ "$compared" -gt 0 ]
