# Finds every unit by its field list (cmodel/FAMILY/NAME_fields.h) and writes, per unit, the
# descriptor source, and the registry of all. Nothing lists units by hand.
# A unit without its C file yet is left out with a message.

# The build notices a new invariant and a new part of stimulus.
file(GLOB lw_noticed CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tb/*/*_inv.c ${CMAKE_SOURCE_DIR}/tb/*/*_stim_*.c)
file(GLOB LW_FIELD_LISTS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/*/*_fields.h)
set(LW_UNITS "")       # C prefixes, sorted by title
set(LW_UNIT_SOURCES "")
set(lw_titled "")
foreach(list ${LW_FIELD_LISTS})
  get_filename_component(dir ${list} DIRECTORY)
  get_filename_component(family ${dir} NAME)
  get_filename_component(base ${list} NAME)
  string(REPLACE "_fields.h" "" prefix ${base})
  if(NOT EXISTS ${dir}/${prefix}.c)
    message(STATUS "unit ${prefix}: no ${prefix}.c, left out")
    continue()
  endif()
  file(STRINGS ${list} title_line REGEX "^#define UNIT_TITLE ")
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" title "${title_line}")
  # a separator below '.', so that "abyp" comes before "abyp.table" as strcmp has it
  list(APPEND lw_titled "${title} ${family} ${prefix}")
endforeach()
list(SORT lw_titled)

set(externs "")
set(entries "")
set(stim_externs "")
set(stim_entries "")
set(LW_STIM_SOURCES "")
set(inv_externs "")
set(inv_entries "")
set(LW_INVARIANT_SOURCES "")
foreach(row ${lw_titled})
  string(REPLACE " " ";" row ${row})
  list(GET row 0 title)
  list(GET row 1 family)
  list(GET row 2 prefix)
  list(APPEND LW_UNITS ${prefix})
  set(LW_FAMILY_${prefix} ${family})
  set(LW_TITLE_${prefix} ${title})
  set(desc ${CMAKE_BINARY_DIR}/gen/${prefix}_desc.c)
  file(CONFIGURE OUTPUT ${desc} @ONLY CONTENT
"/* made by the build from ${prefix}_fields.h */
#include \"${family}/${prefix}.h\"
#include \"${family}/${prefix}_fields.h\"
#include \"common/unit_desc.inc\"
")
  list(APPEND LW_UNIT_SOURCES ${CMAKE_SOURCE_DIR}/cmodel/${family}/${prefix}.c ${desc})
  if(NOT EXISTS ${CMAKE_SOURCE_DIR}/tb/${family}/${prefix}_stim.c)
    message(FATAL_ERROR "unit ${prefix}: no tb/${family}/${prefix}_stim.c (events, directed stimulus)")
  endif()
  file(GLOB stim_parts ${CMAKE_SOURCE_DIR}/tb/${family}/${prefix}_stim_*.c) # of stimulus in several files
  list(APPEND LW_STIM_SOURCES ${CMAKE_SOURCE_DIR}/tb/${family}/${prefix}_stim.c ${stim_parts})
  string(APPEND stim_externs "extern const stim_unit_t ${prefix}_stim;\n")
  string(APPEND stim_entries "    &${prefix}_stim,\n")
  # A unit without an invariant of its own has none.
  if(EXISTS ${CMAKE_SOURCE_DIR}/tb/${family}/${prefix}_inv.c)
    list(APPEND LW_INVARIANT_SOURCES ${CMAKE_SOURCE_DIR}/tb/${family}/${prefix}_inv.c)
    string(APPEND inv_externs "extern const invariant_t ${prefix}_inv;\n")
    string(APPEND inv_entries "    &${prefix}_inv,\n")
  else()
    string(APPEND inv_entries "    NULL,\n")
  endif()
  string(APPEND externs "extern const unit_desc_t ${prefix}_unit;\n")
  string(APPEND entries "    &${prefix}_unit,\n")
endforeach()

file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/unit_registry.c @ONLY CONTENT
"/* made by the build */
#include \"common/unit.h\"
${externs}
const unit_desc_t *const unit_registry[] = {
${entries}    NULL,
};
const unsigned unit_registry_count = sizeof unit_registry / sizeof unit_registry[0] - 1;
")
list(APPEND LW_UNIT_SOURCES ${CMAKE_BINARY_DIR}/gen/unit_registry.c)

file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/stim_registry.c @ONLY CONTENT
"/* made by the build */
#include \"lockstep/stim_unit.h\"
${stim_externs}
const stim_unit_t *const stim_registry[] = {
${stim_entries}};
")
list(APPEND LW_STIM_SOURCES ${CMAKE_BINARY_DIR}/gen/stim_registry.c)

file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/invariant_registry.c @ONLY CONTENT
"/* made by the build */
#include \"step/invariant.h\"
${inv_externs}
const invariant_t *const invariant_registry[] = {
${inv_entries}};
")
list(APPEND LW_INVARIANT_SOURCES ${CMAKE_BINARY_DIR}/gen/invariant_registry.c)
