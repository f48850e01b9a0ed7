# The memories of a unit, before mapping: writes mem.json. Run by `lockwarp synth --memories sram`
# as `yosys -c memories.tcl` in a work folder; the same passes as map.tcl up to its techmap.
source job.tcl
yosys read_verilog -sv -noassert -defer {*}$rtl
yosys read_verilog -sv -noassert $wrapper
yosys hierarchy -check -top $top
yosys proc
yosys flatten
yosys opt_clean
yosys opt
yosys memory -nomap
yosys opt_clean
yosys write_json mem.json
