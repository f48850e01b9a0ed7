# Shares of a profile by part of the simulator: self cost of every function.
#   valgrind --tool=callgrind --callgrind-out-file=p build/lockwarp run -w bfs -c apres --scale tiny
#   callgrind_annotate --auto=no --threshold=99.5 p | awk -f tests/bench/profile.awk
$1 ~ /^[0-9,]+$/ && match($0, /[^ ]+:[^ ]+/) && !/PROGRAM/ {
    n = $1
    gsub(/,/, "", n)
    at = substr($0, RSTART, RLENGTH)
    file = at
    sub(/:[^:]*$/, "", file)
    f = at
    sub(/.*:/, "", f)
    part = "rest"
    if (file ~ /isa\//)
        part = "PTX execution"
    else if (f ~ /^(slice|look_at_head|access_sector|set_of|replace)/)
        part = "L2 slices"
    else if (f ~ /^(dram|find_legal|try_|take_up|column|row_command|classify)/)
        part = "DRAM"
    else if (f ~ /^icnt/)
        part = "crossbars"
    else if (file !~ /sm\.[ch]$|sm_int/ && f ~ /^(gpu_run|go_on|tick|drained|run_sm)/ && f !~ /^tick_read_only/)
        part = "tick"
    else if (file ~ /gpu\//)
        part = "SMs"
    cost[part] += n
    all += n
}
END {
    for (p in cost)
        printf "%-14s %8.1f M %5.1f %%\n", p, cost[p] / 1e6, 100 * cost[p] / all | "sort -k1"
    close("sort -k1")
    printf "all            %8.1f M\n", all / 1e6
}
