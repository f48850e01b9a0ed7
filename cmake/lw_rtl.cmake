# The RTL engines: one Verilated model a unit and geometry, found from LW_UNITS and the wrappers
# tb/FAMILY/PREFIX_tb.sv. Nothing lists them by hand. Sets LW_RTL_FOUND and LW_GEOMETRIES;
# everything else builds without Verilator.
#
#   lw_verilated_model(...)  one model as one object library (also used by tests for variants)
#   lw_vl_runtime            Verilator's runtime, compiled once for all models
set(LW_GEOMETRIES paper small large)
set(LW_RTL_FOUND OFF)
# Reset loops over whole tables must unroll (Verilator 5.006 refuses them otherwise).
set(LW_VL_FLAGS --unroll-count 16384 --unroll-stmts 1000000)
# Only what concerns ports; rtl/ has its own lint.
set(LW_PORTCHECK_FLAGS --lint-only ${LW_VL_FLAGS} -Wno-lint -Wno-style -Wwarn-WIDTH
    -Wwarn-PINMISSING -Wwarn-IMPLICIT --top-module portcheck)
if(LW_RTL)
  find_program(LW_VERILATOR verilator)
  if(LW_VERILATOR)
    execute_process(COMMAND ${LW_VERILATOR} --getenv VERILATOR_ROOT
                    OUTPUT_VARIABLE LW_VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(LW_VL_INCLUDE ${LW_VERILATOR_ROOT}/include)
    if(NOT EXISTS ${LW_VL_INCLUDE}/verilated.cpp)
      message(FATAL_ERROR "${LW_VERILATOR}: no ${LW_VL_INCLUDE}/verilated.cpp")
    endif()
    enable_language(CXX)
    set(CMAKE_CXX_STANDARD 17)
    set(CMAKE_CXX_STANDARD_REQUIRED ON)
    set(LW_RTL_FOUND ON)
  else()
    message(STATUS "Verilator not found: no RTL engines (-e rtl, -e lockstep, cosim)")
  endif()
endif()

# lw_verilated_model(NAME V... UNIT prefix GEOMETRY g TOP module ARGS file SOURCES sv...
#                    [DEFINES def...] [FLAGS flag...] [DEPENDS file...])
# Makes the object library NAME holding `const rtl_model_t NAME_rtl`. TOP has PREFIX_tb's ports, or
# is the module held that fieldgen writes; ARGS is a file of further Verilator arguments.
function(lw_verilated_model)
  cmake_parse_arguments(m "" "NAME;UNIT;GEOMETRY;TOP;ARGS" "SOURCES;DEFINES;FLAGS;DEPENDS" ${ARGN})
  set(family ${LW_FAMILY_${m_UNIT}})
  set(dir ${CMAKE_BINARY_DIR}/rtl/${m_NAME})
  set(all ${CMAKE_BINARY_DIR}/rtl/${m_NAME}_model.cpp)
  set(unit_header "${family}/${m_UNIT}")
  set(shim_defines "")
  foreach(def ${m_DEFINES})
    string(REPLACE "=" " " def ${def})
    string(APPEND shim_defines "#define ${def}\n")
  endforeach()
  file(CONFIGURE OUTPUT ${dir}.tail.in @ONLY CONTENT
"#define SHIM_TOP ${m_NAME}
#define SHIM_MODEL ${m_NAME}_rtl
#define SHIM_GEOMETRY \"${m_GEOMETRY}\"
${shim_defines}extern \"C\" {
#include \"${unit_header}.h\"
}
#include \"${unit_header}_fields.h\"
#include \"lockstep/shim.cpp\"
")
  add_custom_command(
    OUTPUT ${all} ${dir}/${m_NAME}__ver.d
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${dir}
    COMMAND ${LW_VERILATOR} --cc --prefix ${m_NAME} --top-module ${m_TOP} --Mdir ${dir}
            -f ${m_ARGS} ${LW_VL_FLAGS} --x-initial unique --x-assign unique --assert -O3 --output-split 0
            -Wno-lint -Wno-style ${m_FLAGS} ${m_SOURCES}
    COMMAND ${CMAKE_COMMAND} -DDIR=${dir} -DNAME=${m_NAME} -DTAIL=${dir}.tail.in -DOUT=${all}
            -P ${CMAKE_SOURCE_DIR}/cmake/lw_rtl_concat.cmake
    DEPENDS ${m_ARGS} ${m_SOURCES} ${m_DEPENDS} ${dir}.tail.in
            ${CMAKE_SOURCE_DIR}/cmake/lw_rtl_concat.cmake
    COMMENT "Verilating ${m_NAME}"
    VERBATIM)
  add_library(${m_NAME} OBJECT ${all})
  target_include_directories(${m_NAME} PRIVATE ${dir} ${CMAKE_SOURCE_DIR}/tb
                             ${CMAKE_SOURCE_DIR}/cmodel)
  target_link_libraries(${m_NAME} PRIVATE lw_vl_flags)
  # Of straight-line code with thousands of conditions these passes make more code, which then no
  # longer fits into the host's caches.
  target_compile_options(${m_NAME} PRIVATE -fno-thread-jumps -fno-tree-dominator-opts -fno-tree-pre)
endfunction()

# The model of a unit at one of its geometries, from its wrapper and field list. The port check
# runs before: a port of the wrapper that the list does not know, or the reverse, or of another
# width, count or direction, stops the build.
function(lw_unit_model unit geometry wrapper rtl)
  set(name V${unit}_${geometry})
  set(base ${CMAKE_BINARY_DIR}/rtl/${name})
  add_custom_command(
    OUTPUT ${base}.args ${base}_portcheck.sv ${base}_held.sv
    COMMAND fieldgen ${LW_TITLE_${unit}} ${geometry} args ${base}.args
    COMMAND fieldgen ${LW_TITLE_${unit}} ${geometry} check ${base}_portcheck.sv
    COMMAND fieldgen ${LW_TITLE_${unit}} ${geometry} held ${base}_held.sv
    DEPENDS fieldgen
    COMMENT "Ports of ${name}"
    VERBATIM)
  add_custom_command(
    OUTPUT ${base}.ports_ok
    COMMAND ${LW_VERILATOR} ${LW_PORTCHECK_FLAGS} ${base}_portcheck.sv
            ${wrapper} ${rtl}
    COMMAND ${CMAKE_COMMAND} -E touch ${base}.ports_ok
    DEPENDS ${base}_portcheck.sv ${wrapper} ${rtl}
    COMMENT "Checking the ports of ${unit}_tb, ${geometry}"
    VERBATIM)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/rtl/no.args CONTENT "")
  # Modules are found by their names, so that the dependency file has those of this unit only.
  set(folders "")
  foreach(file ${rtl})
    get_filename_component(folder ${file} DIRECTORY)
    if(NOT folder IN_LIST folders)
      list(APPEND folders -y ${folder})
    endif()
  endforeach()
  lw_verilated_model(NAME ${name} UNIT ${unit} GEOMETRY ${geometry} TOP held
                     ARGS ${CMAKE_BINARY_DIR}/rtl/no.args SOURCES ${base}_held.sv ${wrapper}
                     FLAGS ${folders} DEFINES SHIM_HELD=1 DEPENDS ${base}.ports_ok ${rtl})
  set_property(GLOBAL APPEND PROPERTY LW_RTL_MODELS ${name})
endfunction()
