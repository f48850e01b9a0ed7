#!/bin/bash
# Puts faults into a unit's netlist, all in one with a select input.
#
#   make.sh UNIT STATE ARGS SEED GENERAL ENTRY PARTS DIR RTL...
#
# UNIT     RTL module; STATE a file of the paths of its registers
# ARGS     file of -GName=value
# GENERAL  faults anywhere; ENTRY faults at one entry of each table, drawn from SEED
# PARTS    drawn: also from the units below it; own: only from UNIT.sv (see CMakeLists.txt)
# DIR      receives plain.il (no fault), list.txt (mutate's arguments, line k: select value k),
#          netlist.v
set -eu
unit=$1 state=$2 args=$3 seed=$4 general=$5 entry=$6 parts=$7 dir=$8
shift 8
mkdir -p "$dir"
params=$(sed -nE 's/^-G([A-Za-z]+)=([0-9]+)$/-set \1 \2/p' "$args" | tr '\n' ' ')

# One entry of every table: PATH -> PATH[number]; the number is taken modulo the entries, which
# yosys knows.
tables=$(cat "$state")

cat >"$dir/plain.ys" <<END
read_verilog -sv -noassert -defer $*
chparam $params $unit
hierarchy -check -top $unit
proc
flatten
opt -full
memory -nomap
opt
techmap
dffunmap
simplemap
opt -full
clean
rename -top $unit
write_rtlil $dir/plain.il
END
yosys -q -s "$dir/plain.ys"

# Line 0 of the list is the netlist as it is.
{
    echo "read_rtlil $dir/plain.il"
    where=
    if [[ $parts == own ]]; then
        tables=
        where=@own
        echo "select -set own a:src=*/$unit.sv*"
    fi
    echo "mutate -list $((general + 1)) -seed $seed -none -o $dir/general.txt $where"
    n=0
    RANDOM=$seed
    for path in $tables; do
        elements=$(grep -cE "^ *wire .*\\\\$(sed 's/\./\\./g' <<<"$path")\[[0-9]+\]$" "$dir/plain.il" || true)
        [[ $elements -gt 1 ]] || continue
        w="w:$path[$((RANDOM % elements))]"
        echo "select -set entry $w %ci3 $w %co1 %u"
        echo "mutate -list $entry -seed $seed -o $dir/entry$n.txt @entry"
        n=$((n + 1))
    done
} >"$dir/list.ys"
rm -f "$dir"/entry*.txt
yosys -q -s "$dir/list.ys"
# Mutate lists a fault twice now and then. Clocks are left out: to the proofs of equivalence a
# clock is implicit, so that they would call any fault of it harmless. Of the cells here only
# flops have a port C.
cat "$dir/general.txt" "$dir"/entry*.txt 2>/dev/null | sed -E 's/ -src [^ ]+//g; s/^mutate //' |
    grep -v -- '-port C ' | awk '!seen[$0]++' >"$dir/list.txt"

{
    echo "read_rtlil $dir/plain.il"
    awk '{ printf "mutate -ctrl mut_sel 16 %d %s\n", NR - 1, $0 }' "$dir/list.txt"
    echo "clean"
    echo "write_verilog -noattr $dir/netlist.v"
} >"$dir/mutate.ys"
yosys -q -s "$dir/mutate.ys"
