# Finds every workload by its folder (sim/workload/NAME/NAME.c with NAME.ptx beside it), embeds
# its kernel texts, and writes the registry. Nothing lists workloads by hand. NAME.VARIANT.ptx is
# the text of a kernel variant. LW_EXTRA_SOURCES_workload is what the library is made of besides
# sim/workload/*.c.

include(${CMAKE_CURRENT_LIST_DIR}/lw_embed.cmake)

file(GLOB lw_workload_hosts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/sim/workload/*/*.c)
file(GLOB lw_workload_texts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/sim/workload/*/*.ptx)
list(SORT lw_workload_hosts)
list(SORT lw_workload_texts)

set(externs "")
set(entries "")
set(LW_WORKLOADS "")
foreach(host ${lw_workload_hosts})
  get_filename_component(dir ${host} DIRECTORY)
  get_filename_component(folder ${dir} NAME)
  get_filename_component(name ${host} NAME_WE)
  if(NOT name STREQUAL folder)
    continue() # a host's second file
  endif()
  if(NOT EXISTS ${dir}/${name}.ptx)
    message(FATAL_ERROR "workload ${name}: no ${name}.ptx beside ${name}.c; run ./dev kernels")
  endif()
  list(APPEND LW_WORKLOADS ${name})
endforeach()
list(SORT LW_WORKLOADS) # the registry's order, by which it is searched
foreach(name ${LW_WORKLOADS})
  # its folder, and what workloads share
  lw_hash_group(workload:${name} TARGETS lw_workload
                ONLY "/workload/(${name}/)?[^/]*$")
  string(APPEND externs "extern const workload_t workload_${name};\n")
  string(APPEND entries "    &workload_${name},\n")
endforeach()

set(embedded "")
set(text_entries "")
foreach(text ${lw_workload_texts})
  get_filename_component(dir ${text} DIRECTORY)
  get_filename_component(name ${dir} NAME)
  get_filename_component(base ${text} NAME_WLE)
  if(base STREQUAL name)
    set(variant default)
  else()
    string(REGEX REPLACE "^${name}\\." "" variant ${base})
  endif()
  string(MAKE_C_IDENTIFIER "lw_ptx_${name}_${variant}" symbol)
  list(APPEND embedded ${symbol} ${text})
  lw_hash_group(workload:${name} DATA ${text})
  string(APPEND text_entries "    {\"${name}\", \"${variant}\", ${symbol}, ${symbol}_end},\n")
endforeach()
set(lw_text_source ${CMAKE_BINARY_DIR}/gen/workload_texts.S)
lw_embed(${lw_text_source} text_externs ${embedded})

set(lw_registry_source ${CMAKE_BINARY_DIR}/gen/workload_registry.c)
file(CONFIGURE OUTPUT ${lw_registry_source} @ONLY CONTENT
"/* made by the build */
#include \"workload/workload.h\"
${externs}
const workload_t *const workload_registry[] = {
${entries}    NULL,
};
const unsigned workload_registry_count =
    sizeof workload_registry / sizeof workload_registry[0] - 1;
")
set(lw_text_table ${CMAKE_BINARY_DIR}/gen/workload_text_table.c)
file(CONFIGURE OUTPUT ${lw_text_table} @ONLY CONTENT
"/* made by the build */
#include <stddef.h>

#include \"workload/texts.h\"
${text_externs}
const workload_text_t workload_texts[] = {
${text_entries}    {NULL, NULL, NULL, NULL},
};
")
set(LW_EXTRA_SOURCES_workload ${lw_workload_hosts} ${lw_text_source} ${lw_text_table}
    ${lw_registry_source})
