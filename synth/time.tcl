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

# Driving cells along a path: {instance delay input} ..., input: the pin by which the path enters,
# empty at its first cell.
proc path_stages {path} {
  set stages {}
  set before 0.0
  set input ""
  foreach point [get_property $path points] {
    set pin [get_property $point pin]
    set arrival [get_property $point arrival]
    if {[get_property $pin direction] eq "output"} {
      lappend stages [list [get_cells -of_objects $pin] [expr {$arrival - $before}] $input]
      set before $arrival
    } else {
      set input $pin
    }
  }
  return $stages
}

# Of the paths through a cell the least slack; 1 at most.
proc cell_slack {inst} {
  set worst 1.0
  foreach pin [get_pins -of_objects $inst] {
    if {[get_property $pin direction] ne "output"} { continue }
    foreach edge {max_rise_slack max_fall_slack} {
      set slack [get_property $pin $edge]
      if {$slack < $worst} { set worst $slack }
    }
  }
  return $worst
}

# Gives the cells their next sizes; true, and kept, if no path became worse than slack. While loose
# paths may lose, down to floor, if those through the last of the cells gain thrice that.
proc resize {insts slack} {
  global tried sized tabu trials loose floor journal
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
  set last [lindex $insts end]
  if {$loose} { set own [cell_slack $last] }
  foreach inst $insts name $new { replace_cell $inst [get_lib_cells */$name] }
  set now [worst_slack -max]
  if {$now >= $slack ||
      ($loose && $now >= $floor && [cell_slack $last] - $own > 3 * ($slack - $now))} {
    incr sized [llength $insts]
    foreach inst $insts name $old { lappend journal $inst $name }
    return 1
  }
  foreach inst $insts name $old { replace_cell $inst [get_lib_cells */$name] }
  return 0
}

# A pin's cell and the others on its net that have a next size.
proc siblings {pin} {
  set cells [list [get_cells -of_objects $pin]]
  set names [list [get_full_name [lindex $cells 0]]]
  foreach other [get_pins -of_objects [get_nets -of_objects $pin]] {
    set cell [get_cells -of_objects $other]
    set name [get_full_name $cell]
    if {[get_property $other direction] ne "input" || $name in $names} { continue }
    if {[next_size [get_property $cell ref_name]] eq ""} { continue }
    lappend cells $cell
    lappend names $name
  }
  return $cells
}

# One step on the worst path: the slowest stage that gains alone, or else the first pair of
# neighbours that gains together (a larger gate loads the one before it), or else the slowest stage
# that gains with its siblings (nor does it slow them down then).
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
  foreach stage [lsort -real -decreasing -index 1 $stages] {
    set input [lindex $stage 2]
    if {$input ne "" && [resize [siblings $input] $slack]} { return 1 }
  }
  return 0
}

# Steps until none is left or the period is met with a margin of 1 %.
proc improve_all {} {
  global tried trials period_ns tabu
  while {$tried < $trials && [worst_slack -max] < 0.01 * $period_ns && [improve]} {}
  array unset tabu
}

# The same again as long as that gains 0.5 ps: what was refused is tried again, its neighbours have
# other sizes by now.
proc improve_again {} {
  set before -1e9
  while {[worst_slack -max] > $before + 0.0005} {
    set before [worst_slack -max]
    improve_all
  }
}

# Mapping knows neither the flops' clock-to-output delay nor their drive, so the worst path is
# improved cell by cell. Where many paths are equally bad no step is left soon, because each loads
# what another path begins with; then all may lose 10 ps for a while. What gains nothing in the end is
# taken back.
set tried 0
set sized 0
array set tabu {}
set loose 0
set floor 0
set journal {}
improve_again
set best -1e9
while {$tried < $trials && [worst_slack -max] < 0.01 * $period_ns &&
       [worst_slack -max] > $best + 0.0005} {
  set best [worst_slack -max]
  set journal {}
  set floor [expr {$best - 0.01}]
  set loose 1
  improve_all
  set loose 0
  improve_again
}
if {[worst_slack -max] < $best} {
  foreach {name inst} [lreverse $journal] { replace_cell $inst [get_lib_cells */$name] }
}

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
