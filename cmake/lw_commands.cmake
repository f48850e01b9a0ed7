# Finds every subcommand by its file (app/cli/cmd_NAME.c) and writes the table of all.
# Nothing lists commands by hand.

include(${CMAKE_CURRENT_LIST_DIR}/lw_embed.cmake)

file(GLOB lw_command_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/app/cli/cmd_*.c)
lw_file_names(lw_command_names "cmd_" ${lw_command_files})
set(lw_command_externs "")
set(lw_command_entries "")
foreach(name ${lw_command_names})
  string(APPEND lw_command_externs
         "extern const char cmd_${name}_doc[];\nint cmd_${name}(int argc, char **argv);\n")
  string(APPEND lw_command_entries "    {\"${name}\", cmd_${name}_doc, cmd_${name}},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/cmd_registry.c @ONLY CONTENT
"/* made by the build */
#include \"cli/cmd.h\"

${lw_command_externs}
const cmd_t cmd_registry[] = {
${lw_command_entries}};
const unsigned cmd_registry_count = sizeof cmd_registry / sizeof cmd_registry[0];
")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/version.c @ONLY CONTENT
"/* made by the build */
#include \"cli/cmd.h\"

const char lw_version[] = \"${PROJECT_VERSION}\";
")
set(LW_EXTRA_SOURCES_cli ${CMAKE_BINARY_DIR}/gen/cmd_registry.c ${CMAKE_BINARY_DIR}/gen/version.c)
