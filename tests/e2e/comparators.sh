# Comparators: on small kernels, a direction derived beforehand (docs/comparators.md) for each: one on
# which its mechanism must show, one on which it must lose or change nothing. Every kernel checks its
# result.
. "$(dirname "$0")/lib.sh"
kernels=$data/comparators

# on KERNEL NAME OPTIONS...: runs it on one SM of the plain machine; NAME.json is the result.
on() {
    local kernel=$1 out=$2
    shift 2
    run "comparators_${kernel}_$out" 0 "$lockwarp" run --ptx "$kernels/phases.ptx" \
        --launch "$kernels/$kernel.yaml" -c "$plain" --set n_sms=1 "$@" --json "$kernel.$out.json"
}
# is NAME CONDITION...: an arithmetic condition; KERNEL.RUN.KEY in it is a number of that result.
is() {
    name=$1
    cases=$((cases + 1))
    local text=${*:2} word value
    for word in $(grep -oE '[a-z]+\.[a-z0-9]+\.[a-z0-9_]+' <<<"$text" | sort -u); do
        value=$(number "${word%.*}.json" "${word##*.}")
        [[ $value =~ ^[0-9]+$ ]] || fail "no number $word"
        text=${text//"$word"/${value:-0}}
    done
    command=()
    [ "$((text))" = 1 ] || fail "${*:2} does not hold: $text"
}

for scheduler in lrr gto; do
    for kernel in reuse stream shift; do
        on $kernel $scheduler --set sched_policy=$scheduler
    done
done
on scan lrr

# reuse: 48 warps x 16 lines in an L1 of 256: a warp's own lines are thrown out by the others. 32
# rounds of which all but the first could hit. A miss takes ten cycles of the SM's reply port (136 B in
# flits of 32 at half the core clock), an instruction one cycle: who hits is faster.
on reuse ccws -p ccws --set ccws.scheduler=lrr
is comparators_100_ccws_finds_lost_locality "reuse.ccws.vta_hits > 0 && reuse.ccws.held > 0"
is comparators_101_ccws_misses_less_than_half "reuse.ccws.misses * 2 < reuse.lrr.misses"
is comparators_102_ccws_is_faster "reuse.ccws.cycles < reuse.lrr.cycles"
on reuse swl -p ccws_swl --set ccws_swl.limit=16 --set ccws_swl.scheduler=lrr
is comparators_110_swl_16_misses_each_line_once "reuse.swl.misses == 768"
is comparators_111_swl_16_is_faster "reuse.swl.cycles < reuse.lrr.cycles"
on reuse pcal -p pcal --set pcal.scheduler=lrr
is comparators_120_pcal_tokens_hit "reuse.pcal.token_hits > 0 && reuse.pcal.hits > reuse.lrr.hits"
is comparators_121_pcal_is_faster "reuse.pcal.cycles < reuse.lrr.cycles"
# All throttled but those with tokens, and they allocate: that is a static limit on loads.
on reuse tokens -p pcal --set pcal.tokens=16 --set pcal.non_polluting=0
on reuse limit -p ccws_swl --set ccws_swl.limit=16 --set ccws_swl.loads_only=on
is comparators_122_tokens_alone_are_a_limit \
    "reuse.tokens.cycles == reuse.limit.cycles && reuse.tokens.misses == reuse.limit.misses"

# stream: every line once. Nothing is lost, so that CCWS is the gto beneath it, to the cycle; two warps
# with two of the four loads' data to wait for each time hide less latency than 48.
on stream ccws -p ccws
is comparators_200_ccws_does_nothing_on_a_stream \
    "stream.ccws.vta_hits == 0 && stream.ccws.cycles == stream.gto.cycles"
on stream swl -p ccws_swl --set ccws_swl.limit=2
is comparators_210_swl_2_loses_on_a_stream "stream.swl.cycles > 2 * stream.gto.cycles"

# shift: a set for each warp: 4 lines, twice, and on to the next 4: LRU hits each second time. Lines kept
# longer than two rounds, or warps that may not allocate, lose.
on shift pcal -p pcal --set pcal.scheduler=lrr
is comparators_220_pcal_loses_where_all_fit \
    "shift.pcal.hits < shift.lrr.hits && shift.pcal.cycles > shift.lrr.cycles"
is comparators_221_lru_hits_every_second_time "shift.lrr.hits == 8192 && shift.gto.hits == 8192"
on shift pd -p pd --set pd.distance=64
is comparators_230_pd_64_loses_on_a_shifting_set \
    "shift.pd.hits < shift.lrr.hits && shift.pd.cycles > shift.lrr.cycles"

# follow PHASES WARM ROUNDS HOT SCAN DISTANCE RENEW: hits of a warp in its set of 8 ways under pd, by the
# rule alone: a line of access t may be taken from access t + DISTANCE on, the least recent first.
follow() {
    awk -v phases="$1" -v warm="$2" -v rounds="$3" -v hot="$4" -v scan="$5" -v distance="$6" \
        -v renew="$7" '
        function read(line, k, victim) {
            t++
            if (line in until) {
                hits++
                last[line] = t
                if (renew) until[line] = t + distance
                return
            }
            if (held == 8) {
                victim = ""
                for (k in until)
                    if (until[k] <= t && (victim == "" || last[k] < last[victim])) victim = k
                if (victim == "") return
                delete until[victim]
                held--
            }
            held++
            until[line] = t + distance
            last[line] = t
        }
        BEGIN {
            for (p = 0; p < phases; p++)
                for (r = 0; r < warm + rounds; r++) {
                    for (i = 0; i < hot; i++) read("hot" p * hot + i)
                    for (i = 0; r >= warm && i < scan; i++) read("scan" n++)
                }
            print hits + 0
        }'
}

# scan: a set of 8 ways for each of 32 warps: 4 lines 4 times, then 32 times these and 8 new ones, 12
# accesses from use to use. LRU: 12 hits of the first rounds and 4 of the next, 16 for each warp.
is comparators_130_lru_loses_all_to_the_scan "scan.lrr.hits == 16 * 32"
on scan pd -p pd --set pd.distance=64
is comparators_131_pd_64_keeps_some "scan.pd.hits > scan.lrr.hits && scan.pd.cycles < scan.lrr.cycles"
is comparators_133_pd_64_hits_as_derived "scan.pd.hits == 32 * $(follow 1 4 32 4 8 64 0)"
is comparators_134_pd_64_hits_as_derived "shift.pd.hits == 32 * $(follow 64 0 2 4 0 64 0)"
on scan short -p pd
is comparators_135_pd_16_hits_as_derived "scan.short.hits == 32 * $(follow 1 4 32 4 8 16 0)"
on scan renew -p pd --set pd.distance=64 --set pd.renew=on
# Each use renews the protection, and 12 is less than 64: all but the first reads of the 4 lines hit.
is comparators_132_pd_64_renewed_keeps_all "scan.renew.hits == 32 * 4 * (4 + 32 - 1)"
on scan counter -p counter
is comparators_140_counter_learns_the_scan \
    "scan.counter.hits > scan.lrr.hits && scan.counter.cycles < scan.lrr.cycles"
is comparators_141_counter_goes_round "scan.counter.counter_bypasses > 0"

# With 128 sets all of reuse fits: nothing is replaced, nothing learned.
on reuse large --set l1_sets=128
on reuse counter --set l1_sets=128 -p counter
is comparators_240_counter_does_nothing_where_all_fits \
    "reuse.counter.trained == 0 && reuse.counter.cycles == reuse.large.cycles"

# A workload: kmeans' invert_mapping (docs/comparators.md, CCWS), on an L1 of a quarter.
for policy in lrr gto ccws; do
    options=(--set sched_policy=$policy)
    [ $policy != ccws ] || options=(-p ccws)
    run comparators_kmeans_$policy 0 "$lockwarp" run -w kmeans -c "$plain" --scale tiny \
        --set l1_sets=8 "${options[@]}" --json kmeans.$policy.json
done
is comparators_150_ccws_misses_less_on_kmeans \
    "kmeans.ccws.misses < kmeans.gto.misses && kmeans.ccws.misses < kmeans.lrr.misses"

# The page names every option of the policies it describes, and its default.
sections=0
while read -r option value; do
    policy=${option%.*}
    grep -q "^## $policy\$" "$source/docs/comparators.md" || continue
    sections=$((sections + 1))
    name=comparators_400_page_names_$option
    cases=$((cases + 1))
    command=()
    sed -n "/^## $policy\$/,/^## /p" "$source/docs/comparators.md" | tr '\n' ' ' |
        grep -Eq "\`${option#*.}\` (beneath )?\($value[,;)]" ||
        fail "no \`${option#*.}\` ($value) in its section"
done < <("$lockwarp" list policies | sed -n 's/^  \([a-z_]*\.[a-z_]*\)=\([0-9a-z]*\) .*/\1 \2/p')
name=comparators_401_options_were_compared
cases=$((cases + 1))
[ "$sections" -ge 16 ] || fail "only $sections"

# Sleep, with every policy at settings that make it act.
for options in "ccws" "ccws_swl --set ccws_swl.limit=3" \
    "ccws_swl --set ccws_swl.limit=2 --set ccws_swl.loads_only=on" \
    "pcal --set pcal.tokens=3 --set pcal.non_polluting=5" "pd" "pd --set pd.renew=on" "counter" \
    "ccws+pd" "pcal+abyp" "ccws+counter"; do
    for on in "kmeans apres" "lud mrpb-s" "spmv abyp-gcn" "bfs apcm-kepler"; do
        what=(-w "${on% *}" -c "${on#* }" --scale tiny -p $options)
        pair=${options%% *}_${on% *}
        run "comparators_300_$pair" 0 "$lockwarp" run "${what[@]}" --json "$pair.json"
        run comparators_301_awake 0 "$lockwarp" run "${what[@]}" --never-sleep --json awake.json
        same "comparators_302_same_$pair" "$pair.json" awake.json
    done
done

# Every count that a comparator reports is seen to move in one of the runs above, and the L1's own
# counters agree with those that mean the same.
for policy in ccws ccws_swl pcal pd counter; do
    name=comparators_250_every_count_of_${policy}_moves
    cases=$((cases + 1))
    command=()
    awk -v start="^    \"$policy\": {" '
        $0 ~ start { inside = 1; files++; next }
        inside && /^    }/ { inside = 0 }
        inside { sub(/,$/, "", $2); seen[$1] += $2 }
        END {
            for (k in seen) if (!seen[k]) print "  always 0: " k
            exit !files
        }' ./*.json >still || fail "no run reports it"
    [ ! -s still ] || fail "$(cat still)"
done
is comparators_251_pcal_rounds_are_bypasses \
    "reuse.pcal.non_polluting_bypasses == reuse.pcal.bypasses && reuse.pcal.token_misses == reuse.pcal.misses"
is comparators_252_pd_rounds_are_bypasses \
    "scan.pd.protected_bypasses == scan.pd.bypasses && scan.pd.allocations == scan.pd.misses"
is comparators_253_counter_rounds_are_bypasses \
    "scan.counter.counter_bypasses == scan.counter.bypasses && scan.counter.allocations == scan.counter.misses"
is comparators_254_ccws_looks_every_miss_up "reuse.ccws.vta_probes == reuse.ccws.misses"
is comparators_255_issues_are_instructions \
    "reuse.ccws.instructions == reuse.ccws.warp_instructions && reuse.swl.instructions == reuse.swl.warp_instructions"

finish
