#!/bin/bash
# Of a unit whose own gates and connections alone are faulted (make.sh, own), these and no others are. And a register
# keeps its flops where nothing reads them.
#
#   own.sh MAKE_SH DIR    DIR: of the modules joined, joined_part and unread
set -eu
make=$1 rtl=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
    echo "own.sh: $*" >&2
    exit 1
}
width=5
echo "-GWidth=$width" >"$dir/args"
: >"$dir/wrapper.sv"
draw() { "$1" joined "$dir/wrapper.sv" "$dir/args" 1 "$2" 1 own "$dir/$3" "$rtl"/joined.sv "$rtl"/joined_part.sv; }

# One gate, en_i && first_any. Connections: a part's rst_ni, en_i, data_i and data_o, and any_o of the
# first; that of the second is unused_.
draw "$make" 100000 all
expected=$((1 + 2 * (1 + 1 + width + width) + 1))
selected=$(grep -c . "$dir/all/own.txt")
[ "$selected" = "$expected" ] || fail "$selected cells are selected; expected $expected"

# Every fault there is was drawn: of each of these cells, and of no cell of the part.
grep -o -- '-cell [^ ]*' "$dir/all/list.txt" | cut -d' ' -f2 | sort -u >"$dir/faulted"
sed 's,^joined/,,' "$dir/all/own.txt" | sort -u | cmp -s - "$dir/faulted" || fail 'other cells are faulted than are selected'
gates=$(awk '$1 == "attribute" && /joined_part.sv/ { part = 1 }
    $1 == "wire" { part = 0 }
    $1 == "cell" { if (part) print $3; part = 0 }' "$dir/all/plain.il" | sort -u)
[ "$(wc -w <<<"$gates")" -ge 3 ] || fail 'the parts have no cells: this test shows nothing'
for cell in $gates; do
    grep -qxF -- "$cell" "$dir/faulted" && fail "$cell is of joined_part.sv"
done

# refused NAME SED: make.sh changed so does not pass its own checks.
refused() {
    sed "$2" "$make" >"$dir/make_$1.sh"
    cmp -s "$make" "$dir/make_$1.sh" && fail "$1: make.sh has no such line"
    chmod +x "$dir/make_$1.sh"
    draw "$dir/make_$1.sh" 10 "$1" >/dev/null 2>&1 && fail "$1: not refused"
    return 0
}
# By the source line, which flatten gives to the cells of an instance as well.
refused by_line 's,^select -set own .*,select -set own c:* a:src=*/$unit.sv* %i t:\\$_BUF_ %u,; /^setattr -unset src @parts$/d'
# A part's cells, besides; none of the connections; no gate.
refused parts 's,^select -set own .*,select -set own c:*,'
refused no_connections '/^setattr -set lw_own 1 t:lw_wire$/d'
refused no_gates '/^setattr -set lw_own 1 @gates$/d'
# A register of which one bit is not read keeps its flop, or the lockstep would compare what nothing drives.
echo kept_q >"$dir/registers"
for parts in drawn own words; do
    "$make" unread "$dir/registers" "$dir/args" 1 10 1 "$parts" "$dir/unread_$parts" "$rtl"/unread.sv >/dev/null
    yosys -q -p "read_rtlil $dir/unread_$parts/plain.il; splitnets w:kept_q
        tee -q -o $dir/flops select -list w:kept_q* t:*ff* t:*DFF* %u %co1 w:* %i %i"
    [ "$(grep -c . "$dir/flops")" = "$width" ] || fail "unread, $parts: $(grep -c . "$dir/flops") of $width bits have a flop"
done
echo "own.sh: $selected cells selected, $(wc -w <<<"$gates") of the parts left out"
