# OpenSTA reads no assignment to a concatenation, which is how Yosys writes the constant bits of several
# vectors. `one_bit_each FROM TO` copies a netlist with an assignment for each bit in place of these.
# Written for what `write_verilog -nodec -nohex` writes, one assignment a line; stops at anything else.

# The bits of one part of a concatenation, the highest first: of a vector, of some of it, or of a constant.
proc part_bits {part} {
  upvar 1 msb msb lsb lsb
  if {[regexp {^\d+'s?b([01xz]+)$} $part -> digits]} {
    set bits {}
    foreach digit [split $digits ""] { lappend bits "1'b$digit" }
    return $bits
  }
  if {![regexp {^(\\\S+|\w+)\s*(?:\[(\d+)(?::(\d+))?\])?$} $part -> name high low]} {
    error "no name and no binary constant in an assignment: $part"
  }
  if {$high eq ""} {
    if {![info exists msb($name)]} { return [list "$name "] }
    set high $msb($name)
    set low $lsb($name)
  } elseif {$low eq ""} {
    set low $high
  }
  set step [expr {$high < $low ? 1 : -1}]
  set bits {}
  for {set i $high} {$i != $low + $step} {incr i $step} { lappend bits "$name \[$i\]" }
  return $bits
}

proc side_bits {side} {
  upvar 1 msb msb lsb lsb
  set bits {}
  if {![regexp {^\{ (.*) \}$} $side -> parts]} { set parts $side }
  # A comma ends a part; an escaped name ends with a blank, which is part of it.
  foreach part [split [string map {", " "\n"} $parts] "\n"] { lappend bits {*}[part_bits $part] }
  return $bits
}

proc one_bit_each {from to} {
  set in [open $from]
  set out [open $to w]
  while {[gets $in line] >= 0} {
    if {[regexp {^\s*module } $line]} { array unset msb; array unset lsb }
    if {[regexp {^\s*(?:wire|reg|input|output)(?: wire| reg)? \[(\d+):(\d+)\] (\S+?)\s*;} $line -> high low name]} {
      set msb($name) $high
      set lsb($name) $low
    }
    if {![regexp {^\s*assign (\{ .* \}) = (.*);$} $line -> left right]} {
      puts $out $line
      continue
    }
    set lefts [side_bits $left]
    set rights [side_bits [string trimright $right]]
    if {[llength $lefts] != [llength $rights]} { error "sides of different widths: $line" }
    foreach l $lefts r $rights { puts $out "  assign $l = $r;" }
  }
  close $in
  close $out
}
