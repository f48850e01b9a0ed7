# las-cta, las-warp and las on the three engines: alone, beside the other systems of the papers;
# presets, options, a trace, checkpoints. engines_las_long has the rest.
. "$(dirname "$0")/lib.sh"
. "$source/tests/e2e/lib_engines.sh"

config=las

# sums FILE: each CTA was granted, with a locality of one of three kinds; each instruction was a pick.
sums() {
    local f=$1 kinds=0 n
    if [ -n "$(number "$f" grants)" ]; then
        for n in shares unshared no_locality; do kinds=$((kinds + $(number "$f" $n))); done
        [ $kinds = "$(number "$f" grants)" ] || fail "$f: $kinds CTAs by their locality"
        [ "$(number "$f" grants)" = "$(number "$f" ctas)" ] || fail "$f: other CTAs were granted than ran"
    fi
    if [ -n "$(number "$f" picks)" ]; then
        [ "$(number "$f" picks)" = "$(number "$f" warp_instructions)" ] ||
            fail "$f: other instructions were picked than issued"
        [ "$(number "$f" promotes)" -ge "$(number "$f" demotes)" ] || fail "$f: a warp left that had not come"
    fi
}

# of_las NAME POLICIES ARGUMENTS...: on the three engines, with those sums.
of_las() {
    case $2 in *las-warp*) saw=picks ;; *) saw=grants ;; esac
    three "$@"
    sums "$1.c.json"
    conserves "$1.c.json"
}

for policy in las-cta las-warp las; do
    for w in 2dconv bfs backprop srad; do
        of_las engines_las_1_${policy}_$w $policy -w $w --scale tiny
    done
done
name=engines_las_100_programs
cases=$((cases + 1))
of_all() { cat engines_las_1_*.c.json | grep "\"$1\":" | tr -dc '0-9\n' | awk '{ n += $1 } END { print n }'; }
for fact in shares unshared no_locality loads_with_rectangle waiting_cycles comparing_cycles promotes demotes \
    arrivals compared_pairs; do
    [ "$(of_all $fact)" -gt 0 ] || fail "no program had $fact"
done

# The two parts named together are the whole, in either order.
for pair in las-cta+las-warp las-warp+las-cta; do
    run engines_las_210_$pair 0 "$lockwarp" run -w bfs --scale tiny -c las -p $pair --json $pair.json
    sed -i '/^  "engine": /d' $pair.json
    same engines_las_211_${pair}_is_las engines_las_1_las_bfs.c.json $pair.json
done
refuses engines_las_213_option_of_a_part "'las-cta' is a part of 'las' in this run; expected las.window" \
    "$lockwarp" run -w bfs --scale tiny -c las -p las-cta+las-warp --set las-cta.window=4
refuses engines_las_214_part_and_whole "'las-warp' is a part of 'las'" \
    "$lockwarp" run -w bfs --scale tiny -c las -p las+las-warp
for other in laws apres ccws ccws_swl pcal mascar pa; do
    for policy in las-warp las; do
        refuses engines_las_215_${policy}_and_$other "'$policy' and '$other' both own pick_warp" \
            "$lockwarp" run -w bfs --scale tiny -c las -p $policy+$other
    done
done
for policy in las-cta las; do
    refuses engines_las_216_${policy}_and_bcs "'$policy' and 'bcs' both own pick_cta" \
        "$lockwarp" run -w bfs --scale tiny -c las -p $policy+bcs
done

# Beside the papers' other systems: the whole with each, and all of them. The parts alone with each, and other comparators,
# are in the long form.
for other in abyp mrpb apcm sap; do
    of_las engines_las_301_las_$other las+$other -w 2dconv --scale tiny
done
for other in laws apres mascar; do
    of_las engines_las_302_las-cta_$other las-cta+$other -w 2dconv --scale tiny
done
of_las engines_las_303_las-warp_bcs las-warp+bcs -w 2dconv --scale tiny
of_las engines_las_310_all las-cta+apres+abyp+mrpb+apcm -w spmv --scale tiny
of_las engines_las_311_all_but_apres las+abyp+mrpb+apcm+sap -w spmv --scale tiny

