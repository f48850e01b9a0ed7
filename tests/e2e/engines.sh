# The three engines: every statistic the same to the last digit, "engine" the only line that
# differs. Run where the RTL engines were built.
. "$(dirname "$0")/lib.sh"
cat >many.yaml <<'END'
buffers:
  a: {type: f32, size: 6400, init: iota}
  b: {type: f32, size: 6400, init: random}
  c: {type: f32, size: 6400}
launches:
  - {kernel: vecadd, grid: 100, block: 64, repeat: 4, args: [a, b, c, {type: u32, value: 6400}]}
END

# three NAME ARGUMENTS...: a run on each engine.
three() {
    local base=$1
    shift
    for engine in c rtl lockstep; do
        run "${base}_$engine" 0 "$lockwarp" run "$@" -c abyp-gcn -p abyp -e $engine \
            --json "$base.$engine.json"
        grep -q "^  \"engine\": \"$engine\",\$" "$base.$engine.json" || fail "engine is not $engine"
        sed -i '/^  "engine": /d' "$base.$engine.json"
    done
    [ "$(number "$base.lockstep.json" compared_bits)" -gt 0 ] || fail 'nothing was compared'
    [ "$(number "$base.rtl.json" rtl_ticks)" -gt 0 ] || fail 'the RTL was not clocked'
    [ "$(number "$base.c.json" rtl_ticks)" = 0 ] || fail 'engine c clocked the RTL'
    [ "$(number "$base.c.json" lookups)" -gt 0 ] || fail 'the predictor saw nothing'
    same "${base}_c_and_rtl" "$base.c.json" "$base.rtl.json"
    same "${base}_c_and_lockstep" "$base.c.json" "$base.lockstep.json"
}
three engines_101_vecadd --ptx "$data/vecadd.ptx" --launch many.yaml
three engines_102_bfs -w bfs --scale tiny
three engines_103_matrixmul -w matrixmul --scale tiny
finish
