# The RTL engines. A model is one unit with one set of parameters, Verilated and compiled into a shared object by
# the code in tb/lockstep/model_*.c: by the program when it needs one, and here, through the program
# modelmaker, for what is made with the project. Sets LW_RTL_FOUND; everything else builds without
# Verilator.
#
#   lw_model(NAME n UNIT u ARGS arg... [OUT dir] [DEPENDS file...] [LONG])
#                              one model, by the target n; LONG: what only tests of the label long use, which is
#                              not among what `ninja tests` makes
#   lw_models                  the paper's geometry of what attaches to the GPU, in LW_MODELS_DIR
set(LW_GEOMETRIES paper small large)
set(LW_RTL_FOUND OFF)
set(LW_MODELS_DIR ${CMAKE_BINARY_DIR}/models)
if(LW_RTL)
  find_program(LW_VERILATOR verilator)
  find_program(LW_CXX NAMES $ENV{CXX} c++)
  if(LW_VERILATOR AND LW_CXX)
    execute_process(COMMAND ${LW_VERILATOR} --getenv VERILATOR_ROOT
                    OUTPUT_VARIABLE LW_VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(LW_VL_INCLUDE ${LW_VERILATOR_ROOT}/include)
    if(NOT EXISTS ${LW_VL_INCLUDE}/verilated.cpp)
      message(FATAL_ERROR "${LW_VERILATOR}: no ${LW_VL_INCLUDE}/verilated.cpp")
    endif()
    set(LW_RTL_FOUND ON)
  else()
    message(STATUS "Verilator or c++ not found: no RTL engines (-e rtl, -e lockstep, cosim)")
  endif()
endif()

set(LW_MODEL_ENV ${CMAKE_COMMAND} -E env CXX=${LW_CXX})
set(LW_MODEL_LAUNCHER "")
if(LW_CCACHE)
  list(APPEND LW_MODEL_ENV CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1)
  set(LW_MODEL_LAUNCHER --launcher ${LW_CCACHE})
endif()

# What any model of a unit depends on besides its field list, which is in modelmaker.
function(lw_model_sources unit result)
  set(family ${LW_FAMILY_${unit}})
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rtl/common/*.sv ${CMAKE_SOURCE_DIR}/rtl/${family}/*.sv)
  list(REMOVE_DUPLICATES files)
  file(GLOB glue CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tb/lockstep/shim.cpp ${CMAKE_SOURCE_DIR}/tb/lockstep/rtl*)
  set(${result} ${files} ${glue} PARENT_SCOPE)
endfunction()

function(lw_model)
  cmake_parse_arguments(m "LONG" "NAME;UNIT;OUT" "ARGS;DEPENDS" ${ARGN})
  if(NOT m_OUT)
    set(m_OUT ${LW_MODELS_DIR})
  endif()
  set(stamp ${CMAKE_BINARY_DIR}/gen/${m_NAME}.model)
  lw_model_sources(${m_UNIT} sources)
  file(MAKE_DIRECTORY ${m_OUT})
  add_custom_command(
    OUTPUT ${stamp}
    COMMAND ${LW_MODEL_ENV} $<TARGET_FILE:modelmaker> ${LW_TITLE_${m_UNIT}} ${m_ARGS} --out ${m_OUT} --stamp ${stamp}
            --runtime-in ${LW_MODELS_DIR} ${LW_MODEL_LAUNCHER}
    DEPENDS modelmaker ${CMAKE_BINARY_DIR}/gen/runtime.model ${sources} ${m_DEPENDS}
    COMMENT "RTL model ${m_NAME}"
    VERBATIM)
  add_custom_target(${m_NAME} DEPENDS ${stamp})
  if(m_LONG)
    set_property(GLOBAL APPEND PROPERTY LW_LONG_MODELS ${m_NAME})
  endif()
endfunction()

# The dependency file that Verilator writes of a unit's module at the paper's values: which sources
# it is made of.
function(lw_rtl_depfile unit result)
  set(family ${LW_FAMILY_${unit}})
  set(dir ${CMAKE_BINARY_DIR}/gen/rtl_deps)
  lw_model_sources(${unit} sources)
  file(MAKE_DIRECTORY ${dir})
  add_custom_command(
    OUTPUT ${dir}/${unit}__ver.d
    COMMAND ${LW_VERILATOR} --lint-only -Wno-lint -Wno-style --MMD --Mdir ${dir} --prefix ${unit} --top-module ${unit}
            --unroll-count 16384 --unroll-stmts 1000000
            -y ${CMAKE_SOURCE_DIR}/rtl/common -y ${CMAKE_SOURCE_DIR}/rtl/${family} ${CMAKE_SOURCE_DIR}/rtl/${family}/${unit}.sv
    DEPENDS ${sources}
    COMMENT "Sources of ${unit}.sv"
    VERBATIM)
  set(${result} ${dir}/${unit}__ver.d PARENT_SCOPE)
endfunction()
