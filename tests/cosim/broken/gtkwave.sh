#!/bin/bash
# The save file of a failure, opened by GTKWave itself: every trace found (it drops unknown
# signals silently), in pairs, the differing ones first, and the marker where the difference is.
#
#   gtkwave.sh LOCKWARP_BROKEN      77 when GTKWave or Xvfb is not installed
set -u
program=$1
for tool in gtkwave xvfb-run; do
    if ! command -v $tool >/dev/null; then
        echo "skipped: $tool is not installed"
        exit 77
    fi
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failures=0

# Of the counters only those that the stimulus touched are shown.
expected_sat_ctr_table() {
    pair 'ctr(5)[3:0]'
    printf '%s\n' clk rst_n 'cycle[63:0]'
    for s in 'rd_idx[6:0]' inc_en 'inc_idx[6:0]' dec_en 'dec_idx[6:0]' 'rd_ctr[3:0]' 'ctr(5)[3:0]'; do
        pair "$s"
    done
}
expected_fifo() {
    pair 'pop_data[63:0]'
    printf '%s\n' clk rst_n 'cycle[63:0]'
    for s in push_valid 'push_data[63:0]' pop_ready push_ready pop_valid 'pop_data[63:0]' \
        'count[3:0]' 'rd[2:0]' 'wr[2:0]' 'cnt[3:0]' \
        'mem(0)[63:0]' 'mem(1)[63:0]' 'mem(2)[63:0]' 'mem(3)[63:0]' \
        'mem(4)[63:0]' 'mem(5)[63:0]' 'mem(6)[63:0]' 'mem(7)[63:0]'; do
        pair "$s"
    done
}
pair() {
    printf 'model.%s\nrtl.%s\n' "$1" "$1"
}

check() { # unit, failing record of the shrunk stimulus, half cycle (state: 5), expected
    "$program" cosim -u "$1" --geometry paper >report
    if [[ $? -ne 1 ]]; then
        echo "FAIL $1: exit status"
        failures=$((failures + 1))
    fi
    local save="$1-paper-seed1.gtkw"
    { cat "${save%.gtkw}.tcl"
      echo 'foreach s [gtkwave::getDisplayedSignals] { puts "trace $s" }'
      echo 'puts "marker [gtkwave::getMarker]"'
      echo 'puts "opened [gtkwave::getDumpFileName]"'
      echo 'gtkwave::/File/Quit'; } >check.tcl
    if ! timeout 1200 xvfb-run -a gtkwave "$save" -S check.tcl >opened 2>&1; then
        echo "FAIL $1: gtkwave"
        cat opened
        failures=$((failures + 1))
        return
    fi
    $4 >expected
    if ! diff <(sed -n 's/^trace //p' opened) expected; then
        echo "FAIL $1: the traces differ"
        failures=$((failures + 1))
    fi
    if ! grep -qx "marker $((10 * $2 + $3))" opened; then
        echo "FAIL $1: $(grep '^marker' opened); expected $((10 * $2 + $3))"
        failures=$((failures + 1))
    fi
    if ! grep -q "^opened .*$1-paper-seed1.fst" opened; then
        echo "FAIL $1: opened another file"
        failures=$((failures + 1))
    fi
}

# A reset and 16 increments of a 4-bit counter: state after the edge of record 16.
check common.sat_ctr_table 16 5 expected_sat_ctr_table
# A reset and 8 pushes, then the output: record 9, settled.
check common.fifo 9 0 expected_fifo
echo "$failures failures"
exit $((failures != 0))
