/* The embedded kernel texts, a table made by the build; workload_ptx() looks them up. */
#ifndef LW_WORKLOAD_TEXTS_H
#define LW_WORKLOAD_TEXTS_H

typedef struct workload_text {
    const char *name, *variant; /* NULL: the table's end */
    const char *text, *end;     /* a NUL follows the text */
} workload_text_t;

extern const workload_text_t workload_texts[];

#endif
