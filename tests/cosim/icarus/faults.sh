#!/bin/bash
# What a bench must notice: a fault in the RTL, and files that are not those that were written.
#
#   faults.sh LOCKWARP      77 when Icarus Verilog is not installed
set -u
program=$1
if ! command -v iverilog >/dev/null; then
    echo "skipped: iverilog is not installed"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failures=0
failed() {
    echo "FAIL $*"
    failures=$((failures + 1))
    cat out
}
expect() { # what, words that the bench prints, exit status
    ./copy/run.sh >out 2>&1
    local status=$?
    [[ $status -eq $3 ]] || failed "$1: exit $status, expected $3"
    grep -qE -- "$2" out || failed "$1: no '$2'"
    [[ $3 -eq 2 ]] || tail -n 1 out | grep -q '^FAIL: ' || failed "$1: the last line is not FAIL"
}
fresh() { # the bench as it was written
    rm -rf copy
    cp -r "$1" copy
}
edit() { # file of the copy, sed script
    sed -i "$2" "copy/$1"
    if cmp -s "copy/$1" "$bench/$1"; then failed "$2: the edit changed nothing"; fi
}
: >out
"$program" cosim -u common.fifo --exact --geometry small -n 3000 --bench fifo >out || failed "no bench of common.fifo"
"$program" cosim -u mrpb.fifo_bank --exact --geometry small -n 3000 --bench bank >out || failed "no bench of mrpb.fifo_bank"

bench=fifo
fresh fifo
./copy/run.sh >out 2>&1 || failed "the bench as it is"
tail -n 1 out | grep -qE '^PASS: common.fifo, 2999 cycles, [0-9]+ bits compared$' || failed "the last line is not PASS"
edit rtl/fifo.sv 's/mem_q\[rd_q\] :/(mem_q[rd_q] ^ Width'"'"'(cnt_q == CntW'"'"'(Depth))) :/'
expect "a fault in the RTL" '^cycle [0-9]+: pop_data_o is [0-9a-f]+, expected [0-9a-f]+$' 1

# One bit of one expected output, in the last line of the file.
fresh fifo
last=$(tail -n 1 copy/expected.txt)
flipped=$(awk '{ $1 = $1 == "0" ? "1" : "0"; print }' <<<"$last")
sed -i "\$s/.*/$flipped/" copy/expected.txt
column=$(head -n 1 copy/expected.txt | cut -d ' ' -f 1)
expect "a changed expected bit" "^cycle 2999: ${column} is ${last%% *}, expected ${flipped%% *}\$" 1

# An output that is unknown is none of the values expected.
fresh fifo
edit rtl/fifo.sv 's/assign count_o *= .*/assign count_o = {CntW{1'"'"'bx}};/'
expect "an output that is x" '^cycle [0-9]+: count_o is x+, expected' 1

fresh fifo
sed -i '$d' copy/expected.txt
expect "a line too few of outputs" '^expected.txt, line 3001: not the [0-9]+ numbers' 1
fresh fifo
sed -i '2000q' copy/inputs.txt
expect "inputs that are cut off" '^inputs.txt, line 2001: not the [0-9]+ numbers' 1
fresh fifo
rm copy/inputs.txt
expect "inputs that are missing" '^cannot open inputs.txt and expected.txt' 1
fresh fifo
rm copy/rtl/fifo.sv
expect "RTL that is missing" 'fifo.sv' 2

# Elements with a gate are binary, and x where they are not compared: one of those compared is changed, or is x too.
bench=bank
fresh bank
./copy/run.sh >out 2>&1 || failed "the bench of mrpb.fifo_bank as it is"
column=$(awk '/x/ { for (i = 1; i <= NF; i++) if ($i ~ /x/) { print i; exit } }' < <(tail -n +2 bank/expected.txt))
[[ -n $column ]] || failed "mrpb.fifo_bank has no output with a gate; take another unit"
change() { # from, to: in the first value of the column that has it, of a cycle that is compared
    awk -v c="$column" -v from="$1" -v to="$2" 'NR > 3 && !done && $c ~ from { sub(from, to, $c); done = 1 } { print }' \
        bank/expected.txt >copy/expected.txt
    if cmp -s bank/expected.txt copy/expected.txt; then failed "no $1 in column $column"; fi
}
change 1 0
expect "a changed bit of an element with a gate" '^cycle [0-9]+: [a-z_]+_o is [01x]+, expected [01x]+$' 1
change 1 x
expect "a bit that is not compared any more" "^$(sed -n "s/.*BITS = 64'd\([0-9]*\);.*/\1/p" bank/bench.v) bits were to be compared\$" 1

echo "$failures failures"
exit $((failures != 0))
