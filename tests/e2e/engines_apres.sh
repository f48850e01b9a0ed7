# LAWS and SAP on the three engines: alone, together, beside the str prefetcher and beside every other
# system of the papers; schedulers, geometries, a trace, checkpoints. engines_apres_long has the rest.
. "$(dirname "$0")/lib.sh"
. "$source/tests/e2e/lib_engines.sh"

config=apres saw=groups
for w in backprop bfs histo spmv; do
    three engines_apres_1_$w apres -w $w --scale tiny
done
name=engines_apres_100_programs
cases=$((cases + 1))
of_all() { cat engines_apres_1_*.c.json | grep "\"$1\":" | tr -dc '0-9\n' | awk '{ n += $1 } END { print n }'; }
for fact in ungrouped moves_hit moves_miss moves_begin moves_target drq_drops pt_replacements same_warp \
    inexact mismatches no_stride predictions sap_issued sap_present sap_pending sap_no_mshr; do
    [ "$(of_all $fact)" -gt 0 ] || fail "no program had $fact"
done
# Two reasons for a drop that those machines do not have: every way is on its way, and the miss queue is full.
three engines_apres_2_no_way sap -w histo --scale tiny --set l1_ways=1 --set l1_sets=4
[ "$(number engines_apres_2_no_way.c.json sap_no_way)" -gt 0 ] || fail 'no prefetch was dropped for want of a way'
config=apres-3-loads
three engines_apres_3_no_queue apres -w backprop --scale tiny
config=apres
[ "$(number engines_apres_3_no_queue.c.json sap_no_queue)" -gt 0 ] || fail 'no prefetch was dropped for want of room in the queue'

# sums FILE: what was issued ended in one of four ways, and what was asked for was issued or dropped.
sums() {
    local f=$1 ends=0 drops=0 n
    for n in useful late early_evicted useless; do ends=$((ends + $(number "$f" prefetches_$n))); done
    [ $ends = "$(number "$f" prefetches_issued)" ] || fail "$f: $ends prefetches ended"
    for n in issued present pending refused no_way no_mshr no_queue; do
        drops=$((drops + $(number "$f" sap_$n)))
    done
    [ $drops = "$(number "$f" asked)" ] || fail "$f: $drops prefetches were issued or dropped"
}
for w in backprop bfs histo spmv; do sums engines_apres_1_$w.c.json; done
sums engines_apres_2_no_way.c.json
sums engines_apres_3_no_queue.c.json

# Each part alone. SAP asks under any scheduler, LAWS for nothing.
three engines_apres_201_laws laws -w bfs --scale tiny
[ "$(number engines_apres_201_laws.c.json prefetches_asked)" = 0 ] || fail 'LAWS asked for a prefetch'
for scheduler in gto two_level; do
    three engines_apres_202_sap_$scheduler sap -w spmv --scale tiny --set sched_policy=$scheduler
    sums engines_apres_202_sap_$scheduler.c.json
done
three engines_apres_203_laws_str laws+str -w spmv --scale tiny
three engines_apres_204_sap_str sap+str -w spmv --scale tiny

# The two parts named together are the whole, in either order.
for pair in laws+sap sap+laws; do
    run engines_apres_210_$pair 0 "$lockwarp" run -w bfs --scale tiny -c apres -p $pair --json $pair.json
    sed -i '/^  "engine": /d' $pair.json
    same engines_apres_211_${pair}_is_apres engines_apres_1_bfs.c.json $pair.json
done
three engines_apres_212_laws_sap_str laws+sap+str -w bfs --scale tiny
refuses engines_apres_213_option_of_a_part "'laws' is a part of 'apres' in this run; expected apres.groups" \
    "$lockwarp" run -w bfs --scale tiny -c apres -p laws+sap --set laws.groups=4
refuses engines_apres_214_part_and_whole "'sap' is a part of 'apres'" \
    "$lockwarp" run -w bfs --scale tiny -c apres -p apres+sap
for other in ccws ccws_swl pcal mascar pa; do
    refuses engines_apres_215_laws_and_$other "'laws' and '$other' both own pick_warp" \
        "$lockwarp" run -w bfs --scale tiny -c apres -p laws+$other
done

# Beside the other systems: each pair, and all of them.
for policy in laws sap apres; do
    three engines_apres_301_${policy}_abyp $policy+abyp -w bfs --scale tiny
    three engines_apres_302_${policy}_mrpb $policy+mrpb -w bfs --scale tiny
    three engines_apres_303_${policy}_apcm $policy+apcm -w bfs --scale tiny
done
for other in abyp mrpb apcm; do
    for policy in sap apres; do
        for f in engines_apres_30?_${policy}_$other.c.json; do sums "$f"; done
    done
done
# What they refuse is dropped and refused by nobody else; what is issued trains abyp.
name=engines_apres_305_refusals
cases=$((cases + 1))
for other in abyp apcm; do
    f=$(echo engines_apres_30?_apres_$other.c.json)
    [ "$(number "$f" sap_refused)" -gt 0 ] || fail "$other refused no prefetch"
    for n in prefetch_drops prefetches_dropped_policy; do
        [ "$(number "$f" sap_refused)" = "$(number "$f" $n)" ] || fail "$f: refused by whom?"
    done