# Other geometries, and what the software part costs. engines_las_long has other machines.
set_all() { # set_all POLICY OPTION...: --set POLICY.OPTION for each
    local policy=$1
    shift
    printf -- '--set\n%s\n' "${@/#/$policy.}"
}
for o in 'window=3 pairs=2 arrays=1 coord_w=8 prefill=off' cost=100; do
    # shellcheck disable=SC2046,SC2086
    of_las "engines_las_403_las-cta_${o// /_}" las-cta -w 2dconv --scale tiny $(set_all las-cta $o)
done
o='active=3 arrays=1 region_w=4 subs=9'
# shellcheck disable=SC2046,SC2086
of_las "engines_las_404_las-warp_${o// /_}" las-warp -w 2dconv --scale tiny $(set_all las-warp $o)

# Sleep is exact.
for policy in las-cta las-warp las las+abyp+mrpb+apcm+sap; do
    for w in spmv 2dconv; do
        for awake in '' --never-sleep; do
            run "engines_las_420_$policy$awake" 0 "$lockwarp" run -w $w --scale tiny -c las -p $policy $awake \
                --json "sleep$awake.json"
        done
        same engines_las_421_never_sleep_${policy}_$w sleep.json sleep--never-sleep.json
    done
done

for w in spmv 2dconv; do
    for awake in '' --never-sleep; do
        run "engines_las_422_stages$awake" 0 "$lockwarp" run -w $w --scale tiny -c las -p las --set las.stages=1 $awake \
            --json "sleep$awake.json"
    done
    same engines_las_423_never_sleep_stages_$w sleep.json sleep--never-sleep.json
done

# A trace.
"$lockwarp" trace record -w spmv --scale tiny -c las -o spmv.lwt >out 2>err </dev/null || fail 'no trace'
of_las engines_las_501_trace las --trace spmv.lwt

# Traces have no programs: what makes rectangles there is counted as such, and a run of a program has none of it.
[ "$(number engines_las_501_trace.c.json loads_from_trace)" -gt 0 ] || fail 'no load of the trace has a rectangle'
[ "$(number engines_las_501_trace.c.json loads_from_trace)" = "$(number engines_las_501_trace.c.json loads_with_rectangle)" ] ||
    fail 'a rectangle of the trace is from elsewhere'
[ "$(number engines_las_1_las_bfs.c.json loads_from_trace)" = 0 ] || fail 'a program has rectangles of a trace'
# An Accel-Sim trace drops the CTAs that have ended, and its plan looks at all: a run that goes on makes it in time.
"$lockwarp" trace export spmv.lwt --accelsim spmv >out 2>err </dev/null || fail 'no Accel-Sim trace'
few=(--trace spmv -c las -p las --set n_sms=1 --set ctas_per_sm=2)
run engines_las_502_accelsim 0 "$lockwarp" run "${few[@]}" --json whole.json
[ "$(number whole.json loads_from_trace)" -gt 0 ] || fail 'no load of the Accel-Sim trace has a rectangle'
for at in 5000 45450 90000; do
    run engines_las_503_accelsim_stopped_at_$at 3 "$lockwarp" run "${few[@]}" --checkpoint-at $at --checkpoint c.ckpt
    run engines_las_504_accelsim_continued_from_$at 0 "$lockwarp" run --resume c.ckpt --json rest.json
    same engines_las_505_accelsim_same_from_$at whole.json rest.json
done

# Written under one engine, continued under another.
ckpt=(-w spmv --scale tiny -c las -p las)
run engines_las_600_undisturbed 0 "$lockwarp" run "${ckpt[@]}" -e rtl --json whole.json
for at in 40 200 1000 9000 30000; do
    run engines_las_601_written_at_$at 3 "$lockwarp" run "${ckpt[@]}" --checkpoint-at $at --checkpoint c.ckpt
    run engines_las_602_continued_from_$at 0 "$lockwarp" run --resume c.ckpt -e rtl --json rest.json
    same engines_las_603_same_from_$at whole.json rest.json
done
ckpt=(-w 2dconv --scale tiny -c las -p las)
run engines_las_610_undisturbed 0 "$lockwarp" run "${ckpt[@]}" --json whole.json
run engines_las_611_written 3 "$lockwarp" run "${ckpt[@]}" -e rtl --checkpoint-at 1000 --checkpoint c.ckpt
run engines_las_612_continued 0 "$lockwarp" run --resume c.ckpt -e c --json rest.json
same engines_las_613_same whole.json rest.json
finish
