# Embeds the GPU presets (sim/gpu/configs/NAME.yaml) into the program, so that it runs
# from anywhere. Presets are found by their files.

include(${CMAKE_CURRENT_LIST_DIR}/lw_embed.cmake)

file(GLOB lw_preset_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/sim/gpu/configs/*.yaml)
# Sorted by name, not by file: a variant comes after its base.
lw_file_names(lw_preset_names "" ${lw_preset_files})
set(lw_preset_embedded "")
set(lw_preset_entries "")
set(lw_preset_index 0)
foreach(name ${lw_preset_names})
  set(file ${CMAKE_SOURCE_DIR}/sim/gpu/configs/${name}.yaml)
  set(symbol lw_preset_${lw_preset_index})
  list(APPEND lw_preset_embedded ${symbol} ${file})
  string(APPEND lw_preset_entries "    {\"${name}\", ${symbol}, ${symbol}_end},\n")
  math(EXPR lw_preset_index "${lw_preset_index} + 1")
endforeach()
lw_embed(${CMAKE_BINARY_DIR}/gen/presets_data.S lw_preset_externs ${lw_preset_embedded})
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
