# Embeds what reports are made of into the program, so that it runs from anywhere: data/*.csv
# (app/report/catalog.h), docs/results/evidence/*.csv (app/report/evidence.h), the papers' sweeps
# (app/report/asked.h), the report database and its views (app/report/tables.h), the figures of memories
# (app/report/hardware.h) and the page's style.
include(${CMAKE_CURRENT_LIST_DIR}/lw_embed.cmake)

set(lw_report_embedded "")
set(lw_report_entries "")
foreach(name papers paper-figures scopes figures beside causes plots alternatives rows statistics)
  string(MAKE_C_IDENTIFIER "lw_data_${name}" symbol)
  list(APPEND lw_report_embedded ${symbol} ${CMAKE_SOURCE_DIR}/data/${name}.csv)
  string(APPEND lw_report_entries "    {\"data/${name}.csv\", ${symbol}, ${symbol}_end},\n")
endforeach()
set(lw_evidence_entries "")
foreach(name synth cosim mutation coverage exhaustive one_step prove)
  set(symbol lw_evidence_${name})
  list(APPEND lw_report_embedded ${symbol} ${CMAKE_SOURCE_DIR}/docs/results/evidence/${name}.csv)
  string(APPEND lw_evidence_entries
         "    {\"docs/results/evidence/${name}.csv\", ${symbol}, ${symbol}_end},\n")
endforeach()
set(lw_sweep_entries "")
file(GLOB lw_sweep_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/sweeps/*.yaml)
foreach(file ${lw_sweep_files})
  get_filename_component(name ${file} NAME_WE)
  string(MAKE_C_IDENTIFIER "lw_sweep_${name}" symbol)
  list(APPEND lw_report_embedded ${symbol} ${file})
  string(APPEND lw_sweep_entries
         "    {\"${name}\", \"sweeps/${name}.yaml\", ${symbol}, ${symbol}_end},\n")
endforeach()
set(lw_sql_entries "")
file(GLOB lw_sql_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
     ${CMAKE_SOURCE_DIR}/data/*.sql ${CMAKE_SOURCE_DIR}/data/views/*.sql ${CMAKE_SOURCE_DIR}/data/tables/*.sql)
list(REMOVE_ITEM lw_sql_files data/report.sql)
list(SORT lw_sql_files)
foreach(file data/report.sql ${lw_sql_files})
  string(MAKE_C_IDENTIFIER "lw_sql_${file}" symbol)
  list(APPEND lw_report_embedded ${symbol} ${CMAKE_SOURCE_DIR}/${file})
  string(APPEND lw_sql_entries "    {\"${file}\", ${symbol}, ${symbol}_end},\n")
endforeach()
list(APPEND lw_report_embedded lw_tables_abyp ${CMAKE_SOURCE_DIR}/docs/results/abyp-default.csv)
list(APPEND lw_report_embedded lw_sram_table ${CMAKE_SOURCE_DIR}/synth/sram_45nm.csv)
list(APPEND lw_report_embedded lw_report_style ${CMAKE_CURRENT_SOURCE_DIR}/report/style.css
     lw_report_plot_style ${CMAKE_CURRENT_SOURCE_DIR}/report/plot.css)
lw_embed(${CMAKE_BINARY_DIR}/gen/report_data.S lw_report_externs ${lw_report_embedded})

file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gen/report_data.c @ONLY CONTENT
"/* made by the build */
#include \"report/asked.h\"
#include \"report/evidence.h\"
#include \"report/hardware.h\"
#include \"report/page.h\"
#include \"report/plot.h\"
#include \"report/tables.h\"

${lw_report_externs}
const catalog_text_t catalog_texts[CATALOG_FILES] = {
${lw_report_entries}};
const catalog_text_t evidence_texts[EVIDENCE_KINDS] = {
${lw_evidence_entries}};
const catalog_text_t hardware_sram = {\"synth/sram_45nm.csv\", lw_sram_table, lw_sram_table_end};
const catalog_text_t tables_abyp = {\"docs/results/abyp-default.csv\", lw_tables_abyp, lw_tables_abyp_end};
const catalog_text_t tables_texts[] = {
${lw_sql_entries}    {0}};
const asked_text_t asked_texts[] = {
${lw_sweep_entries}    {0}};
")
set(LW_EXTRA_SOURCES_report ${CMAKE_BINARY_DIR}/gen/report_data.c ${CMAKE_BINARY_DIR}/gen/report_data.S)
