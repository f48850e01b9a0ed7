# The identity of the program in its checkpoints: one hash over the sources that decide how state
# is laid out and what it means. Made anew whenever one of them changes, a dirty tree included.
# Run by the build as cmake -DOUT=... -DLIST=... -P lw_source_hash.cmake; included by
# app/CMakeLists.txt to set that up.
if(CMAKE_SCRIPT_MODE_FILE)
  file(STRINGS ${LIST} sources)
  set(all "")
  foreach(source ${sources})
    file(SHA256 ${source} hash)
    string(APPEND all ${hash})
  endforeach()
  string(SHA256 hash "${all}")
  file(WRITE ${OUT} "/* made by the build */\n#include \"cli/checkpoint.h\"\n"
       "const char lw_source_hash[] = \"${hash}\";\n")
  return()
endif()

set(lw_hashed "")
foreach(folder cmodel/abyp cmodel/mrpb cmodel/apcm cmodel/apres cmodel/las cmodel/common app/config sim/front sim/input sim/gpu sim/isa
        sim/driver sim/policy sim/trace sim/workload)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.c
       ${CMAKE_SOURCE_DIR}/${folder}/*.h ${CMAKE_SOURCE_DIR}/${folder}/*.inc)
  list(APPEND lw_hashed ${found})
endforeach()
list(APPEND lw_hashed ${CMAKE_SOURCE_DIR}/app/cli/checkpoint.c
     ${CMAKE_SOURCE_DIR}/app/cli/session.c ${CMAKE_SOURCE_DIR}/cmodel/common/engine.c)
list(SORT lw_hashed)
string(REPLACE ";" "\n" lw_hashed_lines "${lw_hashed}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/hashed_sources.txt @ONLY
     CONTENT "${lw_hashed_lines}\n")
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/gen/source_hash.c
  COMMAND ${CMAKE_COMMAND} -DOUT=${CMAKE_BINARY_DIR}/gen/source_hash.c
          -DLIST=${CMAKE_BINARY_DIR}/gen/hashed_sources.txt -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${lw_hashed} ${CMAKE_BINARY_DIR}/gen/hashed_sources.txt ${CMAKE_CURRENT_LIST_FILE}
  VERBATIM)
list(APPEND LW_EXTRA_SOURCES_cli ${CMAKE_BINARY_DIR}/gen/source_hash.c)
