# The SystemC side, headers alone: the module of every unit, made from its field list, beside what is written by hand in
# lockwarp/systemc. Sets LW_SYSTEMC_INCLUDE, where programs of the build find it. Nothing here needs SystemC.
set(LW_SYSTEMC_INCLUDE ${CMAKE_BINARY_DIR}/gen/systemc)
set(made ${LW_SYSTEMC_INCLUDE}/lockwarp/systemc)
set(all "")
foreach(unit ${LW_UNITS})
  configure_file(${CMAKE_SOURCE_DIR}/cmodel/${LW_FAMILY_${unit}}/${unit}_fields.h ${made}/fields/${unit}_fields.h COPYONLY)
  file(CONFIGURE OUTPUT ${made}/${unit}.h @ONLY CONTENT
"/* Made by the build from ${unit}_fields.h: the SystemC module sc_${unit} of ${LW_TITLE_${unit}}. */
#ifndef LOCKWARP_SYSTEMC_UNIT_${unit}_H
#define LOCKWARP_SYSTEMC_UNIT_${unit}_H
#include \"lockwarp/systemc/fields/${unit}_fields.h\"
#include \"lockwarp/systemc/unit_module.h\"
#endif
")
  string(APPEND all "#include \"lockwarp/systemc/${unit}.h\"\n")
endforeach()
file(CONFIGURE OUTPUT ${made}/units.h @ONLY CONTENT
"/* Made by the build: the SystemC modules of all units. */
#ifndef LOCKWARP_SYSTEMC_UNITS_H
#define LOCKWARP_SYSTEMC_UNITS_H
${all}#endif
")
set(LW_SYSTEMC_INCLUDE ${LW_SYSTEMC_INCLUDE} PARENT_SCOPE)
install(DIRECTORY ${LW_SYSTEMC_INCLUDE}/lockwarp DESTINATION include FILES_MATCHING PATTERN "*.h")
