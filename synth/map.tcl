# From RTL to a mapped netlist; run by `lockwarp synth` as `yosys -c map.tcl` in a work folder.
#
# job.tcl there sets: rtl (files), wrapper (file), top, liberty (file), map_ps, upsize_ps,
# dnsize_ps (abc's delay targets), driver and load (what abc assumes at the ports), techmap (a
# file, or empty), memories_tcl, blackbox (Liberty of the memories, or empty).
# Writes pre.json (flops before mapping), net.v and net.json (the mapped netlist).
source job.tcl
source [file join [file dirname $memories_tcl] assigns.tcl]

# Assertions are checked in simulation and by the formal proofs; they are not hardware.
yosys read_verilog -sv -noassert -defer {*}$rtl
if {$blackbox ne ""} { yosys read_liberty -lib $blackbox }
yosys read_verilog -sv -noassert $wrapper
yosys hierarchy -check -top $top
yosys proc
yosys flatten
# Of several names of a net, opt_clean keeps the one with more attributes: the register's.
yosys setattr -set register 1 w:*_q w:*_q\[*\]
yosys opt_clean
if {$techmap ne ""} {
  source $memories_tcl
  memories
  yosys techmap -map $techmap
  yosys opt -purge
}
yosys write_json pre.json
yosys synth -flatten -top $top
yosys check -assert
yosys dfflibmap -liberty $liberty
yosys opt

# abc: strong restructuring, delay-driven mapping, then buffering and sizing. Without the last
# two high fan-out nets stay unbuffered and timing means nothing.
# Three of its steps prove nodes equal, of which the first (ifraig) had not ended after 55 minutes for half a
# million gates, so a netlist of more than 300,000 is mapped without the three. Two that prove nothing restructure
# it for speed instead: &b -d and if -g.
yosys tee -q -o gates.txt select -count t:\$_*
set counted [open gates.txt]
if {![regexp {(\d+) objects} [read $counted] -> gates]} { error "no number of gates in gates.txt" }
close $counted
if {$gates > 300000} {
  set prove ""
  set balance "&b -d\n"
  set choose "if -g\nstrash\n"
} else {
  set prove "ifraig\nscorr\n"
  set balance ""
  set choose "dch -f\n"
}
set script [open abc.script w]
puts $script "strash
$prove&get -n
&st
&syn4
${balance}&put
${choose}map -B 0.9 -D $map_ps
topo
buffer -c -N 24
topo
upsize -D $upsize_ps
dnsize -D $dnsize_ps"
close $script
set constr [open abc.constr w]
if {$driver ne ""} {
  puts $constr "set_driving_cell $driver"
  puts $constr "set_load $load"
}
close $constr
set abc [list -liberty $liberty -script abc.script -constr abc.constr -D $map_ps]
# A memory's delay is unknown to abc, too, and with the others in its sight it would give time away
# before the memory to save area. So what leads to a read address is mapped by itself, first.
if {$blackbox ne ""} {
  set addresses {}
  for {set r 0} {$r < 8} {incr r} {
    for {set b 0} {$b < 20} {incr b} { lappend addresses ra${r}_$b }
  }
  set gates {$_NOT_,$_AND_,$_NAND_,$_OR_,$_NOR_,$_XOR_,$_XNOR_,$_ANDNOT_,$_ORNOT_,$_MUX_}
  yosys select -set memories t:lw_sram_*
  yosys select -set addresses @memories %x:+\[[join $addresses ,]\] @memories %d
  yosys select -set leads @addresses %ci*:+$gates t:\$_*_ %i
  yosys abc {*}$abc @leads
  yosys select -clear
}
yosys abc {*}$abc
yosys opt_clean -purge ;# one name a net, the register's where it has one
# Of a vector some bits may be left. Registers keep their vectors: by those they are told apart.
yosys splitnets w:i_dut.* w:*_q w:*_q\[*\] %u %d
yosys opt_clean -purge
yosys read_liberty -lib -ignore_miss_func $liberty
yosys check -mapped -assert
yosys write_verilog -noattr -noexpr -nodec -nohex whole.v
one_bit_each whole.v net.v

# The same netlist with the instance names that the timing tool will see.
yosys design -reset
yosys read_liberty -lib -ignore_miss_func $liberty
if {$blackbox ne ""} { yosys read_liberty -lib $blackbox }
yosys read_verilog net.v
yosys hierarchy -check -top $top
yosys write_json net.json
