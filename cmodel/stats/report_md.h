/*
 * A run's report as Markdown, made from its JSON (docs/guide/json.md), beside a baseline run's
 * JSON where one is given.
 */
#ifndef LW_STATS_REPORT_MD_H
#define LW_STATS_REPORT_MD_H

#include <cJSON.h>
#include <stdio.h>

#include "common/diag.h"

/* Reads a document that `lockwarp run --json` wrote: NULL with a message if the file cannot be
 * read, is no JSON or has another schema. The caller's to delete. */
cJSON *report_read(const char *file, diag_t *d);

/* Writes the report. base: the baseline's document, or NULL. */
void report_markdown(const cJSON *run, const cJSON *base, FILE *out);

#endif
