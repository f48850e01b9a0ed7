# Hashes of the sources by what they can change (app/sweep/source_parts.h): a sweep runs a point
# again only when a source has changed that its result may depend on. Run by the build as
# cmake -DOUT=... -DLIST=... -P lw_source_parts.cmake; included by app/CMakeLists.txt.
# LIST: lines "part|file".
if(CMAKE_SCRIPT_MODE_FILE)
  file(STRINGS ${LIST} lines)
  set(parts "")
  foreach(line ${lines})
    string(REGEX MATCH "^([^|]*)\\|(.*)$" matched "${line}")
    set(part "${CMAKE_MATCH_1}")
    file(SHA256 "${CMAKE_MATCH_2}" hash)
    list(APPEND parts "${part}")
    string(APPEND "hashes_${part}" ${hash})
  endforeach()
  list(REMOVE_DUPLICATES parts)
  set(text "/* made by the build */\n#include <stddef.h>\n\n#include \"sweep/source_parts.h\"\n\n")
  string(APPEND text "const source_part_t source_parts[] = {\n")
  foreach(part ${parts})
    string(SHA256 hash "${hashes_${part}}")
    string(APPEND text "    {\"${part}\", \"${hash}\"},\n")
  endforeach()
  file(WRITE ${OUT} "${text}    {NULL, NULL},\n};\n")
  return()
endif()

# Appends "part|file" lines for what the globs find.
set(lw_parts "")
macro(lw_part part)
  file(GLOB found CONFIGURE_DEPENDS ${ARGN})
  list(SORT found)
  foreach(source ${found})
    list(APPEND lw_parts "${part}|${source}")
    list(APPEND lw_part_files ${source})
  endforeach()
endmacro()
foreach(folder cmodel/abyp cmodel/mrpb cmodel/apcm cmodel/apres cmodel/las cmodel/common app/config sim/front sim/input sim/gpu
        sim/isa sim/driver app/stats)
  lw_part(core ${CMAKE_SOURCE_DIR}/${folder}/*.c ${CMAKE_SOURCE_DIR}/${folder}/*.h
          ${CMAKE_SOURCE_DIR}/${folder}/*.inc)
endforeach()
lw_part(core ${CMAKE_SOURCE_DIR}/sim/policy/*.h ${CMAKE_SOURCE_DIR}/app/cli/session.c)
lw_part(trace ${CMAKE_SOURCE_DIR}/sim/trace/*.c ${CMAKE_SOURCE_DIR}/sim/trace/*.h)
lw_part(rtl ${CMAKE_SOURCE_DIR}/rtl/*/*.sv ${CMAKE_SOURCE_DIR}/tb/*/*.sv ${CMAKE_SOURCE_DIR}/tb/*/*.c
        ${CMAKE_SOURCE_DIR}/tb/*/*.h)
file(GLOB lw_shared CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/sim/workload/*.c
     ${CMAKE_SOURCE_DIR}/sim/workload/*.h)
file(GLOB lw_folders CONFIGURE_DEPENDS LIST_DIRECTORIES true ${CMAKE_SOURCE_DIR}/sim/workload/*)
foreach(folder ${lw_folders})
  if(IS_DIRECTORY ${folder})
    get_filename_component(name ${folder} NAME)
    lw_part("workload:${name}" ${folder}/*.c ${folder}/*.h ${folder}/*.ptx ${lw_shared})
  endif()
endforeach()
file(GLOB lw_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/sim/policy/*.c)
foreach(source ${lw_files})
  get_filename_component(name ${source} NAME_WE)
  file(STRINGS ${source} defines REGEX "^const policy_ops_t policy_")
  if(defines)
    lw_part("policy:${name}" ${source})
  else()
    lw_part(core ${source})
  endif()
endforeach()
list(REMOVE_DUPLICATES lw_part_files)
string(REPLACE ";" "\n" lw_part_lines "${lw_parts}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/source_parts.txt @ONLY CONTENT "${lw_part_lines}\n")
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/gen/source_parts.c
  COMMAND ${CMAKE_COMMAND} -DOUT=${CMAKE_BINARY_DIR}/gen/source_parts.c
          -DLIST=${CMAKE_BINARY_DIR}/gen/source_parts.txt -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${lw_part_files} ${CMAKE_BINARY_DIR}/gen/source_parts.txt ${CMAKE_CURRENT_LIST_FILE}
  VERBATIM)
list(APPEND LW_EXTRA_SOURCES_sweep ${CMAKE_BINARY_DIR}/gen/source_parts.c)
