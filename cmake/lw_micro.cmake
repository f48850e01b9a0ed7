# Finds every microbenchmark by its file (cmodel/micro/bench_NAME.c) and writes the table of all;
# embeds the texts of their kernels (cmodel/micro/*.ptx). Nothing lists either by hand.

file(GLOB lw_micro_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/micro/bench_*.c)
file(GLOB lw_micro_texts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/micro/*.ptx)
set(names "")
foreach(file ${lw_micro_files})
  get_filename_component(name ${file} NAME_WE)
  string(REGEX REPLACE "^bench_" "" name ${name})
  list(APPEND names ${name})
endforeach()
list(SORT names)
set(externs "")
set(entries "")
foreach(name ${names})
  string(APPEND externs "extern const micro_bench_t micro_${name};\n")
  string(APPEND entries "    &micro_${name},\n")
endforeach()

list(SORT lw_micro_texts)
set(assembly "/* made by the build */\n    .section .rodata\n")
set(text_externs "")
set(text_entries "")
foreach(text ${lw_micro_texts})
  get_filename_component(name ${text} NAME_WE)
  string(APPEND assembly "    .global lw_micro_ptx_${name}, lw_micro_ptx_${name}_end\n"
         "lw_micro_ptx_${name}:\n    .incbin \"${text}\"\nlw_micro_ptx_${name}_end:\n    .byte 0\n")
  string(APPEND text_externs
         "extern const char lw_micro_ptx_${name}[], lw_micro_ptx_${name}_end[];\n")
  string(APPEND text_entries
         "    {\"${name}\", lw_micro_ptx_${name}, lw_micro_ptx_${name}_end},\n")
endforeach()
string(APPEND assembly "    .section .note.GNU-stack,\"\",%progbits\n")

set(lw_micro_text_source ${CMAKE_BINARY_DIR}/gen/micro_texts.S)
file(CONFIGURE OUTPUT ${lw_micro_text_source} @ONLY CONTENT "${assembly}")
set_property(SOURCE ${lw_micro_text_source} DIRECTORY ${CMAKE_SOURCE_DIR}/cmodel
             PROPERTY OBJECT_DEPENDS "${lw_micro_texts}")
set(lw_micro_registry_source ${CMAKE_BINARY_DIR}/gen/micro_registry.c)
file(CONFIGURE OUTPUT ${lw_micro_registry_source} @ONLY CONTENT
"/* made by the build */
#include \"micro/kernels.h\"
#include \"micro/micro.h\"
${externs}${text_externs}
const micro_bench_t *const micro_registry[] = {
${entries}    0,
};
const unsigned micro_registry_count = sizeof micro_registry / sizeof micro_registry[0] - 1;

const micro_text_t micro_texts[] = {
${text_entries}    {0, 0, 0},
};
")
set(LW_EXTRA_SOURCES_micro ${lw_micro_text_source} ${lw_micro_registry_source})
