/*
 * A run's report as Markdown, made from its JSON (docs/guide/json.md), beside a baseline run's
 * JSON where one is given.
 */
#ifndef LW_STATS_REPORT_MD_H
#define LW_STATS_REPORT_MD_H

#include <cJSON.h>

#include "common/diag.h"

/* Reads a document that `lockwarp run --json` wrote: NULL with a message if the file cannot be
 * read, is no JSON or has another schema. The caller's to delete. */
cJSON *report_read(const char *file, diag_t *d);

/* 0 if the document is one of this program's version of the schema, or -EINVAL with a message. */
int report_check_schema(const cJSON *doc, const char *file, diag_t *d);

/* Writes the report to a file, whole or not at all. run: report_json()'s document; base: the
 * baseline's, or NULL. 0 or a negative errno with a message. */
int report_markdown_write(const cJSON *run, const cJSON *base, const char *file, diag_t *d);

#endif
