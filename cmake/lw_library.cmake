# lw_library(ROOM NAME [LIBRARY...]): a library lw_NAME from every .c in ROOM/NAME and
# LW_EXTRA_SOURCES_NAME, seeing the headers of its room and linking the given others. Its code can be
# part of liblockwarp; hidden, so that it is compiled as well as a program's.
function(lw_library room name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${room}/${name}/*.c)
  list(FILTER sources EXCLUDE REGEX "/main\\.c$")
  list(APPEND sources ${LW_EXTRA_SOURCES_${name}})
  add_library(lw_${name} STATIC ${sources})
  set_target_properties(lw_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  target_include_directories(lw_${name} PUBLIC ${CMAKE_SOURCE_DIR}/${room})
  target_link_libraries(lw_${name} PUBLIC lw_flags ${ARGN})
endfunction()
