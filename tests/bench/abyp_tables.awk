#!/usr/bin/awk -f
# Tables of docs/units/abyp.md from the CSV of abyp_sweep.sh, as Markdown.
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
function static_power(w, c) { return v[w, c, "l1_static_mw"] / v[w, "baseline", "l1_static_mw"] - 1 }
function dynamic(w, c) { return v[w, c, "l1_dynamic_mw"] / v[w, "baseline", "l1_dynamic_mw"] - 1 }
function zero(w) { return share(v[w, "baseline", "zero_reuse_evictions"], v[w, "baseline", "evictions"]) }
function mi(w) { return 1000 * v[w, "baseline", "accesses"] / v[w, "baseline", "warp_instructions"] }

# Sums over the 13 applications.
function add_up(c,    i, w) {
    m = logs = m1 = 0
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
        if (!m1 || dynamic_energy(w, c) < best) best = dynamic_energy(w, c)
        if (!m1 || zero(w) > most) most = zero(w)
        m1 = 1
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
    print ""
    print "| row | what | paper | here |"
    print "| --- | --- | ---: | ---: |"
    percent("abyp-bfs", "speedup of bfs", "+13 %", speedup("bfs", c) - 1)
    percent("abyp-spmv", "speedup of spmv", "+9 %", speedup("spmv", c) - 1)
    percent("abyp-mm", "speedup of matrixmul", "+6 %", speedup("matrixmul", c) - 1)
    percent("abyp-bp", "speedup of backprop", "+4.3 %", speedup("backprop", c) - 1)
    percent("abyp-srad", "speedup of srad", "+4 %", speedup("srad", c) - 1)
    percent("abyp-compute", "mean speedup of sort, dct, lud", "+3 %",
            (speedup("radix", c) * speedup("dct", c) * speedup("lud", c)) ^ (1 / 3) - 1)
    percent("abyp-fills", "fills prevented", "58 %", sum["prevented"] / m)
    percent("abyp-cov", "coverage", "58.6 %", sum["coverage"] / m)
    percent("abyp-fp", "false positives", "12 %", sum["wrong"] / m)
    percent("abyp-fp-sdbp", "false positives, SDBP definition", "1 %", sum["sdbp"] / m)
    percent("abyp-zero", "zero-reuse blocks, mean", "46 %", sum["zero"] / m)
    percent("abyp-zero-max", "zero-reuse blocks, largest", "84 %", most)
    percent("abyp-energy", "L1 energy, without leakage", "-25 %", sum["dyn_energy"] / m)
    percent("abyp-energy-best", "L1 energy, best", "-49 %", best)
    percent("abyp-dyn", "dynamic power", "-18 %", sum["dynamic"] / m)
    percent("abyp-leak", "leakage power", "+2.5 %", static_power("bfs", c))
    percent("abyp-nw-fills", "fills prevented, nw", "95 %", prevented("nw", c))
    percent("abyp-nw-energy", "L1 energy, nw", "-50 %", dynamic_energy("nw", c))
    printf "| abyp-nospm | slowdown of nw without scratchpad | 7 x | %.2f x |\n",
        v["nw_u", "baseline", "cycles"] / v["nw", "baseline", "cycles"]
    percent("abyp-nospm-gap", "of this gap closed by bypassing", "30 %",
            share(v["nw_u", "baseline", "cycles"] - v["nw_u", c, "cycles"],
                  v["nw_u", "baseline", "cycles"] - v["nw", "baseline", "cycles"]))
}
function percent(id, what, paper, x) {
    printf "| %s | %s | %s | %+.1f %% |\n", id, what, paper, 100 * x
}
