#!/usr/bin/awk -f
# Tables of docs/results/abyp.md from the CSV of abyp_threshold.sql, as Markdown.
#
#   awk -v threshold=T -f abyp_tables.awk FILE.csv
#
# Means are over the paper's 13 applications (nw_u, its section 5.3.1, and spmv_jds stand apart):
# geometric for times, arithmetic for shares and energies, as the paper's figures.
BEGIN { FS = "," }
NR == 1 { for (i = 1; i <= NF; i++) col[$i] = i; next }
{
    w = $1; c = $3
    if (!(w in seen)) { seen[w] = 1; order[++n] = w }
    for (k in col) v[w, c, k] = $col[k]
}
function share(a, b) { return b ? a / b : 0 }
function speedup(w, c) { return v[w, "baseline", "cycles"] / v[w, c, "cycles"] }
function missing(w, c) { return v[w, c, "misses"] + v[w, c, "bypasses"] }
function misses(w, c) { return share(missing(w, c), missing(w, "baseline")) - 1 }
# Reads that missed and were not filled, over all that missed.
function prevented(w, c) {
    return share(v[w, c, "bypasses"] - v[w, c, "late_fills"], missing(w, c))
}
function coverage(w, c) { return share(v[w, c, "bypass_predictions"], v[w, c, "predictions"]) }
function wrong(w, c) {
    return share(v[w, c, "wrong_bypasses"] + v[w, c, "wrong_replaced"], v[w, c, "predictions"])
}
function wrong_sdbp(w, c) { return share(v[w, c, "dead_accesses"], v[w, c, "bypass_predictions"]) }
function energy(w, c) { return v[w, c, "l1_nj"] / v[w, "baseline", "l1_nj"] - 1 }
# Without leakage: mean dynamic power times the time.
function dynamic_energy(w, c) {
    return v[w, c, "l1_dynamic_mw"] * v[w, c, "cycles"] / \
           (v[w, "baseline", "l1_dynamic_mw"] * v[w, "baseline", "cycles"]) - 1
}
function dynamic(w, c) { return v[w, c, "l1_dynamic_mw"] / v[w, "baseline", "l1_dynamic_mw"] - 1 }
function zero(w) { return share(v[w, "baseline", "zero_reuse_evictions"], v[w, "baseline", "evictions"]) }
function mi(w) { return 1000 * v[w, "baseline", "accesses"] / v[w, "baseline", "warp_instructions"] }

# Sums over the 13 applications.
function add_up(c,    i, w) {
    m = logs = 0
    split("", sum)
    for (i = 1; i <= n; i++) {
        w = order[i]
        if (w == "nw_u" || w == "spmv_jds") continue
        m++
        logs += log(speedup(w, c))
        sum["misses"] += misses(w, c)
        sum["prevented"] += prevented(w, c)
        sum["coverage"] += coverage(w, c)
        sum["wrong"] += wrong(w, c)
        sum["sdbp"] += wrong_sdbp(w, c)
        sum["energy"] += energy(w, c)
        sum["dynamic"] += dynamic(w, c)
        sum["zero"] += zero(w)
        sum["dyn_energy"] += dynamic_energy(w, c)
    }
}
function row(name, c) {
    add_up(c)
    printf "| %s | %+.2f %% | %+.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %+.1f %% | %+.1f %% | %+.1f %% |\n", name,
        100 * (exp(logs / m) - 1), 100 * sum["misses"] / m, 100 * sum["prevented"] / m,
        100 * sum["coverage"] / m, 100 * sum["wrong"] / m, 100 * sum["sdbp"] / m,
        100 * sum["energy"] / m, 100 * sum["dyn_energy"] / m, 100 * sum["dynamic"] / m
}
END {
    print "| threshold | speedup | misses | fills prevented | coverage | false positives | by the SDBP definition | L1 energy | without leakage | L1 dynamic power |"
    print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for (t = 1; t <= 15; t++) row(t, "abyp-" t)
    print ""
    c = "abyp-" threshold
    print "| workload | reads per 1000 warp instructions | zero-reuse | speedup | misses | fills prevented | coverage | false positives | L1 energy | without leakage | 32 KB: speedup | 32 KB: misses |"
    print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for (i = 1; i <= n; i++) {
        w = order[i]
        printf "| %s | %.1f | %.1f %% | %+.2f %% | %+.1f %% | %.1f %% | %.1f %% | %.1f %% | %+.1f %% | %+.1f %% | %+.2f %% | %+.1f %% |\n",
            w, mi(w), 100 * zero(w), 100 * (speedup(w, c) - 1), 100 * misses(w, c), 100 * prevented(w, c),
            100 * coverage(w, c), 100 * wrong(w, c), 100 * energy(w, c),
            100 * dynamic_energy(w, c),
            100 * (speedup(w, "32KB") - 1), 100 * misses(w, "32KB")
    }
    add_up("32KB")
    mean32 = 100 * (exp(logs / m) - 1)
    add_up(c)
    printf "| mean of 13 | | %.1f %% | %+.2f %% | %+.1f %% | %.1f %% | %.1f %% | %.1f %% | %+.1f %% | %+.1f %% | %+.2f %% | |\n",
        100 * sum["zero"] / m, 100 * (exp(logs / m) - 1), 100 * sum["misses"] / m,
        100 * sum["prevented"] / m, 100 * sum["coverage"] / m, 100 * sum["wrong"] / m,
        100 * sum["energy"] / m, 100 * sum["dyn_energy"] / m, mean32
}
