# Embeds the GPU presets (cmodel/gpu/configs/NAME.yaml) into the program, so that it runs
# from anywhere. Presets are found by their files.

file(GLOB lw_preset_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/gpu/configs/*.yaml)
set(lw_preset_names "")
foreach(file ${lw_preset_files})
  get_filename_component(name ${file} NAME_WE)
  list(APPEND lw_preset_names ${name})
endforeach()
list(SORT lw_preset_names) # the names, not the files: a variant comes after its base
set(lw_preset_asm "    .section .rodata\n")
set(lw_preset_entries "")
set(lw_preset_externs "")
set(lw_preset_index 0)
foreach(name ${lw_preset_names})
  set(file ${CMAKE_SOURCE_DIR}/cmodel/gpu/configs/${name}.yaml)
  set(symbol lw_preset_${lw_preset_index})
  string(APPEND lw_preset_asm
         "    .global ${symbol}, ${symbol}_end\n${symbol}:\n    .incbin \"${file}\"\n"
         "${symbol}_end:\n    .byte 0\n")
  string(APPEND lw_preset_externs "extern const char ${symbol}[], ${symbol}_end[];\n")
  string(APPEND lw_preset_entries "    {\"${name}\", ${symbol}, ${symbol}_end},\n")
  math(EXPR lw_preset_index "${lw_preset_index} + 1")
endforeach()
string(APPEND lw_preset_asm "    .section .note.GNU-stack,\"\",%progbits\n")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/presets_data.S @ONLY CONTENT "${lw_preset_asm}")
set_source_files_properties(${CMAKE_BINARY_DIR}/gen/presets_data.S PROPERTIES
                            OBJECT_DEPENDS "${lw_preset_files}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/presets.c @ONLY CONTENT
"/* made by the build */
#include <stddef.h>

#include \"config/preset.h\"

${lw_preset_externs}
const preset_t preset_registry[] = {
${lw_preset_entries}    {NULL, NULL, NULL},
};
const unsigned preset_registry_count = sizeof preset_registry / sizeof preset_registry[0] - 1;
")
set(LW_EXTRA_SOURCES_config ${CMAKE_BINARY_DIR}/gen/presets.c ${CMAKE_BINARY_DIR}/gen/presets_data.S)
