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
