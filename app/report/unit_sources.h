/* Hashes of the units' sources, made by the build: what tells whether evidence is of them. */
#ifndef LW_REPORT_UNIT_SOURCES_H
#define LW_REPORT_UNIT_SOURCES_H

typedef struct unit_source {
    const char *unit;
    const char *rtl;   /* of the modules that it is made of */
    const char *model; /* of its C model, and field list */
    const char *flow;  /* of the synthesis flow, the same for all */
} unit_source_t;

extern const unit_source_t unit_sources[]; /* unit NULL ends it */

/* A unit's, or NULL. */
const unit_source_t *unit_source_find(const char *unit);

#endif
