# Finds every microbenchmark by its file (sim/micro/bench_NAME.c) and writes the table of all;
# embeds the texts of their kernels (sim/micro/*.ptx). Nothing lists either by hand.

include(${CMAKE_CURRENT_LIST_DIR}/lw_embed.cmake)

file(GLOB lw_micro_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/sim/micro/bench_*.c)
file(GLOB lw_micro_texts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/sim/micro/*.ptx)
lw_file_names(names "bench_" ${lw_micro_files})
set(externs "")
set(entries "")
foreach(name ${names})
  string(APPEND externs "extern const micro_bench_t micro_${name};\n")
  string(APPEND entries "    &micro_${name},\n")
endforeach()

list(SORT lw_micro_texts)
set(embedded "")
set(text_entries "")
foreach(text ${lw_micro_texts})
  get_filename_component(name ${text} NAME_WE)
  list(APPEND embedded lw_micro_ptx_${name} ${text})
  string(APPEND text_entries
         "    {\"${name}\", lw_micro_ptx_${name}, lw_micro_ptx_${name}_end},\n")
endforeach()
set(lw_micro_text_source ${CMAKE_BINARY_DIR}/gen/micro_texts.S)
lw_embed(${lw_micro_text_source} text_externs ${embedded})
set(lw_micro_registry_source ${CMAKE_BINARY_DIR}/gen/micro_registry.c)
file(CONFIGURE OUTPUT ${lw_micro_registry_source} @ONLY CONTENT
"/* made by the build */
#include \"micro/micro.h\"
${externs}
const micro_bench_t *const micro_registry[] = {
${entries}    0,
};
const unsigned micro_registry_count = sizeof micro_registry / sizeof micro_registry[0] - 1;
")
set(lw_micro_text_table ${CMAKE_BINARY_DIR}/gen/micro_text_table.c)
file(CONFIGURE OUTPUT ${lw_micro_text_table} @ONLY CONTENT
"/* made by the build */
#include \"micro/kernels.h\"
${text_externs}
const micro_text_t micro_texts[] = {
${text_entries}    {0, 0, 0},
};
")
set(LW_EXTRA_SOURCES_micro ${lw_micro_text_source} ${lw_micro_text_table}
    ${lw_micro_registry_source})