done
[ "$(number engines_apres_301_apres_abyp.c.json prefetch_fills)" = "$(number engines_apres_301_apres_abyp.c.json sap_issued)" ] ||
    fail 'a prefetch went past the predictor'
# Prefetches pass mrpb by: it has the requests of the program, and no more.
run engines_apres_306_mrpb_alone 0 "$lockwarp" run -w spmv --scale tiny -c apres -p mrpb --json alone.json
run engines_apres_307_mrpb_beside 0 "$lockwarp" run -w spmv --scale tiny -c apres -p mrpb+apres --json beside.json
[ "$(number beside.json sap_issued)" -gt 0 ] || fail 'nothing was prefetched'
for f in alone beside; do sed -i '1,/^ *"mrpb": {/d' $f.json; done
[ "$(number alone.json requests)" -gt "$(number alone.json enqueued)" ] || fail 'not what mrpb counts'
[ "$(number beside.json requests)" = "$(number alone.json requests)" ] || fail 'a prefetch went through the buffer'
three engines_apres_310_all apres+abyp+mrpb+apcm -w spmv --scale tiny
sums engines_apres_310_all.c.json

# More schedulers than one share the queue; other geometries; more loads under way.
config=apcm-fermi
three engines_apres_401_two_schedulers apres -w bfs --scale tiny
config=apres
three engines_apres_403_geometry apres -w spmv --scale tiny --set apres.groups=1 --set apres.drq=1 \
    --set apres.pt=1 --set apres.div_bits=8
[ "$(number engines_apres_403_geometry.c.json drq_drops)" -gt 0 ] || fail 'the DRQ never was full'
[ "$(number engines_apres_403_geometry.c.json pt_replacements)" -gt 0 ] || fail 'the PT never was full'

three engines_apres_404_reach apres -w backprop --scale tiny --set apres.reach=cta
for fact in served predictions moves_target sap_issued; do
    [ "$(number engines_apres_404_reach.c.json $fact)" -gt 0 ] || fail "no $fact with reach cta"
done
[ "$(number engines_apres_404_reach.c.json asked)" -lt "$(number engines_apres_1_backprop.c.json asked)" ] ||
    fail 'a smaller reach asked for no fewer prefetches'
# SAP with registers between what it computes, and its product by halves.
three engines_apres_405_halves apres -w spmv --scale tiny --set apres.stages=2 --set apres.div_bits=2
[ "$(number engines_apres_405_halves.c.json sap_issued)" -gt 0 ] || fail 'no prefetch with a product by halves'

# A group moves by one warp per cycle: the counters of moves count cycles, and the choice of warps is another.
three engines_apres_404_at_once laws -w spmv --scale tiny
three engines_apres_404_serial laws -w spmv --scale tiny --set laws.serial=1
[ "$(number engines_apres_404_serial.c.json moves_hit)" -gt "$(number engines_apres_404_at_once.c.json moves_hit)" ] ||
    fail 'no group of several warps moved one by one'

# With at most two loads before their first L1 result three groups are enough for all.
for queue in 1 2; do
    run engines_apres_410_ldst_queue_$queue 0 "$lockwarp" run -w bfs --scale tiny -c apres -p apres \
        --set ldst_queue=$queue --json q.json
    [ "$(number q.json ungrouped)" = 0 ] || fail 'a load found no entry'
done

# Sleep is exact.
for policy in laws sap apres laws+str apres+abyp+mrpb+apcm; do
    for awake in '' --never-sleep; do
        run "engines_apres_420_$policy$awake" 0 "$lockwarp" run -w spmv --scale tiny -c apres -p $policy $awake \
            --json "sleep$awake.json"
    done
    same engines_apres_421_never_sleep_$policy sleep.json sleep--never-sleep.json
done

# A trace.
"$lockwarp" trace record -w spmv --scale tiny -c apres -o spmv.lwt >out 2>err </dev/null || fail 'no trace'
three engines_apres_501_trace apres --trace spmv.lwt

# Written under one engine, continued under another.
ckpt=(-w spmv --scale tiny -c apres -p apres)
run engines_apres_600_undisturbed 0 "$lockwarp" run "${ckpt[@]}" -e rtl --json whole.json
for at in 1000 9000 30000; do
    run engines_apres_601_written_at_$at 3 "$lockwarp" run "${ckpt[@]}" --checkpoint-at $at --checkpoint c.ckpt
    run engines_apres_602_continued_from_$at 0 "$lockwarp" run --resume c.ckpt -e rtl --json rest.json
    same engines_apres_603_same_from_$at whole.json rest.json
done
ckpt=(-w spmv --scale tiny -c apres -p laws+str)
run engines_apres_610_undisturbed 0 "$lockwarp" run "${ckpt[@]}" --json whole.json
run engines_apres_611_written 3 "$lockwarp" run "${ckpt[@]}" -e rtl --checkpoint-at 5000 --checkpoint c.ckpt
run engines_apres_612_continued 0 "$lockwarp" run --resume c.ckpt -e c --json rest.json
same engines_apres_613_same whole.json rest.json
finish
