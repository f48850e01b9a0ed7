#!/bin/bash
# A wrapper whose ports are not exactly those of the field list must stop the build.
#
#   portcheck.sh FIELDGEN ROOT VERILATOR [flag]...
#
# Takes common.fifo's wrapper, changes one port at a time and runs the build's port check.
set -u
fieldgen=$1 root=$2
shift 2
lint=("$@")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
"$fieldgen" common.fifo paper check "$scratch/portcheck.sv" || exit 1

check() { # wrapper
    "${lint[@]}" "$scratch/portcheck.sv" "$1" "$root"/rtl/common/*.sv >"$scratch/out" 2>&1
}
refused() { # what, sed script, word expected in the message
    sed -E "$2" "$root/tb/common/fifo_tb.sv" >"$scratch/fifo_tb.sv"
    if cmp -s "$root/tb/common/fifo_tb.sv" "$scratch/fifo_tb.sv"; then
        echo "FAIL $1: the edit changed nothing"
        failures=$((failures + 1))
    elif check "$scratch/fifo_tb.sv"; then
        echo "FAIL $1: accepted"
        failures=$((failures + 1))
    elif ! grep -q "$3" "$scratch/out"; then
        echo "FAIL $1: refused without naming $3"
        head -5 "$scratch/out"
        failures=$((failures + 1))
    fi
}

if ! check "$root/tb/common/fifo_tb.sv"; then
    echo "FAIL the wrapper as it is"
    cat "$scratch/out"
    exit 1
fi
refused "an output too many" 's/^(.*st_rd_o,)$/\1 output logic extra_o,/' extra_o
refused "an input too many" 's/^(.*pop_ready_i,)$/\1 input logic extra_i,/' extra_i
refused "an output missing" '/count_o/d' count_o
refused "an input missing" '/ pop_ready_i/d; s/\.rst_ni,$/.rst_ni, .pop_ready_i(1'"'"'b1),/; /^ +pop_ready_i,/d' pop_ready_i
refused "state missing" '/st_mem_o/d' st_mem_o
refused "an output one bit wider" 's/\[CntW-1:0\]  count_o/[CntW:0]  count_o/' count_o
refused "an output one bit narrower" 's/\[CntW-1:0\]  count_o/[CntW-2:0]  count_o/' count_o
refused "an input one bit wider" 's/\[Width-1:0\] push_data_i/[Width:0] push_data_i/' push_data_i
refused "state one bit wider" 's/\[Width-1:0\] st_mem_o/[Width:0] st_mem_o/' st_mem_o
refused "state one element more" 's/st_mem_o\[0:Depth-1\]/st_mem_o[0:Depth]/' st_mem_o
refused "state one element fewer" 's/st_mem_o\[0:Depth-1\]/st_mem_o[0:Depth-2]/' st_mem_o
refused "another name" 's/st_cnt_o/st_count_o/' st_cnt_o
refused "an input that is an output" 's/input  (logic +pop_ready_i)/output \1/' pop_ready_i
refused "an output that is an input" 's/output (logic +pop_valid_o)/input \1/' pop_valid_o
echo "$failures failures"
exit $((failures != 0))
