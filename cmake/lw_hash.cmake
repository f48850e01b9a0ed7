# Hashes of the sources by what they can change (app/hash/source_hash.h). A group is made of
# objects; which files it covers is read from the compilers' dependency files, never listed.
#
#   lw_hash_group(GROUP [TARGETS target...] [ONLY regex] [EXCEPT regex] [BESIDE target...]
#                 [DEPFILES file.d...] [DATA file...])
#     TARGETS   libraries, by all objects that they compile from C or C++; of these only those
#               whose path matches ONLY, and none that matches EXCEPT
#     BESIDE    libraries of which an object counts only if it is the foo.c of a foo.h in the group
#     DEPFILES  make-style dependency files: what Verilator has read, say
#     DATA      files that are read when the program runs
#     Calls for the same group add to it.
#   lw_hash_table(NAME)  the library NAME with the table of all groups, after all calls. Only
#     programs may link it: libraries would wait for a table that waits for their objects.
#
# A compiler's dependency file is kept beside the object as FILE.o.deps, because Ninja removes
# FILE.o.d when it has read it, and its own log of them is not to be read while it runs.
foreach(language C CXX)
  if(CMAKE_${language}_COMPILE_OBJECT AND NOT CMAKE_${language}_COMPILE_OBJECT MATCHES "\\.deps")
    list(APPEND CMAKE_${language}_COMPILE_OBJECT "ln -f <DEP_FILE> <OBJECT>.deps")
  endif()
endforeach()

function(lw_hash_objects group kind targets only except)
  foreach(target ${targets})
    set(objects "$<FILTER:$<TARGET_OBJECTS:${target}>,INCLUDE,[.](c|cpp)[.]o$>")
    if(only)
      set(objects "$<FILTER:${objects},INCLUDE,${only}>")
    endif()
    if(except)
      set(objects "$<FILTER:${objects},EXCLUDE,${except}>")
    endif()
    set_property(GLOBAL APPEND_STRING PROPERTY LW_HASH_LINES
      "$<IF:$<BOOL:${objects}>,${group} ${kind} $<JOIN:${objects},\n${group} ${kind} >,${group} nothing ${target}>\n")
    set_property(GLOBAL APPEND PROPERTY LW_HASH_INPUTS "${objects}")
  endforeach()
endfunction()

function(lw_hash_group group)
  cmake_parse_arguments(h "" "ONLY;EXCEPT" "TARGETS;BESIDE;DEPFILES;DATA" ${ARGN})
  lw_hash_objects("${group}" object "${h_TARGETS}" "${h_ONLY}" "${h_EXCEPT}")
  lw_hash_objects("${group}" beside "${h_BESIDE}" "" "")
  foreach(file ${h_DEPFILES})
    set_property(GLOBAL APPEND_STRING PROPERTY LW_HASH_LINES "${group} deps ${file}\n")
  endforeach()
  foreach(file ${h_DATA})
    set_property(GLOBAL APPEND_STRING PROPERTY LW_HASH_LINES "${group} data ${file}\n")
  endforeach()
  set_property(GLOBAL APPEND PROPERTY LW_HASH_INPUTS ${h_DEPFILES} ${h_DATA})
endfunction()

function(lw_hash_table name)
  get_property(lines GLOBAL PROPERTY LW_HASH_LINES)
  get_property(inputs GLOBAL PROPERTY LW_HASH_INPUTS)
  list(REMOVE_DUPLICATES inputs)
  set(gen ${CMAKE_BINARY_DIR}/gen)
  file(GENERATE OUTPUT ${gen}/source_groups.txt CONTENT "${lines}")
  add_custom_command(
    OUTPUT ${gen}/source_hashes.c
    BYPRODUCTS ${gen}/source_files.txt
    COMMAND source_hash ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${gen}/source_groups.txt
            ${gen}/source_hashes.c ${gen}/source_files.txt
    DEPENDS source_hash ${gen}/source_groups.txt ${inputs}
    WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
    COMMENT "Hashes of the sources"
    VERBATIM)
  add_library(${name} STATIC ${gen}/source_hashes.c)
  target_link_libraries(${name} PRIVATE lw_flags)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/app)
  # Wherever it stands among the libraries; a test with a table of its own takes none from here.
  target_link_options(${name} INTERFACE LINKER:--undefined=source_hashes)
endfunction()
