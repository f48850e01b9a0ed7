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

# conserves FILE: every access of the L1 ended in one way, and so did every prefetch; what was asked for came.
conserves() {
    local wrong
    cases=$((cases + 1))
    wrong=$(awk '
        function sum(keys, prefix,   k, i, n) {
            n = 0
            for (i = split(keys, k, " "); i; i--) {
                if (!((prefix k[i]) in v)) print "no " prefix k[i]
                n += v[prefix k[i]]
            }
            return n
        }
        function equal(a, b, what) { if (a != b) print what ": " a " and " b }
        /^    "l1d": {/ { within = 1; next }
        within && /^    }/ { exit }
        within { gsub(/[",:]/, ""); v[$1] = $2 }
        END {
            if (!sum("accesses")) print "no access"
            equal(sum("hits pending_hits misses bypasses uncached_reads"), v["accesses"], "accesses and what became of them")
            equal(sum("sectors_asked"), sum("sectors_received"), "sectors asked for and received")
            equal(sum("acks_due"), sum("acks_received"), "stores and their replies")
            equal(sum("issued dropped_queue dropped_present dropped_pending dropped_policy dropped_associativity dropped_mshr dropped_miss_queue", "prefetches_"),
                sum("prefetches_asked"), "prefetches asked for, and issued or dropped")
            equal(sum("useful late early_evicted useless", "prefetches_"), v["prefetches_issued"], "prefetches issued, and what became of them")
        }' "$1")
    [ -z "$wrong" ] || fail "$1: $wrong"
}
