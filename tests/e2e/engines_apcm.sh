# apcm on the three engines: its sixteen programs; its measures and other geometries; beside abyp and
# mrpb, each pair and all three; schedulers; a trace; checkpoints.
. "$(dirname "$0")/lib.sh"
. "$source/tests/e2e/lib_engines.sh"

config=apcm-fermi saw=mta_allocations
for w in $("$lockwarp" list workloads | awk '/ apcm:/ { print $1 }'); do
    three engines_apcm_1_$w apcm -w "$w" --scale tiny
done
name=engines_apcm_100_programs
cases=$((cases + 1))
[ "$(ls engines_apcm_1_*.c.json | wc -l)" = 16 ] || fail 'another number of programs than the paper has'
of_all() { cat engines_apcm_1_*.c.json | grep "\"$1\":" | tr -dc '0-9\n' | awk '{ n += $1 } END { print n }'; }
for fact in streams pins held_bypasses releases lapses mta_hits cait_evictions cait_thresholds; do
    [ "$(of_all $fact)" -gt 0 ] || fail "no program had $fact"
done

# A measure alone, and geometries of the sensitivity studies.
three engines_apcm_201_bypass apcm -w spmv --scale tiny --set apcm.manage=bypass
[ "$(number engines_apcm_201_bypass.c.json pins)" = 0 ] || fail 'a line was protected'
three engines_apcm_202_protect apcm -w spmv --scale tiny --set apcm.manage=protect
[ "$(number engines_apcm_202_protect.c.json streams)" = 0 ] || fail 'a read bypassed'
three engines_apcm_203_mta_128_ways apcm -w bfs --scale tiny --set apcm.mta_sets=1 --set apcm.mta_ways=128
three engines_apcm_204_1_load apcm -w sssp --scale tiny --set apcm.loads=1
[ "$(number engines_apcm_204_1_load.c.json untracked)" -gt 0 ] || fail 'every load got an ID'
config=apcm-fermi-48k
three engines_apcm_205_48k apcm -w bfs --scale tiny
config=apcm-kepler
three engines_apcm_206_kepler apcm -w bfs --scale tiny

# Beside others, and under other schedulers: every read has one end, whoever decides.
beside() {
    three "$@"
    conserves "$1.c.json"
}
# each FILE FACT...: the run had all of them.
each() {
    local f=$1 fact
    shift
    for fact in "$@"; do [ "$(number "$f" $fact)" -gt 0 ] || fail "$f had no $fact"; done
}
config=apcm-fermi
beside engines_apcm_301_abyp apcm+abyp -w bfs --scale tiny
each engines_apcm_301_abyp.c.json bypass_predictions streams pins
beside engines_apcm_302_mrpb apcm+mrpb -w atax --scale tiny
each engines_apcm_302_mrpb.c.json mrpb_bypasses streams pins
saw=lookups
beside engines_apcm_303_abyp_mrpb abyp+mrpb -w bfs --scale tiny --set abyp.threshold=2
saw=mta_allocations
beside engines_apcm_304_all_three abyp+apcm+mrpb -w bfs --scale tiny
each engines_apcm_304_all_three.c.json bypass_predictions mrpb_bypasses streams pins
beside engines_apcm_305_gto apcm -w bfs --scale tiny --set sched_policy=gto
beside engines_apcm_306_swl apcm+ccws_swl -w bfs --scale tiny --set ccws_swl.limit=8
beside engines_apcm_307_str apcm+str -w bfs --scale tiny
each engines_apcm_307_str.c.json prefetches_issued prefetch_drops
refuses engines_apcm_310_with_pd "'apcm' and 'pd' both own line protection|'pd' and 'apcm' both own line protection" \
    "$lockwarp" run -w bfs --scale tiny -c apcm-fermi -p apcm+pd

# Traces: their loops are left when the warp's next instruction lies outside. Where a warp's lanes leave together
# the unit sees what it sees of the program itself.
for w in color kmeans; do
    "$lockwarp" trace record -w $w --scale tiny -c apcm-fermi -o $w.lwt >out 2>err </dev/null || fail 'no trace'
    three engines_apcm_401_trace_$w apcm --trace $w.lwt
    each engines_apcm_401_trace_$w.c.json pins releases
    for fact in requests bypass_requests protect_requests streams pins held_bypasses releases lapses; do
        [ "$(number engines_apcm_401_trace_$w.c.json $fact)" = "$(number engines_apcm_1_$w.c.json $fact)" ] ||
            fail "$fact of the trace and of the program differ"
    done
done

# Written under one engine, continued under another.
ckpt=(-w bfs --scale tiny -c apcm-fermi -p apcm)
run engines_apcm_500_undisturbed 0 "$lockwarp" run "${ckpt[@]}" -e rtl --json whole.json
for at in 3000 20000 40000; do
    run engines_apcm_501_written_at_$at 3 "$lockwarp" run "${ckpt[@]}" --checkpoint-at $at --checkpoint c.ckpt
    run engines_apcm_502_continued_from_$at 0 "$lockwarp" run --resume c.ckpt -e rtl --json rest.json
    same engines_apcm_503_same_from_$at whole.json rest.json
done
sed -i '/^  "engine": /d' whole.json
for pair in rtl:c rtl:lockstep lockstep:rtl lockstep:c; do
    run engines_apcm_504_written_of_$pair 3 "$lockwarp" run "${ckpt[@]}" -e ${pair%:*} --checkpoint-at 10000 --checkpoint c.ckpt
    run engines_apcm_505_continued_of_$pair 0 "$lockwarp" run --resume c.ckpt -e ${pair#*:} --json rest.json
    grep -q "^  \"engine\": \"${pair#*:}\",\$" rest.json || fail "engine is not ${pair#*:}"
    sed -i '/^  "engine": /d' rest.json
    same engines_apcm_506_same_of_$pair whole.json rest.json
done
finish
