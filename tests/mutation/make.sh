#!/bin/bash
# Puts faults into a unit's netlist, all in one with a select input.
#
#   make.sh UNIT STATE ARGS SEED GENERAL ENTRY PARTS DIR RTL...
#
# UNIT     RTL module; STATE a file of the paths of its registers
# ARGS     file of -GName=value
# GENERAL  faults anywhere; ENTRY faults at one entry of each table, drawn from SEED
# PARTS    drawn: also from the units below it; own: only from what UNIT.sv itself says, its gates and
#          the connections of its instances; words: as drawn, but at bits of adders, multiplexers and registers as
#          wide as the RTL has them, in place of gates (see CMakeLists.txt)
# DIR      receives plain.il (no fault), list.txt (mutate's arguments, line k: select value k),
#          netlist.v; of own, also own.txt: the cells that may be faulted
set -eu
unit=$1 state=$2 args=$3 seed=$4 general=$5 entry=$6 parts=$7 dir=$8
shift 8
mkdir -p "$dir"
params=$(sed -nE 's/^-G([A-Za-z]+)=([0-9]+)$/-set \1 \2/p' "$args" | tr '\n' ' ')

# One entry of every table: PATH -> PATH[number]; the number is taken modulo the entries, which
# yosys knows.
tables=$(cat "$state")

gates='opt -full
memory -nomap
opt
techmap
dffunmap
simplemap
opt -full
clean'
words='opt -full
memory -nomap
opt
dffunmap
clean'

# What UNIT.sv itself says, marked while its instances are still instances: flatten gives their cells
# its lines, too. A connection is no cell, so each bit of one gets a buffer, which nothing optimizes
# away or through; to mutate it is one. Clocks are not faulted, and what is called unused_ joins
# nothing.
#
# A connection that its part does not read at these parameters is counted, and then cleaned away with
# its buffer. The selection is checked against two others: the cells that still bear a line of UNIT.sv after a
# flatten that has not given it to any other (a gate that opt made in place of one has no line; one that techmap made
# for several modules alike may bear their lines, too), and the count of gates and connected bits in the text of the
# hierarchy.
mark_own() {
    cat <<END
uniquify
select -set parts $unit/c:* * %C %i
select -set gates $unit/c:* @parts %d
setattr -set lw_own 1 @gates
setattr -unset src @parts
setattr -set lw_join 1 @parts %M i:* %i i:clk_i %d
select -set joins @parts %co1 $unit/w:* %i w:unused_* %d
write_rtlil $dir/parts.il
flatten
insbuf -buf lw_wire A Y @joins a:lw_join=1 %u
setattr -set lw_own 1 t:lw_wire
select -set marked a:lw_own=1
tee -q -o $dir/own.txt select -list @marked
clean
chtype -set \$_BUF_ t:lw_wire
select -set own a:lw_own=1
select -assert-none @own @marked %d
select -assert-min 1 @own
select -assert-none @own a:src=* %i a:src=*/$unit.sv* %d
select -set others $(for file in "$@"; do [[ $file == */$unit.sv ]] || printf 'c:* a:src=*/%s* %%i ' "${file##*/}"; done)
select -assert-none c:* a:src=*/$unit.sv* %i @own %d @others %d
END
}

# Gates of the top and bits of its instances' connections, from parts.il's text.
count_own() {
    top="\\$unit" awk '
        BEGIN { top = ENVIRON["top"] }
        $1 == "module" { module = $2 }
        $1 == "wire" && / (in|out)put / {
            width = 1
            for (i = 2; i < NF; i++) if ($i == "width") width = $(i + 1)
            bits[module, $NF] = width
        }
        $1 == "cell" { type = $2; if (module == top && substr(type, 1, 2) == "$_") n++ }
        $1 == "connect" && module == top { at[++k] = type SUBSEP $2; to[k] = $3 }
        END {
            for (i = 1; i <= k; i++)
                if (at[i] in bits && at[i] !~ /clk_i$/ && to[i] !~ /^\\unused_/) n += bits[at[i]]
            print n + 0
        }' "$dir/parts.il"
}

