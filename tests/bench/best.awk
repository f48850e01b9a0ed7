# docs/comparators.md, "Best of a sweep": of the recorded sweep the best setting of each policy for each
# workload, as a Markdown table; of equally good ones the later. SCALE: tiny or default.
#
#   awk -v scale=tiny -f tests/bench/best.awk docs/results/best.csv
BEGIN {
    FS = ","
    print "| workload | lrr | gto | ccws_swl: limit | pcal: tokens + others | pd: distance |"
    print "| --- | ---: | ---: | ---: | ---: | ---: |"
}
NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
$column["scale"] != scale { next }
{
    w = $column["workload"]
    of = w SUBSEP $column["series"]
    cycles = $column["cycles"] + 0
    if (!(w in seen)) {
        seen[w] = 1
        order[++n] = w
    }
    if (!(of in best) || cycles <= best[of]) {
        best[of] = cycles
        setting[of] = $column["overrides"]
    }
}
function grouped(v,  text) {
    for (; v >= 1000; v = int(v / 1000)) text = sprintf(",%03d%s", v % 1000, text)
    return v text
}
function shown(w, series,  s) {
    s = setting[w, series]
    gsub(/[a-z_]+\.[a-z_]+=/, "", s)
    sub(/ /, " + ", s)
    return s ": " grouped(best[w, series])
}
END {
    for (i = 1; i <= n; i++) {
        w = order[i]
        print "| " w " | " grouped(best[w, "lrr"]) " | " grouped(best[w, "gto"]) " | " shown(w, "swl") \
            " | " shown(w, "pcal") " | " shown(w, "pd") " |"
    }
}
