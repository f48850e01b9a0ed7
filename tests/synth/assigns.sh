#!/bin/bash
# synth/assigns.tcl: assignments to concatenations become one for each bit; all else stays as it is, what it does
# not know stops it, and the circuit is the same one.
#
#   assigns.sh ROOT
set -u
root=$1
command -v yosys >/dev/null || { echo "skipped: no yosys"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failed=0
fail() {
    echo "FAIL $*"
    failed=$((failed + 1))
}
split() {
    printf 'source {%s/synth/assigns.tcl}\none_bit_each %s net.v\n' "$root" "$1" >job.tcl
    yosys -q -c job.tcl >log 2>&1
}

cat >whole.v <<'END'
module other(b, z);
  input [1:0] b;
  wire [1:0] b;
  output [1:0] z;
  wire [1:0] z;
  assign z = 2'b10;
endmodule

module top(clk, \in.a , b, out, \q[0] , up);
  input clk;
  wire clk;
  input [2:0] \in.a ;
  wire [2:0] \in.a ;
  input b;
  wire b;
  output [4:0] out;
  wire [4:0] out;
  output [7:0] \q[0] ;
  reg [7:0] \q[0] ;
  output [0:2] up;
  wire [0:2] up;
  other i_other (.b({ b, b }), .z({ out[0], out[1] }));
  always @(posedge clk)
    { \q[0] [7], \q[0] [2] } <= { b, \in.a [0] };
  assign { out[4], out[3:2] } = { b, \in.a [1], 1'b0 };
  assign { \q[0] [6:3], \q[0] [1:0] } = 6'b010011;
  assign { up[0:1], up[2] } = \in.a ;
endmodule
END
cat >expected <<'END'
  assign out [4] = b ;
  assign out [3] = \in.a [1];
  assign out [2] = 1'b0;
  assign \q[0] [6] = 1'b0;
  assign \q[0] [5] = 1'b1;
  assign \q[0] [4] = 1'b0;
  assign \q[0] [3] = 1'b0;
  assign \q[0] [1] = 1'b1;
  assign \q[0] [0] = 1'b1;
  assign up [0] = \in.a [2];
  assign up [1] = \in.a [1];
  assign up [2] = \in.a [0];
END
split whole.v || fail "stopped at a good netlist: $(cat log)"
grep 'assign .*\[.*=' net.v | diff expected - || fail "the assignments of the bits"
diff <(grep -v 'assign {' whole.v) <(grep -vxFf expected net.v) || fail "lines without a concatenation"
cat >same.ys <<'END'
read_verilog whole.v
proc
flatten top
rename top gold
read_verilog -overwrite net.v
proc
flatten top
rename top gate
equiv_make gold gate equiv
hierarchy -top equiv
equiv_simple
equiv_induct
equiv_status -assert
END
yosys -q same.ys >log 2>&1 || fail "another circuit: $(tail -3 log)"

# FILE's assignment is refused with TEXT.
refused() {
    printf 'module top(a, z);\n  input [1:0] a;\n  output [1:0] z;\n  wire y;\n  %s\nendmodule\n' "$1" >bad.v
    split bad.v && fail "accepted: $1"
    grep -qF "$2" log || fail "$1: $(cat log)"
}
refused "assign { y, z[0] } = { 1'b0, a };" "sides of different widths"
refused "assign { y, z[0] } = 2'h3;" "no name and no binary constant in an assignment: 2'h3"
refused "assign { y, z[0] } = { 2{a[0]} };" "no name and no binary constant in an assignment: 2{a[0]}"
refused "assign { y, z[0] } = a & 2'b01;" "no name and no binary constant in an assignment: a & 2'b01"

# What it is for: the timing tool stops at the one netlist and reads the other.
liberty=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
if command -v sta >/dev/null && [[ -e $liberty ]]; then
    sed -e '/always/,+1d' -e '/i_other/d' -e 's/^  reg/  wire/' whole.v >flat.v
    split flat.v || fail "stopped at a netlist without registers: $(cat log)"
    for file in flat net; do
        printf 'read_liberty %s\nread_verilog %s.v\nlink_design top\n' "$liberty" "$file" >time.tcl
        sta -no_splash -exit time.tcl >$file.log 2>&1
    done
    grep -qi error flat.log || fail "the timing tool reads a concatenation: assigns.tcl is not needed"
    ! grep -qi error net.log || fail "the timing tool: $(cat net.log)"
fi
exit $((failed > 0))
