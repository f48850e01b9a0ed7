# The three engines: every statistic the same to the last digit, "engine" the only line that
# differs. Run where the RTL engines were built.
. "$(dirname "$0")/lib.sh"
. "$source/tests/e2e/lib_engines.sh"
cat >many.yaml <<'END'
buffers:
  a: {type: f32, size: 6400, init: iota}
  b: {type: f32, size: 6400, init: random}
  c: {type: f32, size: 6400}
launches:
  - {kernel: vecadd, grid: 100, block: 64, repeat: 4, args: [a, b, c, {type: u32, value: 6400}]}
END

config=abyp-gcn saw=lookups
three engines_101_vecadd abyp --ptx "$data/vecadd.ptx" --launch many.yaml
three engines_102_bfs abyp -w bfs --scale tiny
three engines_103_matrixmul abyp -w matrixmul --scale tiny

# Prefetches: those whose hash predicts bypass are dropped, by no other policy here; the others train.
for prefetcher in sld str; do
    base=engines_11_bfs_$prefetcher
    three $base abyp+$prefetcher -w bfs --scale tiny
    dropped=$(number $base.c.json prefetch_drops)
    [ "$dropped" -gt 0 ] || fail 'no prefetch was dropped'
    [ "$dropped" = "$(number $base.c.json prefetches_dropped_policy)" ] || fail 'dropped by whom?'
    [ "$(number $base.c.json prefetch_fills)" -gt 0 ] || fail 'no prefetch trained'
    [ "$(number $base.c.json prefetch_fills)" = "$(number $base.c.json prefetches_issued)" ] ||
        fail 'a prefetch went past the predictor'
    run ${base}_awake 0 "$lockwarp" run -w bfs --scale tiny -c abyp-gcn -p abyp+$prefetcher \
        --never-sleep --json $base.awake.json
    sed -i '/^  "engine": /d' $base.awake.json
    same ${base}_never_sleep $base.c.json $base.awake.json
done

# mrpb: its options, the single slot, and a geometry whose model is made on first use.
config=mrpb-s saw=wait_cycles
three engines_121_mrpb mrpb -w bfs --scale tiny
three engines_122_mrpb_modes mrpb -w srad --scale tiny --set mrpb.policy=greedy-longest \
    --set mrpb.signature=inblock --set mrpb.flush=off --set mrpb.bypass=all
three engines_123_mrpb_bypasses mrpb -w atax --scale tiny --set mrpb.policy=round-robin
[ "$(number engines_123_mrpb_bypasses.c.json mrpb_bypasses)" -gt 0 ] || fail 'nothing was bypassed'
[ "$(number engines_123_mrpb_bypasses.c.json read_flushes)" -gt 0 ] || fail 'nothing was flushed'
three engines_124_mrpb_slot mrpb -w bfs --scale tiny --set mrpb.form=slot
three engines_126_mrpb_immediate mrpb -w atax --scale tiny --set mrpb.immediate=on
[ "$(number engines_126_mrpb_immediate.c.json mrpb_bypasses)" -gt 0 ] || fail 'nothing was bypassed'
three engines_125_mrpb_of_another_depth mrpb -w bfs --scale tiny --set mrpb.depth=5 --set mrpb.latency=7
config=abyp-gcn saw=lookups

# Waveforms: of the named instance, without changing a statistic; refusals.
abyp=(run -w bfs --scale tiny -c abyp-gcn -p abyp)
run engines_200_wave 0 "$lockwarp" "${abyp[@]}" -e lockstep --wave w.fst --wave-of abyp:sm3 \
    --json w.json
[ -s w.fst ] && [ -s w.gtkw ] || fail 'no waveform or no save file'
sed -i '/^  "engine": /d' w.json
same engines_201_wave_changes_nothing w.json engines_102_bfs.c.json
run engines_202_wave_of_a_slice 0 "$lockwarp" "${abyp[@]}" -e lockstep --wave l2.fst \
    --wave-of abyp.l2bit:slice1
grep -q 'ret_bypass' l2.gtkw || fail 'not the waveform of abyp.l2bit'
refuses engines_210_no_such_instance "no instance 'abyp:sm9'" \
    "$lockwarp" "${abyp[@]}" -e lockstep --wave w.fst --wave-of abyp:sm9
refuses engines_211_wave_of_one_side 'expected -e lockstep' "$lockwarp" "${abyp[@]}" --wave w.fst
refuses engines_212_wave_without_unit 'no policy with a unit' \
    "$lockwarp" run -w bfs --scale tiny -e lockstep --wave w.fst
refuses engines_213_wave_untimed 'needs a timed run' "$lockwarp" "${abyp[@]}" --functional --wave w.fst
refuses engines_214_wave_nowhere 'nowhere' \
    "$lockwarp" "${abyp[@]}" -e lockstep --wave nowhere/w.fst

# The stimulus of a unit: recorded in a run, replayed without it.
for engine in rtl lockstep; do
    run engines_220_record_$engine 0 "$lockwarp" "${abyp[@]}" -e $engine --record $engine.stim.zst --record-of abyp:sm3
    run engines_221_replay_$engine 0 "$lockwarp" cosim -u abyp --exact --stimulus $engine.stim.zst
done
run engines_222_the_first_one 0 "$lockwarp" "${abyp[@]}" -e lockstep --record first.stim
grep -q '^unit abyp$' first.stim || fail 'not of abyp'
refuses engines_223_no_such_instance "no instance 'abyp:sm9'" \
    "$lockwarp" "${abyp[@]}" -e rtl --record no.stim --record-of abyp:sm9
refuses engines_224_record_of_c 'expected -e rtl or -e lockstep' "$lockwarp" "${abyp[@]}" --record no.stim
refuses engines_225_record_without_unit 'no policy with a unit' \
    "$lockwarp" run -w bfs --scale tiny -e rtl --record no.stim
refuses engines_226_record_of_alone 'expected both' "$lockwarp" "${abyp[@]}" -e rtl --record-of abyp:sm3
refuses engines_227_record_nowhere 'nowhere' "$lockwarp" "${abyp[@]}" -e rtl --record nowhere/no.stim
refuses engines_228_record_untimed 'needs a timed run' "$lockwarp" "${abyp[@]}" --functional --record no.stim
absent engines_229_refused_writes_nothing no.stim

# A checkpoint under another engine
ckpt=(-w bfs --scale tiny -c abyp-gcn -p abyp)
run engines_300_undisturbed_under_lockstep 0 "$lockwarp" run "${ckpt[@]}" -e lockstep --json ls.json
run engines_301_written_under_rtl 3 "$lockwarp" run "${ckpt[@]}" -e rtl --checkpoint-at 5000 \
    --checkpoint rtl.ckpt
run engines_302_continued_under_lockstep 0 "$lockwarp" run --resume rtl.ckpt -e lockstep --json l2.json
same engines_303_same_json ls.json l2.json
run engines_304_continued_under_its_own 0 "$lockwarp" run --resume rtl.ckpt --json rtl.json
name=engines_305_its_own_is_rtl
cases=$((cases + 1))
grep -q '"engine":[[:space:]]*"rtl"' rtl.json || fail "engine is not rtl"
finish
