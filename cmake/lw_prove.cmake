# The module that `lockwarp prove` loads to read LLVM's code, where LLVM 14's headers are found. It is a
# module and no part of the program, so that the program runs where LLVM is not installed.
find_path(LW_LLVM_INCLUDE llvm-c/Transforms/PassBuilder.h PATHS /usr/lib/llvm-14/include NO_DEFAULT_PATH)
find_library(LW_LLVM_LIBRARY NAMES LLVM-14 PATHS /usr/lib/llvm-14/lib NO_DEFAULT_PATH)
if(LW_LLVM_INCLUDE AND LW_LLVM_LIBRARY)
  file(GLOB lw_prove_ir_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/app/prove/module/*.c)
  add_library(prove_ir MODULE ${lw_prove_ir_sources} ${CMAKE_SOURCE_DIR}/cmodel/common/diag.c)
  set_target_properties(prove_ir PROPERTIES PREFIX "" C_VISIBILITY_PRESET hidden
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  target_include_directories(prove_ir PRIVATE ${CMAKE_SOURCE_DIR}/app ${CMAKE_SOURCE_DIR}/cmodel)
  target_include_directories(prove_ir SYSTEM PRIVATE ${LW_LLVM_INCLUDE})
  target_link_libraries(prove_ir PRIVATE lw_flags ${LW_LLVM_LIBRARY})
  install(TARGETS prove_ir LIBRARY DESTINATION lib/lockwarp)
else()
  message(STATUS "LLVM 14 not found (llvm-14-dev): no lockwarp prove")
endif()
