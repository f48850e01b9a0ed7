# Embeds what reports are made of (data/*.csv, cmodel/report/catalog.h; docs/results/evidence/*.csv,
# cmodel/report/evidence.h) and the page's style into the program, so that it runs from anywhere.
set(lw_report_asm "    .section .rodata\n")
set(lw_report_files "")
set(lw_report_externs "")
set(lw_report_entries "")
foreach(name papers paper-figures scopes figures causes plots)
  set(file ${CMAKE_SOURCE_DIR}/data/${name}.csv)
  string(MAKE_C_IDENTIFIER "lw_data_${name}" symbol)
  string(APPEND lw_report_asm "    .global ${symbol}, ${symbol}_end\n${symbol}:\n"
         "    .incbin \"${file}\"\n${symbol}_end:\n    .byte 0\n")
  string(APPEND lw_report_externs "extern const char ${symbol}[], ${symbol}_end[];\n")
  string(APPEND lw_report_entries "    {\"data/${name}.csv\", ${symbol}, ${symbol}_end},\n")
  list(APPEND lw_report_files ${file})
endforeach()
set(lw_evidence_entries "")
foreach(name synth cosim mutation coverage)
  set(file ${CMAKE_SOURCE_DIR}/docs/results/evidence/${name}.csv)
  set(symbol lw_evidence_${name})
  string(APPEND lw_report_asm "    .global ${symbol}, ${symbol}_end\n${symbol}:\n"
         "    .incbin \"${file}\"\n${symbol}_end:\n    .byte 0\n")
  string(APPEND lw_report_externs "extern const char ${symbol}[], ${symbol}_end[];\n")
  string(APPEND lw_evidence_entries
         "    {\"docs/results/evidence/${name}.csv\", ${symbol}, ${symbol}_end},\n")
  list(APPEND lw_report_files ${file})
endforeach()
set(file ${CMAKE_CURRENT_SOURCE_DIR}/report/style.css)
list(APPEND lw_report_files ${file})
string(APPEND lw_report_asm "    .global lw_report_style\nlw_report_style:\n    .incbin \"${file}\"\n"
       "    .byte 0\n    .section .note.GNU-stack,\"\",%progbits\n")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/report_data.S @ONLY CONTENT "${lw_report_asm}")
set_source_files_properties(${CMAKE_BINARY_DIR}/gen/report_data.S PROPERTIES
                            OBJECT_DEPENDS "${lw_report_files}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/report_data.c @ONLY CONTENT
"/* made by the build */
#include \"report/catalog.h\"
#include \"report/evidence.h\"

${lw_report_externs}
const catalog_text_t catalog_texts[CATALOG_FILES] = {
${lw_report_entries}};
const catalog_text_t evidence_texts[EVIDENCE_KINDS] = {
${lw_evidence_entries}};
")
set(LW_EXTRA_SOURCES_report ${CMAKE_BINARY_DIR}/gen/report_data.c ${CMAKE_BINARY_DIR}/gen/report_data.S)
