# The memories of a unit as single cells, for `lockwarp synth --memories sram`; sourced by map.tcl,
# and run before it as `yosys -c memories.tcl` in a work folder, where it writes mem.json.
#
# A memory's reset loop is a write port for every word, with a constant address; a macro has no
# reset, and thousands of ports with priorities among them are more than Yosys can pass on. So write
# ports are kept only where a wire reaches their address.
proc memories {} {
  yosys opt
  yosys select -set written w:* %co1:+\[ADDR\] {t:$memwr*} %i
  yosys select {t:$memwr*} @written %d
  yosys delete
  yosys select -clear
  yosys memory -nomap
  yosys opt_clean
}

if {![info exists rtl]} {
  source job.tcl
  yosys read_verilog -sv -noassert -defer {*}$rtl
  yosys read_verilog -sv -noassert $wrapper
  yosys hierarchy -check -top $top
  yosys proc
  yosys flatten
  yosys opt_clean
  memories
  yosys write_json mem.json
}
