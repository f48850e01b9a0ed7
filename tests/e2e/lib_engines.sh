# Sourced by the tests of the engines, behind lib.sh.

# three NAME POLICIES ARGUMENTS...: a run of $config on each engine; $saw counts what the units saw.
three() {
    local base=$1 policies=$2
    shift 2
    for engine in c rtl lockstep; do
        run "${base}_$engine" 0 "$lockwarp" run "$@" -c $config -p "$policies" -e $engine \
            --json "$base.$engine.json"
        grep -q "^  \"engine\": \"$engine\",\$" "$base.$engine.json" || fail "engine is not $engine"
        sed -i '/^  "engine": /d' "$base.$engine.json"
    done
    [ "$(number "$base.lockstep.json" compared_bits)" -gt 0 ] || fail 'nothing was compared'
    [ "$(number "$base.rtl.json" rtl_ticks)" -gt 0 ] || fail 'the RTL was not clocked'
    [ "$(number "$base.c.json" rtl_ticks)" = 0 ] || fail 'engine c clocked the RTL'
    [ "$(number "$base.c.json" $saw)" -gt 0 ] || fail 'the unit saw nothing'
    same "${base}_c_and_rtl" "$base.c.json" "$base.rtl.json"
    same "${base}_c_and_lockstep" "$base.c.json" "$base.lockstep.json"
}
