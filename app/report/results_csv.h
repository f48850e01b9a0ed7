/*
 * The columns of the compact form of results (results.h), which results_export.c writes and
 * results_import.c reads.
 */
#ifndef LW_REPORT_RESULTS_CSV_H
#define LW_REPORT_RESULTS_CSV_H

/* Columns before the statistics. A statistic's column has its name, a setting's "set:" before it.
 */
#define RESULTS_COLUMNS(X)                                                                         \
    X(SWEEP, "sweep")                                                                              \
    X(FORM, "form")                                                                                \
    X(NUMBER, "number")                                                                            \
    X(SERIES, "series")                                                                            \
    X(HASH, "hash")                                                                                \
    X(WORKLOAD, "workload")                                                                        \
    X(SUITE, "suite")                                                                              \
    X(VARIANT, "variant")                                                                          \
    X(SCALE, "scale")                                                                              \
    X(SEED, "seed")                                                                                \
    X(CONFIG, "config")                                                                            \
    X(POLICIES, "policies")                                                                        \
    X(OVERRIDES, "overrides")                                                                      \
    X(ENGINE, "engine")                                                                            \
    X(RESULT, "result")                                                                            \
    X(COMMAND, "command")                                                                          \
    X(CYCLES, "cycles")                                                                            \
    X(WARP_INSTRUCTIONS, "warp_instructions")
/* Optional ones, behind them, there where a row has something in them. What is said of a sweep
 * stands once, in its first row. */
#define RESULTS_OPTIONAL(X)                                                                        \
    X(DOC, "sweep:doc")                                                                            \
    X(FILE_OF_SWEEP, "sweep:file")                                                                 \
    X(FOLDER_OF_SWEEP, "sweep:folder")                                                             \
    X(DB_OF_SWEEP, "sweep:db")                                                                     \
    X(FOLDER, "run:folder")

#define RESULTS_NUMBER(number, name) number,
enum { RESULTS_COLUMNS(RESULTS_NUMBER) COLUMNS };
enum { BEFORE_OPTIONAL = COLUMNS - 1, RESULTS_OPTIONAL(RESULTS_NUMBER) ALL_COLUMNS };
#undef RESULTS_NUMBER

extern const char *const results_columns[ALL_COLUMNS];

#endif
