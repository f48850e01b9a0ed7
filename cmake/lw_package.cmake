# `cpack` in the build folder: a Debian package of what `cmake --install` installs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lockwarp)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "structures of GPU L1 data caches and schedulers, in C and RTL")
set(CPACK_PACKAGE_DESCRIPTION "The structures that five papers add to a GPU's L1 data-cache path and schedulers, as
bit-accurate C models and as synthesizable RTL, run in lockstep or under whole
kernels by a cycle-level GPU simulator; as a program and as a library.")
set(CPACK_PACKAGE_CONTACT "The lockwarp authors <lockwarp@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF) # a model is known by its last bytes
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
find_program(LW_SHLIBDEPS dpkg-shlibdeps)
if(LW_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
# Models of the RTL at other geometries than those that are packed are made on first use.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, verilator")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gtkwave, opensta, python3-cffi, yosys")
include(CPack)
