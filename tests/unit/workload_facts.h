/*
 * What is known of each workload apart from its source: tests/workload/NAME.facts, one fact a line,
 * '#' begins a comment.
 *
 *   original KERNEL LD ST SLD SST BAR [WHY]
 *                                       static counts of the original program: global loads and
 *                                       stores, shared loads and stores, barriers; '-': not known,
 *                                       or ours differs, and then WHY is words that say which
 *   shape KERNEL GXxGYxGZ BXxBYxBZ      launch with the most CTAs at the default scale
 *   lines KERNEL VARIANT N...           128-byte lines a load at the tiny scale, for the executed
 *                                       loads in the order of their PCs: a number, a fraction
 *                                       a/b, a range lo..hi, or '-'
 *   damage KERNEL VARIANT FROM => TO    a text that gives a wrong result: the first FROM of the
 *                                       kernel becomes TO; \t is a tab
 *   order KERNEL WHY                    which instructions it executes depends on the order in
 *                                       which warps reach its atomics (never its result)
 */
#ifndef LW_TESTS_WORKLOAD_FACTS_H
#define LW_TESTS_WORKLOAD_FACTS_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FACTS = 160 };

typedef struct fact {
    int line;
    char kind[16], kernel[64];
    char rest[400]; /* what follows the kernel's name */
} fact_t;

typedef struct facts {
    char file[128];
    unsigned n;
    fact_t fact[MOST_FACTS];
} facts_t;

static inline void facts_read(facts_t *f, const char *workload)
{
    char text[512];
    f->n = 0;
    snprintf(f->file, sizeof f->file, "tests/workload/%s.facts", workload);
    FILE *in = fopen(f->file, "r");
    if (!in)
        fail_msg("no file %s", f->file);
    for (int line = 1; fgets(text, sizeof text, in); line++) {
        fact_t *x = &f->fact[f->n];
        int used = 0;
        text[strcspn(text, "\n")] = '\0';
        if (!*text || *text == '#')
            continue;
        if (f->n == MOST_FACTS || sscanf(text, "%15s %63s %n", x->kind, x->kernel, &used) != 2 ||
            !used || strlen(text + used) >= sizeof x->rest)
            fail_msg("%s:%d: expected KIND KERNEL FACT", f->file, line);
        if (strcmp(x->kind, "original") && strcmp(x->kind, "shape") && strcmp(x->kind, "lines") &&
            strcmp(x->kind, "damage") && strcmp(x->kind, "order"))
            fail_msg("%s:%d: no kind of fact \"%s\"", f->file, line, x->kind);
        strcpy(x->rest, text + used);
        x->line = line;
        f->n++;
    }
    fclose(in);
}

/* The next fact of a kind on a kernel (NULL: any) from place *at on; NULL at the end. */
static inline const fact_t *facts_next(const facts_t *f, const char *kind, const char *kernel,
                                       unsigned *at)
{
    while (*at < f->n) {
        const fact_t *x = &f->fact[(*at)++];
        if (!strcmp(x->kind, kind) && (!kernel || !strcmp(x->kernel, kernel)))
            return x;
    }
    return NULL;
}

static inline bool facts_have(const facts_t *f, const char *kind, const char *kernel)
{
    unsigned at = 0;
    return facts_next(f, kind, kernel, &at) != NULL;
}

/* The kernels of a text, in its order. Their names, at most `most`; how many there are. */
static inline unsigned facts_kernels(const char *ptx, char (*name)[64], unsigned most)
{
    unsigned n = 0;
    for (const char *at = ptx; (at = strstr(at, ".entry "));) {
        at += strlen(".entry ");
        size_t length = strcspn(at, "( \n");
        assert_true(n < most && length < sizeof name[0]);
        memcpy(name[n], at, length);
        name[n++][length] = '\0';
    }
    return n;
}

/* True if the text of the kernel has `what`. */
static inline bool facts_text_has(const char *ptx, const char *kernel, const char *what)
{
    char entry[80];
    snprintf(entry, sizeof entry, ".entry %s(", kernel);
    const char *at = strstr(ptx, entry), *end = at ? strstr(at, "\n}\n") : NULL;
    const char *found = at ? strstr(at, what) : NULL;
    return found && end && found < end;
}

#endif
