# Recording and replay: a trace of any workload gives the statistics of the run it is from, to the
# last digit, whether that was timed or not, under any policy; what is no whole trace is refused.
# Where the instructions depend on the order of atomics (facts say so), a functional run is another run.
. "$(dirname "$0")/lib.sh"
vecadd=(--ptx "$data/vecadd.ptx" --launch "$data/vecadd.yaml")

# totals FILE: the result without what names the run ("workload") and the machine ("host").
totals() {
    sed -e '/^  "host": {/,$d' -e '/^  "workload": {/,/^  },\{0,1\}$/d' "$1"
}

# replays NAME A B: two results say the same.
replays() {
    name=$1
    cases=$((cases + 1))
    totals "$2" >"$2.cut"
    totals "$3" >"$3.cut"
    grep -q '"warp_instructions": [1-9]' "$2.cut" || fail "$2 is of no instruction"
    grep -q '^  "per_load"' "$2.cut" || fail "$2 has lost its loads"
    cmp -s "$2.cut" "$3.cut" || fail "$2 and $3 differ: $(diff "$2.cut" "$3.cut" | head -6)"
}

depends_on_order() {
    grep -q '^order ' "$(dirname "$0")/../workload/$1.facts"
}

workloads=$("$lockwarp" list workloads | awk 'NR > 1 { print $1 }')
[ "$(printf '%s\n' "$workloads" | wc -l)" -ge 17 ] || fail "workloads: $workloads"
n=0
for w in $workloads; do
    n=$((n + 1))
    configs=(apres abyp-gcn)
    # In the short form one configuration of the two by turns, and both for one workload in four.
    [ -n "${LW_LONG:-}" ] || [ $((n % 4)) = 0 ] || configs=("${configs[n % 2]}")
    for config in "${configs[@]}"; do
        run "native_101_${w}_functional_$config" 0 "$lockwarp" trace record -w "$w" --scale tiny \
            -c $config --functional -o functional.lwt
        for policy in '' '-p abyp'; do
            [ "$config$policy" = 'apres-p abyp' ] && continue
            # shellcheck disable=SC2086
            run "native_102_${w}_$config$policy" 0 "$lockwarp" trace record -w "$w" --scale tiny \
                -c $config $policy -o timed.lwt --json timed.json
            for kind in timed functional; do
                # shellcheck disable=SC2086
                run "native_103_${w}_$config${policy}_$kind" 0 "$lockwarp" run --trace $kind.lwt \
                    -c $config $policy --json replay.json
                [ $kind = functional ] && depends_on_order "$w" && continue
                replays "native_104_${w}_$config${policy}_$kind" timed.json replay.json
            done
        done
    done
done

# Local memory lands where its CTA is resident; generic addresses, atomics, fences, guards.
for config in apres abyp-gcn; do
    spaces=(--ptx "$data/spaces.ptx" --launch "$data/spaces.yaml" -c $config)
    run "native_105_spaces_$config" 0 "$lockwarp" trace record "${spaces[@]}" -o timed.lwt \
        --json timed.json
    run "native_106_spaces_$config" 0 "$lockwarp" trace record "${spaces[@]}" --functional \
        -o functional.lwt
    for kind in timed functional; do
        run "native_107_spaces_${config}_$kind" 0 "$lockwarp" run --trace $kind.lwt -c $config \
            --json replay.json
        replays "native_108_spaces_${config}_$kind" timed.json replay.json
    done
done

# A recorded run is the run; the same command gives the same bytes.
run native_110_plain 0 "$lockwarp" run -w bfs --scale tiny --json plain.json
run native_111_record 0 "$lockwarp" trace record -w bfs --scale tiny -o a.lwt --json record.json
replays native_112_recording_changes_nothing plain.json record.json
cp a.lwt first.lwt
run native_113_again 0 "$lockwarp" trace record -w bfs --scale tiny -o a.lwt --json record.json
cmp -s a.lwt first.lwt || fail 'two recordings differ'
run native_114_never_sleep 0 "$lockwarp" run --trace a.lwt --never-sleep --json awake.json
replays native_115_never_sleep plain.json awake.json

# A trace of a replay replays the same again.
run native_116_record_a_replay 0 "$lockwarp" trace record --trace a.lwt -o b.lwt
run native_117_replay 0 "$lockwarp" run --trace b.lwt --json b.json
replays native_118_second_generation plain.json b.json

# Chosen launches only, numbered anew; those that were not chosen ran and are not in it.
run native_120_filter 0 "$lockwarp" trace record "${vecadd[@]}" --launches 2-3 -o l.lwt --json l.json
run native_121_filter 0 "$lockwarp" run --trace l.lwt --json lr.json
replays native_122_filter l.json lr.json
[ "$(number lr.json launches)" = 2 ] || fail "$(number lr.json launches) launches; expected 2"
run native_123_filter_functional 0 "$lockwarp" trace record "${vecadd[@]}" --launches 2-3 \
    --functional -o l.lwt
