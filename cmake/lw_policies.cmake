# Finds every policy (sim/policy/FILE.c defining policy_FILE) and writes the registry. Its name is
# the file's with a dash for an underscore where its .name says so.
file(GLOB lw_policy_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/sim/policy/*.c)
set(lw_policies "")
set(externs "")
set(entries "")
foreach(source ${lw_policy_files})
  file(STRINGS ${source} lw_defines REGEX "^const policy_ops_t policy_")
  if(lw_defines)
    get_filename_component(file ${source} NAME_WE)
    file(STRINGS ${source} name REGEX "^    [.]name = \".*\",$")
    string(REGEX REPLACE "^.*\"(.*)\".*$" "\\1" name "${name}")
    string(REPLACE "-" "_" lw_plain "${name}")
    if(NOT lw_plain STREQUAL file)
      message(FATAL_ERROR "${source}: defines policy '${name}', which belongs into ${lw_plain}.c")
    endif()
    list(APPEND lw_policies ${file})
    lw_hash_group(policy:${name} TARGETS lw_policy ONLY "/policy/${file}[.]c[.]o$")
    string(APPEND externs "extern const policy_ops_t policy_${file};\n")
    string(APPEND entries "    &policy_${file},\n")
  endif()
endforeach()
list(JOIN lw_policies "|" lw_policy_names)
lw_hash_group(core TARGETS lw_policy EXCEPT "/policy/(${lw_policy_names})[.]c[.]o$")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/policy_registry.c @ONLY CONTENT
"/* made by the build */
#include \"policy/policy.h\"
${externs}
const policy_ops_t *const policy_registry[] = {
${entries}    NULL,
};
const unsigned policy_registry_count = sizeof policy_registry / sizeof policy_registry[0] - 1;
")
set(LW_EXTRA_SOURCES_policy ${CMAKE_BINARY_DIR}/gen/policy_registry.c)
