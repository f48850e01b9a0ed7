# Sizes the gates of the critical paths, then reports timing and power; run by `lockwarp synth`
# as `sta time.tcl` in a work folder that holds job.tcl (top, liberty, blackbox, period_ns, trials,
# toggle) and activity.tcl (pins: a list of {pin toggles-per-cycle}; ports: likewise).
# Writes time.txt (key value lines), cells.txt (instance and cell), power.txt (instance and its
# internal, switching and leakage watts) and path.rpt.
source job.tcl
source activity.tcl

read_liberty $liberty
if {$blackbox ne ""} { read_liberty $blackbox }
read_verilog net.v
link_design $top
create_clock -name clk -period $period_ns [get_ports clk_i]
foreach port [all_inputs] {
  if {[get_full_name $port] ne "clk_i"} { set_input_delay 0 -clock clk $port }
}
set_output_delay 0 -clock clk [all_outputs]

# The cell of the same function with the next larger drive: NAND2_X1 -> NAND2_X2, INVX1 -> INVX2.
proc next_size {name} {
  if {![regexp {^(.*X)([0-9]+)$} $name -> stem size]} { return "" }
  for {set n [expr {$size + 1}]} {$n <= 32} {incr n} {
    if {[llength [get_lib_cells -quiet */$stem$n]]} { return $stem$n }
  }
  return ""
}

# Driving cells along a path: {instance delay} ...
proc path_stages {path} {
  set stages {}
  set before 0.0
  foreach point [get_property $path points] {
    set pin [get_property $point pin]
    set arrival [get_property $point arrival]
    if {[get_property $pin direction] eq "output"} {
      lappend stages [list [get_cells -of_objects $pin] [expr {$arrival - $before}]]
      set before $arrival
    }
  }
  return $stages
}

# Gives the cells their next sizes; true, and kept, if no path became worse.
proc resize {insts slack} {
  global tried sized tabu trials
  set key ""
  set old {}
  set new {}
  foreach inst $insts {
    set name [get_property $inst ref_name]
    set next [next_size $name]
    if {$next eq ""} { return 0 }
    lappend old $name
    lappend new $next
    append key "[get_full_name $inst] $next "
  }
  if {[info exists tabu($key)] || $tried >= $trials} { return 0 }
  set tabu($key) 1
  incr tried
  foreach inst $insts name $new { replace_cell $inst [get_lib_cells */$name] }
  if {[worst_slack -max] >= $slack} {
    incr sized [llength $insts]
    return 1
  }
  foreach inst $insts name $old { replace_cell $inst [get_lib_cells */$name] }
  return 0
}

# One step on the worst path: the slowest stage that gains alone, or else the first pair of
# neighbours that gains together (a larger gate loads the one before it).
proc improve {} {
  set path [lindex [find_timing_paths -path_delay max] 0]
  set slack [get_property $path slack]
  set stages [path_stages $path]
  foreach stage [lsort -real -decreasing -index 1 $stages] {
    if {[resize [list [lindex $stage 0]] $slack]} { return 1 }
  }
  for {set i 1} {$i < [llength $stages]} {incr i} {
    set pair [list [lindex $stages [expr {$i - 1}] 0] [lindex $stages $i 0]]
    if {[resize $pair $slack]} { return 1 }
  }
  return 0
}

# Mapping knows neither the flops' clock-to-output delay nor their drive, so the worst path is
# improved cell by cell until that fails or the period is met with a margin of 1 %.
set tried 0
set sized 0
array set tabu {}
while {$tried < $trials && [worst_slack -max] < 0.01 * $period_ns && [improve]} {}

set out [open time.txt w]
set slack [worst_slack -max]
puts $out "slack_ns $slack"
puts $out "critical_ns [expr {$period_ns - $slack}]"
puts $out "sized $sized"
puts $out "trials $tried"
close $out
report_checks -path_delay max -fields {fanout slew cap} -digits 4 > path.rpt

# With counts: inputs first, then OpenSTA's own propagation, then the flops' outputs. In this
# version a rate of a flop's output is overwritten if it is there before the propagation
# (`set_power_activity -pins` drops output pins altogether), and a global rate overrides all.
# So gates between flops keep the rates that OpenSTA propagates from the inputs.
set corner [sta::cmd_corner]
if {[llength $ports] == 0} {
  set_power_activity -global -activity $toggle
} else {
  sta::set_power_input_port_activity [get_ports rst_ni] 0.0 1.0
  foreach item $ports {
    sta::set_power_input_port_activity [get_ports [lindex $item 0]] [lindex $item 1] 0.5
  }
  sta::design_power $corner
  foreach item $pins {
    sta::set_power_pin_activity [get_pins [lindex $item 0]] [lindex $item 1] 0.5
  }
}
set cells [open cells.txt w]
set power [open power.txt w]
foreach inst [get_cells *] {
  puts $cells "[get_full_name $inst] [get_property $inst ref_name]"
  set p [sta::instance_power $inst $corner]
  puts $power "[get_full_name $inst] [lindex $p 0] [lindex $p 1] [lindex $p 2]"
}
close $cells
close $power
puts "lockwarp: done"
exit
