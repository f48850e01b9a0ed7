# One C++ file out of what Verilator wrote for one model, always in the same order, plus the
# shim. Run by the build: cmake -DDIR= -DNAME= -DTAIL= -DOUT= -P this. OUT is left alone if it
# would not change.
file(GLOB sources RELATIVE ${DIR} ${DIR}/*.cpp)
list(SORT sources)
set(text "// made by the build: everything Verilator wrote for ${NAME}, and the shim\n")
# Nearly all conditions in what Verilator writes are of one element of a table being written, or of
# an assertion failing: the compiler is told that they are rare, and puts what follows aside. All
# headers come before, so that nothing else sees the macro.
string(APPEND text "#include \"${NAME}__Syms.h\"
#define if(...) if (__builtin_expect(!!(__VA_ARGS__), 0))
")
foreach(source ${sources})
  string(APPEND text "#include \"${source}\"\n")
endforeach()
string(APPEND text "#undef if\n")
file(READ ${TAIL} tail)
string(APPEND text "${tail}")
# What is included decides whether to compile again, so its content is named here.
set(sums "")
file(GLOB parts ${DIR}/*.cpp ${DIR}/*.h)
list(SORT parts)
foreach(part ${parts})
  file(SHA256 ${part} sum)
  string(APPEND sums "${sum}")
endforeach()
string(SHA256 sum "${sums}")
string(APPEND text "// ${sum}\n")
set(old "")
if(EXISTS ${OUT})
  file(READ ${OUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUT} "${text}")
endif()
