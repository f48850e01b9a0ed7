# Peak memory does not grow with simulated time: eight times the turns, launches or CTAs of one kernel
# over one buffer take the same memory, within 3 % or 256 KB.
. "$(dirname "$0")/lib.sh"

# sweep NAME GRID TURNS LAUNCHES: leaves NAME.json.
sweep() {
    cat >"$1.yaml" <<EOF
buffers:
  a: {type: u32, size: 65536, init: iota}
scalars:
  mask: {type: u32, value: 65535}
  n: {type: u32, value: $3}
launches:
  - {kernel: sweep, grid: $2, block: 256, args: [a, mask, n], repeat: $4}
EOF
    run "flat_$1" 0 "$lockwarp" run -c mrpb-s --ptx "$data/sweep.ptx" --launch "$1.yaml" --json "$1.json"
}

# flat NAME BASE: the peak of NAME is that of BASE, its simulated time at least six times as long.
flat() {
    name="flat_$1_as_$2"
    cases=$((cases + 1))
    local few many short long
    few=$(number "$2.json" peak_rss_kb) many=$(number "$1.json" peak_rss_kb)
    short=$(number "$2.json" cycles) long=$(number "$1.json" cycles)
    [ "$long" -gt $((6 * short)) ] || fail "$long cycles; expected over six times $short"
    [ "$many" -le $((few + few * 3 / 100 + 256)) ] || fail "peak $many KB; expected that of $2, $few KB"
    echo "$1: $long cycles, $many KB; $2: $short cycles, $few KB"
}

sweep once 112 3 1
sweep turns 112 24 1
sweep launches 112 3 8
sweep ctas 896 3 1
flat turns once
flat launches once
flat ctas once
finish
