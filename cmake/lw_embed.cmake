# What the build makes of files it finds: names for its registries, and their bytes.

# lw_embed(SOURCE EXTERNS [SYMBOL FILE]...): writes the assembly file SOURCE, which holds each
# file's bytes from SYMBOL to SYMBOL_end, a 0 behind them, and sets EXTERNS to the declarations.
# The assembler reads the files itself, so that nobody else knows of this dependency.
function(lw_embed source externs)
  set(assembly "/* made by the build */\n    .section .rodata\n")
  set(declared "")
  set(files "")
  while(ARGN)
    list(POP_FRONT ARGN symbol file)
    string(APPEND assembly "    .global ${symbol}, ${symbol}_end\n"
           "${symbol}:\n    .incbin \"${file}\"\n${symbol}_end:\n    .byte 0\n")
    string(APPEND declared "extern const char ${symbol}[], ${symbol}_end[];\n")
    list(APPEND files ${file})
  endwhile()
  string(APPEND assembly "    .section .note.GNU-stack,\"\",%progbits\n")
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "${assembly}")
  set_property(SOURCE ${source}
               PROPERTY OBJECT_DEPENDS "${files}")
  set(${externs} "${declared}" PARENT_SCOPE)
endfunction()

# lw_file_names(NAMES PREFIX FILE...): sets NAMES to the files' names, sorted, without folder,
# ending and the prefix.
function(lw_file_names names prefix)
  set(found "")
  string(LENGTH "${prefix}" length)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME_WE)
    string(SUBSTRING ${name} ${length} -1 name)
    list(APPEND found ${name})
  endforeach()
  list(SORT found)
  set(${names} "${found}" PARENT_SCOPE)
endfunction()
