#!/bin/bash
# Edits of the uses of parameters, each compared with the C model (uses.c):
#
#   uses.sh USES all UNIT             all edits of a unit; one that is interrupted goes on where it was (the journal
#                                     is beside USES); LW_USES_TABLE in the environment names a table that
#                                     receives its row
#   uses.sh USES some N UNIT...       N of them together, drawn by the seed of LW_SEED; then the table and the list
#                                     of equal edits are compared with what is generated now
#   uses.sh USES examples LIST.csv    the edits of a list are generated and killed; what is not logic has none; a reason
#                                     for an edit that is not there is refused; the proof says yes and no; a journal
#                                     is used
set -eu
program=$1 form=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
USES_LOCKWARP=$(cd "$(dirname "$program")/../.." && pwd)/lockwarp
export USES_LOCKWARP

if command -v verilator_bin >/dev/null; then
    VERILATOR_ROOT=$(verilator --getenv VERILATOR_ROOT)
    export VERILATOR_ROOT PATH="$here/bin:$PATH"
fi

# Verilator's runtime as the build has made it.
runtime=$(dirname "$program")/../../models/runtime.o
[[ ! -e $runtime ]] || cp "$runtime" "$work/"

# Lines of a file that are edited.
edited() { "$program" list "$1" | sed -nE 's/^[a-z]+ +[^:]*:([0-9]+): .*/\1/p' | sort -un; }

# none UNIT FILE PATTERN: no edit of a line that matches.
none() {
    local lines
    lines=$(grep -nE "$3" "$root/$2" | cut -d: -f1)
    [[ -n $lines ]] || { echo "uses.sh: $2 has no line like $3" >&2; return 1; }
    if comm -12 <(edited "$1" | sort) <(sort <<<"$lines") | grep -q .; then
        echo "uses.sh: $1: a line like $3 is edited, and is no logic" >&2
        return 1
    fi
}

# proof HOW FILE UNIT TEXT BY STATUS PARAMETER...: what equal.sh says of the unit with this edit; 0 proved, 1 not.
proof() {
    local how=$1 file=$2 unit=$3 text=$4 by=$5 expected=$6 status=0
    shift 6
    sed "s/$text/$by/" "$root/$file" >"$work/edited.sv"
    if cmp -s "$root/$file" "$work/edited.sv"; then
        echo "uses.sh: $file has no $text" >&2
        return 1
    fi
    USES_WORK=$work "$here/equal.sh" "$how" "$USES_LOCKWARP" "$root" "$file" "$work/edited.sv" "$unit" 60 "$@" || status=$?
    ((status != 0)) && status=1
    [[ $status != "$expected" ]] || return 0
    echo "uses.sh: $unit with $by in place of $text: the proof ($how) says $status" >&2
    return 1
}

case $form in
all)
    "$program" run "$1" "$work" --journal "$program-$1.journal" ${LW_USES_TABLE:+--table "$LW_USES_TABLE"}
    ;;
some)
    "$program" draw "$work" "$@"
    "$program" check "$root/docs/results/mutation-uses.csv"
    ;;
examples)
    # Parameters and ports, checks of ranges, assertions, and the nets that only these read.
    none common.fifo rtl/common/fifo.sv 'parameter|localparam int (IdxW|CntW)|_[io],?$|illegal|assert|SumW|wr_from_rd'
    none mrpb.fifo_bank rtl/mrpb/mrpb_fifo_bank.sv 'parameter|illegal|assert|wr_len|tail_from_head'
    # A reason for an edit that is not there any more.
    mkdir -p "$work/root/tests/mutation/uses"
    ln -s "$root/rtl" "$work/root/rtl"
    printf '%s\n' unit,form,before,after,reason 'common.fifo,end,x,y,because' >"$work/root/tests/mutation/uses/equal.csv"
    if LW_ROOT=$work/root "$program" check "$root/docs/results/mutation-uses.csv" >"$work/out" ||
        ! grep -q 'no such edit any more' "$work/out"; then
        echo "uses.sh: a reason for an edit that does not exist is not refused" >&2
        exit 1
    fi
    # The proof: a wider sum changes nothing; one that is too narrow does. Without the insides of its parts a unit is
    # another one if what they are given changes: a parameter, or an input.
    if command -v yosys >/dev/null && command -v berkeley-abc >/dev/null; then
        for how in own all; do
            proof "$how" rtl/common/ring.sv common.ring 'CntW + 1' '6 + 1' 0 Depth:depth=5
            proof "$how" rtl/common/ring.sv common.ring 'CntW + 1' 'CntW - 1' 1 Depth:depth=5
        done
        abyp() { proof own rtl/abyp/abyp.sv abyp "$@" Entries:entries=5 Sets:sets=2 Ways:ways=2; }
        abyp 'logic \[HashW-1:0\] line_hash' 'logic [8-1:0] line_hash' 0
        abyp '\.Ways (Ways)' '.Ways (1)' 1
        abyp 'vic_valid_i && line_ok' 'line_ok' 1
        # Gates that take too long are no answer of their own.
        status=0
        "$here/equal.sh" own "$USES_LOCKWARP" "$root" rtl/las/las_sched.sv "$root/rtl/las/las_sched.sv" las.sched 1 \
            Scheds:scheds=1 Per:per=64 Active:active=64 DegW:deg_w=8 AgeW:age_w=16 Stages:stages=0 || status=$?
        [[ $status == 4 ]] || { echo "uses.sh: gates that take longer than a second: status $status" >&2; exit 1; }
    fi
    # A second run tries nothing that the journal has: not a line that is cut off, and nothing of another head.
    known() {
        "$program" run common.fifo "$work" --form power --journal "$work/journal" >"$work/out"
        [[ $(grep -c 'as an earlier run has it' "$work/out") == "$1" ]] ||
            { echo "uses.sh: not $1 edits are known from the journal:" >&2; cat "$work/out" >&2; exit 1; }
    }
    known 0
    edits=$(grep -c '^killed' "$work/out")
    known "$edits"
    truncate -s -1 "$work/journal"
    known $((edits - 1))
    known "$edits"
    sed -i '1s/$/ /' "$work/journal"
    known 0
    "$program" examples "$work" "$1"
    ;;
esac
