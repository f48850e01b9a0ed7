#!/bin/bash
# RTL whose ports and registers are not exactly those of the field list must give no model, with a
# message that names what differs.
#
#   portcheck.sh MODELMAKER ROOT
#
# Takes common.fifo, changes one thing at a time and has a model made.
set -u
maker=$1 root=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
fifo=$root/rtl/common/fifo.sv
mkdir "$scratch/runtime"
"$maker" --runtime --out "$scratch/runtime" || exit 1

make_model() { # file
    "$maker" common.fifo --geometry small --replace "$1" --out "$scratch/out" \
        --runtime-in "$scratch/runtime" >"$scratch/said" 2>&1
}
refused() { # what, sed script, word expected in the message
    sed -E "$2" "$fifo" >"$scratch/fifo.sv"
    if cmp -s "$fifo" "$scratch/fifo.sv"; then
        echo "FAIL $1: the edit changed nothing"
        failures=$((failures + 1))
    elif make_model "$scratch/fifo.sv"; then
        echo "FAIL $1: accepted"
        failures=$((failures + 1))
    elif ! grep -q "$3" "$scratch/said"; then
        echo "FAIL $1: refused without naming $3"
        head -5 "$scratch/said"
        failures=$((failures + 1))
    fi
}

if ! make_model "$fifo"; then
    echo "FAIL the unit as it is"
    cat "$scratch/said"
    exit 1
fi
refused "an output too many" 's/^(.*output logic +push_ready_o,)$/\1 output logic extra_o,/' extra_o
refused "an input too many" 's/^(.*input +logic +pop_ready_i,)$/\1 input logic extra_i,/' extra_i
refused "an output missing" 's/^ *output logic.* count_o$/output logic other_o/; s/assign count_o/assign other_o/' count_o
refused "an input missing" '/input +logic +pop_ready_i,/d; s/^\);$/); logic pop_ready_i; assign pop_ready_i = 1;/' pop_ready_i
refused "an output one bit wider" 's/\[( *)CntW-1:0\] +count_o/[\1CntW:0] count_o/' count_o
refused "an output one bit narrower" 's/\[( *)CntW-1:0\] +count_o/[\1CntW-2:0] count_o/' count_o
refused "an input one bit wider" 's/\[( *)Width-1:0\] push_data_i/[\1Width:0] push_data_i/' push_data_i
refused "an input that is an output" 's/input ( *logic +pop_ready_i)/output \1/' pop_ready_i
refused "an output that is an input" 's/output (logic +pop_valid_o)/input \1/' pop_valid_o
refused "a register of another name" 's/\bcnt_q\b/count_q/g' 'no register cnt_q'
refused "a register one bit wider" 's/\[Width-1:0\] mem_q/[Width:0] mem_q/' 'register mem_q'
refused "a register of one element more" 's/mem_q\[0:Depth-1\]/mem_q[0:Depth]/' 'register mem_q'
refused "a register of one element fewer" 's/mem_q\[0:Depth-1\]/mem_q[0:Depth-2]/' 'register mem_q'
echo "$failures failures"
exit $((failures != 0))
