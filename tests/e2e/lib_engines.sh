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

# l1d FILE KEY: of the totals.
l1d() { sed -n '/^    "l1d": {/,/^    }/p' "$1" | grep "^      \"$2\": " | tr -dc 0-9; }

# l1d_sum FILE KEY...
l1d_sum() {
    local f=$1 n=0 key
    shift
    for key in "$@"; do n=$((n + $(l1d "$f" "$key"))); done
    echo $n
}

# conserves FILE: every access of the L1 ended in one way, and so did every prefetch; what was asked for came.
conserves() {
    local f=$1
    cases=$((cases + 1))
    [ "$(l1d "$f" accesses)" -gt 0 ] || fail "$f: no access"
    [ "$(l1d_sum "$f" hits pending_hits misses bypasses uncached_reads)" = "$(l1d "$f" accesses)" ] ||
        fail "$f: accesses and what became of them"
    [ "$(l1d "$f" sectors_asked)" = "$(l1d "$f" sectors_received)" ] || fail "$f: sectors asked for and received"
    [ "$(l1d "$f" acks_due)" = "$(l1d "$f" acks_received)" ] || fail "$f: stores and their replies"
    [ "$(l1d_sum "$f" prefetches_issued prefetches_dropped_{queue,present,pending,policy,associativity,mshr,miss_queue})" = \
        "$(l1d "$f" prefetches_asked)" ] || fail "$f: prefetches asked for, and issued or dropped"
    [ "$(l1d_sum "$f" prefetches_{useful,late,early_evicted,useless})" = "$(l1d "$f" prefetches_issued)" ] ||
        fail "$f: prefetches issued, and what became of them"
}
