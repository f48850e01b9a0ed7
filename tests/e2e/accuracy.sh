#!/usr/bin/env bash
# The preset sm2-gtx480 beside Accel-Sim on the traces that stand beside the project (docs/accuracy.md):
# warp instructions and L1D accesses equal, L1D read misses and L2 sector accesses within 2 %, L2 misses
# within 3 %, cycles within 5 %, L1D hits within 2 points of the rate.
# shellcheck source=lib.sh
. "$2/tests/e2e/lib.sh"
traces=${LW_SHARED_DATA:-$source/../shared/data}
[ -d "$traces/bench-traces" ] || { echo "skipped: no traces in $traces (LW_SHARED_DATA)"; exit 77; }

# value FILE GROUP KEY: a number of totals.GROUP; GROUP totals: of totals itself.
value() {
    awk -v g="\"$2\": {" -v k="\"$3\":" '
        index($0, g) { on = 1 }
        on && $1 == k { sub(/,$/, "", $2); print $2; exit }' "$1"
}

# within WHAT OURS THEIRS PERCENT
within() {
    awk -v a="$2" -v b="$3" -v p="$4" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(100 * d <= p * b) }' ||
        fail "$1 $2; expected $3 within $4 %"
}

# points WHAT OURS THEIRS OF: as shares of OF, within 2 points
points() {
    awk -v a="$2" -v b="$3" -v n="$4" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(d <= 0.02 * n) }' ||
        fail "$1 $2 of $4; expected $3 within 2 points"
}

# trace FILE CYCLES INSTRUCTIONS READS HITS MISSES WITH_WRITES SECTORS L2_MISSES: Accel-Sim's figures.
trace() {
    [ -e "$traces/$1" ] || { echo "skipped: $1"; return; }
    run "$1" 0 "$lockwarp" run --trace "$traces/$1" -c sm2-gtx480 --json out.json
    local reads misses
    reads=$(value out.json l1d accesses)
    misses=$(value out.json l1d misses)
    within "warp instructions" "$(value out.json totals warp_instructions)" "$3" 0
    within "L1D reads" "$reads" "$4" 0
    within "L1D accesses" $((reads + $(value out.json l1d writes))) "$7" 0
    within "L1D read misses" "$misses" "$6" 2
    points "L1D hit rate" "$(value out.json l1d hits)" "$5" "$4"
    within "L2 sector accesses" "$(value out.json l2 accesses)" "$8" 2
    within "L2 misses" \
        $(($(value out.json l2 read_misses) + $(value out.json l2 write_misses))) "$9" 3
    within "cycles" "$(value out.json totals cycles)" "$2" 5
}

trace bench-traces/vecadd-256k.tar.zst 21046 98304 16384 0 16384 24576 98424 98312
trace bench-traces/atax-512.tar.zst 289112 131264 303104 249560 52062 319488 273904 52400
trace bench-traces/atax-1024.tar.zst 1773294 524672 1212416 73118 1134274 1277952 4799360 2135456
trace bench-traces/reuse.tar.zst 175278 492960 122880 64 122816 122880 491384 466704
trace accelsim-matrixmul-32 5649 4416 64 0 64 96 432 432
trace accelsim-vectoradd-100 1217 344 8 0 8 12 53 53

finish
