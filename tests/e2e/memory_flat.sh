# Memory does not grow with simulated time: eight times the turns, launches or CTAs of one kernel over one buffer
# fit into what the kernel itself needs, and 3 %. What a run may have is set by a limit on its data (heap and other
# memory of its own), which is exact. Its peak in main memory, which the kernel of the operating system counts in
# large steps and which depends on what else the machine does, may be a quarter more.
. "$(dirname "$0")/lib.sh"

# launch NAME GRID TURNS LAUNCHES: makes NAME.yaml.
launch() {
    cat >"$1.yaml" <<EOF2
buffers:
  a: {type: u32, size: 65536, init: iota}
scalars:
  mask: {type: u32, value: 65535}
  n: {type: u32, value: $3}
launches:
  - {kernel: sweep, grid: $2, block: 256, args: [a, mask, n], repeat: $4}
EOF2
}
# simulate NAME KB: with at most so much data; leaves NAME.json. False where that is not enough.
simulate() {
    { (ulimit -d $((device + $2)) && exec "$lockwarp" run -c mrpb-s --ptx "$data/sweep.ptx" --launch "$1.yaml" \
        --json "$1.json" >out 2>err </dev/null); } 2>/dev/null
}

# The least that the kernel needs, in KB, beside the GPU's memory of 1 GB, which is mapped as a whole.
device=1048576
launch once 112 1 1
name=flat_needs cases=$((cases + 1)) command=(once.yaml)
few=0 enough=16384
simulate once $enough || fail "does not run within $enough KB"
while [ $((enough - few)) -gt 16 ]; do
    middle=$(((few + enough) / 2))
    if simulate once $middle; then enough=$middle; else few=$middle; fi
done
simulate once $enough || fail 'runs in so much memory, and then does not'
short=$(number once.json cycles) peak=$(number once.json peak_rss_kb)
[ $few -gt 1024 ] || fail "the limit has no effect: $few KB"

# flat NAME: runs in as much, and 3 %, its simulated time at least six times as long.
flat() {
    name="flat_$1" cases=$((cases + 1)) command=("$1.yaml")
    simulate "$1" $((enough + enough * 3 / 100)) || fail "needs more than $enough KB, and 3 %"
    local long many
    long=$(number "$1.json" cycles)
    [ "$long" -gt $((6 * short)) ] || fail "$long cycles; expected over six times $short"
    many=$(number "$1.json" peak_rss_kb)
    [ "$many" -le $((peak + peak / 4)) ] || fail "peak $many KB; expected that of once, $peak KB"
    echo "$1: $long cycles, once: $short; $enough KB"
}
launch turns 112 8 1
launch launches 112 1 8
launch ctas 896 1 1
flat turns
flat launches
flat ctas
finish
