# Finds every policy (sim/policy/NAME.c defining policy_NAME) and writes the registry.
file(GLOB lw_policy_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/sim/policy/*.c)
set(lw_policies "")
set(externs "")
set(entries "")
foreach(source ${lw_policy_files})
  file(STRINGS ${source} lw_defines REGEX "^const policy_ops_t policy_")
  if(lw_defines)
    get_filename_component(name ${source} NAME_WE)
    list(APPEND lw_policies ${name})
    lw_hash_group(policy:${name} TARGETS lw_policy ONLY "/policy/${name}[.]c[.]o$")
    string(APPEND externs "extern const policy_ops_t policy_${name};\n")
    string(APPEND entries "    &policy_${name},\n")
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
