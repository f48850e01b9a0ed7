# Finds every workload by its folder (cmodel/workload/NAME/NAME.c with NAME.ptx beside it), embeds
# its kernel texts, and writes the registry. Nothing lists workloads by hand. NAME.VARIANT.ptx is
# the text of a kernel variant. LW_EXTRA_SOURCES_workload is what the library is made of besides
# cmodel/workload/*.c.

file(GLOB lw_workload_hosts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/workload/*/*.c)
file(GLOB lw_workload_texts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/workload/*/*.ptx)
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
  string(APPEND externs "extern const workload_t workload_${name};\n")
  string(APPEND entries "    &workload_${name},\n")
endforeach()

set(assembly "/* made by the build */\n    .section .rodata\n")
set(text_externs "")
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
  string(APPEND assembly "    .global ${symbol}, ${symbol}_end\n"
         "${symbol}:\n    .incbin \"${text}\"\n${symbol}_end:\n    .byte 0\n")
  string(APPEND text_externs "extern const char ${symbol}[], ${symbol}_end[];\n")
  string(APPEND text_entries "    {\"${name}\", \"${variant}\", ${symbol}, ${symbol}_end},\n")
endforeach()
string(APPEND assembly "    .section .note.GNU-stack,\"\",%progbits\n")

set(lw_text_source ${CMAKE_BINARY_DIR}/gen/workload_texts.S)
file(CONFIGURE OUTPUT ${lw_text_source} @ONLY CONTENT "${assembly}")
# The assembler reads the texts itself, so that nobody else knows of this dependency.
set_property(SOURCE ${lw_text_source} DIRECTORY ${CMAKE_SOURCE_DIR}/cmodel
             PROPERTY OBJECT_DEPENDS "${lw_workload_texts}")

set(lw_registry_source ${CMAKE_BINARY_DIR}/gen/workload_registry.c)
file(CONFIGURE OUTPUT ${lw_registry_source} @ONLY CONTENT
"/* made by the build */
#include \"workload/texts.h\"
#include \"workload/workload.h\"
${externs}${text_externs}
const workload_t *const workload_registry[] = {
${entries}    NULL,
};
const unsigned workload_registry_count =
    sizeof workload_registry / sizeof workload_registry[0] - 1;

const workload_text_t workload_texts[] = {
${text_entries}    {NULL, NULL, NULL, NULL},
};
")
set(LW_EXTRA_SOURCES_workload ${lw_workload_hosts} ${lw_text_source} ${lw_registry_source})