run native_124_filter_functional 0 "$lockwarp" run --trace l.lwt --json lf.json
replays native_125_filter_functional l.json lf.json
refuses native_126_nothing_chosen 'chooses none of the 4 launches' \
    "$lockwarp" trace record "${vecadd[@]}" --kernel no_such -o none.lwt
refuses native_127_nothing_chosen 'none.lwt: not written: no launch was chosen' \
    "$lockwarp" trace record "${vecadd[@]}" --kernel no_such --functional -o none.lwt
[ -e none.lwt ] && fail 'a trace of nothing was left'

# Information. vecadd: 2 CTAs of a warp of 19 instructions, 3 of them on memory, 4 on parameters.
run native_130_info 0 "$lockwarp" trace record "${vecadd[@]}" --kernel vecadd -o v.lwt
run native_131_info 0 "$lockwarp" trace info v.lwt
grep -Eq '^vecadd +1 +2 +38 +14 ' out || fail "$(grep vecadd out)"
grep -q '"config":	"apres"' out || fail 'the configuration is not said'

# A result that is wrong, a kernel that faults, a run cut short: no trace.
sed 's/values: \[0, 16, 32,/values: [0, 16, 33,/' "$data/vecadd.yaml" >wrong.yaml
run native_140_wrong 1 "$lockwarp" trace record --ptx "$data/vecadd.ptx" --launch wrong.yaml \
    -o wrong.lwt
grep -q 'wrong.lwt: not written' err || fail 'not said that there is no trace'
[ -e wrong.lwt ] && fail 'a trace of a wrong run was left'
refuses native_141_limit 'expected a whole run' \
    "$lockwarp" trace record "${vecadd[@]}" --max-cycles 9 -o cut.lwt
refuses native_142_nowhere 'no/such/place.lwt: cannot create' \
    "$lockwarp" trace record "${vecadd[@]}" -o no/such/place.lwt
refuses native_143_no_output 'expected -o FILE' "$lockwarp" trace record "${vecadd[@]}"

# A fault of the kernel is said as in a run; a barrier that cannot be met likewise.
cat >k.ptx <<'END'
.version 3.2
.target sm_20
.address_size 64
.visible .entry wild(.param .u64 p)
{
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [p];
    st.global.u32 [%rd1+1073741824], 1;
    ret;
}
.visible .entry stuck(.param .u64 p)
{
    bar.sync 0, 64; // line 13
    ret;
}
END
for kernel in wild stuck; do
    printf 'buffers:\n  a: {type: u32, size: 4}\nlaunches:\n' >$kernel.yaml
    printf '  - {kernel: %s, grid: 1, block: 32, args: [a]}\n' $kernel >>$kernel.yaml
done
for timing in '' --functional; do
    # shellcheck disable=SC2086
    refuses "native_144_fault$timing" 'wild: pc 0x8 .*store of 4 bytes at 0x50000000 is outside' \
        "$lockwarp" trace record --ptx k.ptx --launch wild.yaml $timing -o fault.lwt
    # shellcheck disable=SC2086
    refuses "native_145_deadlock$timing" \
        'k.ptx:13:5: kernel stuck: CTA 0 can never end, waiting are warp 0 at barrier 0 for 2;' \
        "$lockwarp" trace record --ptx k.ptx --launch stuck.yaml $timing -o fault.lwt
done
[ -e fault.lwt ] && fail 'a trace of a fault was left'

# No room for the trace: said, and nothing is left.
for timing in '' --functional; do
    # shellcheck disable=SC2086
    refuses "native_146_no_room$timing" 'room.lwt: cannot write: File too large' \
        bash -c 'trap "" XFSZ; ulimit -f 16; exec "$@"' - \
        "$lockwarp" trace record -w bfs --scale tiny $timing -o room.lwt
    ls room.lwt* >/dev/null 2>&1 && fail 'something was left'
done

# Stopped and continued, a replay is the same.
run native_147_stop 3 "$lockwarp" run --trace a.lwt --checkpoint c.ckpt --checkpoint-at 9000
run native_148_continue 0 "$lockwarp" run --resume c.ckpt --json resumed.json
replays native_149_continued plain.json resumed.json

# What is no whole trace.
head -c 1000 a.lwt >cut.lwt
refuses native_160_cut 'cut.lwt: cut short' "$lockwarp" run --trace cut.lwt
{
    head -c 8 a.lwt
    printf '\3'
    tail -c +10 a.lwt
} >new.lwt
refuses native_161_version 'new.lwt: a trace of version 3; this program reads versions 1 to 2' \
    "$lockwarp" trace info new.lwt
size=$(stat -c %s a.lwt)
{
    head -c $((size / 2)) a.lwt
    printf 'xxxxxxxx'
    tail -c +$((size / 2 + 9)) a.lwt
} >bad.lwt
refuses native_162_damaged 'bad.lwt: damaged trace' "$lockwarp" run --trace bad.lwt
refuses native_163_warps 'warps of 32 lanes, the GPU has 64' \
    "$lockwarp" run --trace a.lwt -c abyp-gcn
refuses native_164_verb "unknown verb 'rekord'; did you mean 'record'" "$lockwarp" trace rekord
finish
