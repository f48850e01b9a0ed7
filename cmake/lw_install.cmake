# cmake --install build --prefix P: the program, the models that were made with it, and the sources that it
# reads when it makes others.
install(TARGETS lockwarp RUNTIME DESTINATION bin)
install(DIRECTORY rtl synth DESTINATION share/lockwarp)
# What lockwarp prove compiles: the models and their invariants.
install(DIRECTORY cmodel DESTINATION share/lockwarp FILES_MATCHING PATTERN "*.[ch]" PATTERN "*.inc")
install(DIRECTORY tb/ DESTINATION share/lockwarp/tb
        FILES_MATCHING PATTERN "*_inv.c" PATTERN "*_inv_for.c" PATTERN "invariant.h")
install(DIRECTORY tb/lockstep DESTINATION share/lockwarp/tb
        FILES_MATCHING PATTERN "rtl*" PATTERN "shim.cpp")
if(LW_RTL_FOUND)
  install(DIRECTORY ${LW_MODELS_DIR}/ DESTINATION lib/lockwarp/models
          FILES_MATCHING PATTERN "*.so" PATTERN "runtime.o" PATTERN "tools" PATTERN "*.making.*" EXCLUDE)
endif()
# Of each family the files of its RTL with those of common that it is made of, as simulators and FuseSoC take them:
# in the folder share/lockwarp/rtl, -f FAMILY.f.
file(GLOB lw_rtl_families CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/rtl ${CMAKE_SOURCE_DIR}/rtl/*)
foreach(family ${lw_rtl_families})
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/rtl ${CMAKE_SOURCE_DIR}/rtl/common/*.sv
       ${CMAKE_SOURCE_DIR}/rtl/${family}/*.sv)
  list(REMOVE_DUPLICATES files)
  list(JOIN files "\n" lines)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/rtl/${family}.f CONTENT "${lines}\n" @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/gen/rtl/${family}.f DESTINATION share/lockwarp/rtl)
endforeach()

# Manual pages and the shells' completions, made from the options as the program prints them.
set(lw_completions ${CMAKE_BINARY_DIR}/gen/completions)
add_custom_command(
  OUTPUT ${lw_completions}/lockwarp ${lw_completions}/_lockwarp
  COMMAND ${CMAKE_SOURCE_DIR}/cmake/completions.sh $<TARGET_FILE:lockwarp> ${lw_completions}/man
          ${lw_completions}/lockwarp ${lw_completions}/_lockwarp
  DEPENDS lockwarp ${CMAKE_SOURCE_DIR}/cmake/completions.sh
  COMMENT "Manual pages and completions"
  VERBATIM)
add_custom_target(lw_completions ALL DEPENDS ${lw_completions}/lockwarp)
install(DIRECTORY ${lw_completions}/man/ DESTINATION share/man/man1)
install(FILES ${lw_completions}/lockwarp DESTINATION share/bash-completion/completions)
install(FILES ${lw_completions}/_lockwarp DESTINATION share/zsh/site-functions)