# The netlist without a fault. Arguments: registers to keep although nothing reads them.
plain() {
    local keep=$1 path
    shift
    printf '%s\n' "read_verilog -sv -noassert -defer $*" "chparam $params $unit" \
        "hierarchy -check -top $unit" proc
    for path in $keep; do echo "setattr -set keep 1 */w:${path##*.}"; done
    if [[ $parts == own ]]; then
        # Gates of the unit alone: its parts need none.
        printf '%s\n' "$words" "rename -top $unit" "techmap $unit" "simplemap $unit" "opt -full $unit" "clean $unit"
        mark_own "$@"
    elif [[ $parts == words ]]; then
        printf '%s\n' flatten "$words" "rename -top $unit"
    else
        printf '%s\n' flatten "$gates" "rename -top $unit"
    fi
    echo "write_rtlil $dir/plain.il"
}
plain "" "$@" >"$dir/plain.ys"
yosys -q -s "$dir/plain.ys"
# A register of which these parameters leave bits unread is state all the same, which the lockstep compares. What is
# constant gets a cell here, so that only what was cleaned away has no driver.
{
    echo "read_rtlil $dir/plain.il"
    n=0
    for path in $tables; do
        echo "select -set register$((n += 1)) w:$path w:$path\\[*"
        echo "splitnets @register$n"
    done
    echo 'hilomap -singleton -hicell lw_one Y -locell lw_zero Y'
    echo 'select -set driven t:* i:* %u %co3 w:* %i'
    n=0
    for path in $tables; do
        echo "tee -q -o $dir/register$((n += 1)).txt select -list w:$path w:$path\\[*"
        echo "tee -q -o $dir/undriven$n.txt select -list w:$path w:$path\\[* %u @driven %d"
    done
} >"$dir/registers.ys"
yosys -q -s "$dir/registers.ys"
lost=
n=0
for path in $tables; do
    : $((n += 1))
    [[ -s $dir/register$n.txt && ! -s $dir/undriven$n.txt ]] || lost+=" $path"
done
rm -f "$dir"/register[0-9]*.txt "$dir"/undriven[0-9]*.txt
if [[ -n $lost ]]; then
    echo "$unit: nothing reads all of$lost"
    plain "$lost" "$@" >"$dir/plain.ys"
    yosys -q -s "$dir/plain.ys"
fi
if [[ $parts == own ]]; then
    selected=$(grep -c . "$dir/own.txt") expected=$(count_own)
    echo "$unit: $selected cells of its own, of $(grep -c '^  cell ' "$dir/plain.il")"
    if [[ $selected != "$expected" ]]; then
        echo "make.sh: $unit: $selected cells are selected; its text has $expected" >&2
        exit 1
    fi
fi

# Line 0 of the list is the netlist as it is.
{
    echo "read_rtlil $dir/plain.il"
    where=
    if [[ $parts == own ]]; then
        tables=
        where=@own
        echo "select -set own a:lw_own=1"
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
# flops have a port C, of words CLK.
cat "$dir/general.txt" "$dir"/entry*.txt 2>/dev/null | sed -E 's/ -src [^ ]+//g; s/^mutate //' |
    grep -vE -- '-port (C|CLK) ' | awk '!seen[$0]++' >"$dir/list.txt"

{
    echo "read_rtlil $dir/plain.il"
    awk '{ printf "mutate -ctrl mut_sel 16 %d %s\n", NR - 1, $0 }' "$dir/list.txt"
    echo "clean"
    # A multiplexer of hundreds of inputs is a loop over them in Verilog; a tree of it is a few operations.
    printf '%s\n' pmuxtree clean
    echo "write_verilog -noattr $dir/netlist.v"
} >"$dir/mutate.ys"
yosys -q -s "$dir/mutate.ys"
