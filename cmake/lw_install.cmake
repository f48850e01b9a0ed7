# cmake --install build --prefix P: the program, the models that were made with it, and the sources that it
# reads when it makes others.
install(TARGETS lockwarp RUNTIME DESTINATION bin)
install(DIRECTORY rtl synth DESTINATION share/lockwarp)
install(DIRECTORY tb/lockstep DESTINATION share/lockwarp/tb
        FILES_MATCHING PATTERN "rtl*" PATTERN "shim.cpp")
if(LW_RTL_FOUND)
  install(DIRECTORY ${LW_MODELS_DIR}/ DESTINATION lib/lockwarp/models
          FILES_MATCHING PATTERN "*.so" PATTERN "runtime.o" PATTERN "tools" PATTERN "*.making.*" EXCLUDE)
endif()
