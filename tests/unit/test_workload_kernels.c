/*
 * The registry, and the kernel texts: what the pages say of them, what the original programs have,
 * and what clang 14 makes of their sources today.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "workload/texts.h"
#include "workload/workload.h"
#include "workload_facts.h"

/* Static instructions of a kernel. */
typedef struct counts {
    char kernel[64];
    unsigned loads, stores, shared_loads, shared_stores, barriers;
} counts_t;

enum { MOST_KERNELS = 32 };

static unsigned occurrences(const char *from, const char *to, const char *what)
{
    unsigned n = 0;
    for (const char *at = from; (at = strstr(at, what)) && at < to; at++)
        n++;
    return n;
}

/* Counts of every kernel of a text, in its order. */
static unsigned count_text(const char *ptx, counts_t *out)
{
    unsigned n = 0;
    for (const char *at = ptx; (at = strstr(at, ".entry ")); n++) {
        assert_true(n < MOST_KERNELS);
        at += strlen(".entry ");
        const char *end = strstr(at, "\n}\n");
        assert_non_null(end);
        counts_t *c = &out[n];
        size_t name = strcspn(at, "(");
        assert_true(name < sizeof c->kernel);
        *c = (counts_t){.loads = occurrences(at, end, "ld.global."),
                        .stores = occurrences(at, end, "st.global."),
                        .shared_loads = occurrences(at, end, "ld.shared.") +
                                        occurrences(at, end, "ld.volatile.shared."),
                        .shared_stores = occurrences(at, end, "st.shared.") +
                                         occurrences(at, end, "st.volatile.shared."),
                        .barriers = occurrences(at, end, "bar.sync")};
        memcpy(c->kernel, at, name);
    }
    return n;
}

static unsigned count_default(const char *name, counts_t *out)
{
    size_t bytes;
    const char *ptx = workload_ptx(name, "default", &bytes);
    assert_non_null(ptx);
    assert_int_equal(strlen(ptx), bytes);
    return count_text(ptx, out);
}

static void workload_100_the_registry_is_sorted_and_complete(void **state)
{
    (void)state;
    assert_true(workload_registry_count >= 6);
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const workload_t *w = workload_registry[i];
        if (i)
            assert_true(strcmp(workload_registry[i - 1]->name, w->name) < 0);
        assert_ptr_equal(workload_find(w->name), w);
        assert_true(*w->suite && *w->doc && w->run);
        for (unsigned s = 0; s < SCALES_OF_ALL; s++)
            assert_true(w->geometry[s] && *w->geometry[s] && w->warp_inst[s]);
        for (unsigned s = SCALES_OF_ALL; s < SCALES; s++)
            assert_true(w->geometry[s] ? *w->geometry[s] && w->warp_inst[s] : !w->warp_inst[s]);
    }
    assert_null(workload_find(""));
    assert_null(workload_find("zzz"));
    assert_null(workload_find("bf"));
    assert_null(workload_find("bfsx"));
}

/* Is it one of the space-separated words? */
static bool lists(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = words; n && (at = strstr(at, word)); at += n)
        if ((at == words || at[-1] == ' ') && (!at[n] || at[n] == ' '))
            return true;
    return false;
}

/* Papers' groups as docs/workloads/README.md lists them. */
static void workload_101_groups_are_those_of_the_papers(void **state)
{
    (void)state;
    static const char groups[] = " abyp apres:cs apres:ci apres:comp mrpb:ci mrpb:iw mrpb:xw "
                                 "mrpb:rodinia las:1 las:2 las:3 apcm:cs apcm:cm apcm:ci ";
    for (unsigned i = 0; i < workload_registry_count; i++) {
        char words[128], group[40];
        assert_true(strlen(workload_registry[i]->groups) < sizeof words);
        strcpy(words, workload_registry[i]->groups);
        assert_true(*words);
        for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest));) {
            char *variant = strchr(word, '=');
            if (variant)
                *variant++ = '\0';
            if (variant && !lists(workload_registry[i]->variants, variant))
                fail_msg("%s: no variant \"%s\"", workload_registry[i]->name, variant);
            snprintf(group, sizeof group, " %s ", word);
            if (!strstr(groups, group))
                fail_msg("%s: no group \"%s\"", workload_registry[i]->name, word);
            word[strcspn(word, ":")] = '\0';
            int own = workload_scale_named(word); /* a paper's scale is of all that it ran */
            if (own >= 0 && !workload_registry[i]->geometry[own])
                fail_msg("%s: no scale \"%s\"", workload_registry[i]->name, word);
        }
    }
}

/* A text is there for "unrolled" exactly where the workload lists it, and belongs to a workload. */
static void workload_102_texts_and_variants_agree(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const workload_t *w = workload_registry[i];
        size_t bytes;
        bool listed = strstr(w->variants, "unrolled") != NULL;
        const char *ptx = workload_ptx(w->name, "unrolled", &bytes);
        if ((ptx != NULL) != listed)
            fail_msg("%s: unrolled text %s, variants \"%s\"", w->name, ptx ? "embedded" : "missing",
                     w->variants);
    }
    for (const workload_text_t *t = workload_texts; t->name; t++)
        assert_non_null(workload_find(t->name));
}

/* The rows "| kernel | n | n | n | n | n |" of a page. */
static unsigned read_page(const char *name, counts_t *out)
{
    char path[128], line[512];
    snprintf(path, sizeof path, "docs/workloads/%s.md", name);
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("no page %s", path);
    unsigned n = 0;
    while (fgets(line, sizeof line, f)) {
        counts_t c;
        if (sscanf(line, "| %63s | %u | %u | %u | %u | %u |", c.kernel, &c.loads, &c.stores,
                   &c.shared_loads, &c.shared_stores, &c.barriers) == 6) {
            assert_true(n < MOST_KERNELS);
            out[n++] = c;
        }
    }
    fclose(f);
    return n;
}

static void workload_103_pages_count_what_the_texts_have(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const char *name = workload_registry[i]->name;
        counts_t text[MOST_KERNELS], page[MOST_KERNELS];
        unsigned n = count_default(name, text);
        if (read_page(name, page) != n)
            fail_msg("docs/workloads/%s.md: another number of kernels than the text's %u", name, n);
        for (unsigned k = 0; k < n; k++) {
            const counts_t *a = &text[k], *b = &page[k];
            if (strcmp(a->kernel, b->kernel) || a->loads != b->loads || a->stores != b->stores ||
                a->shared_loads != b->shared_loads || a->shared_stores != b->shared_stores ||
                a->barriers != b->barriers)
                fail_msg("docs/workloads/%s.md: %s; the text has %s %u %u %u %u %u", name,
                         b->kernel, a->kernel, a->loads, a->stores, a->shared_loads,
                         a->shared_stores, a->barriers);
        }
    }
}

/* A count of a fact, "-" being unknown. */
static bool agrees(const char *original, unsigned text)
{
    char *end;
    unsigned long n = strtoul(original, &end, 10);
    return !strcmp(original, "-") || (end != original && !*end && n == text);
}

/* Words, of which at least three have more than a letter. */
static bool is_a_reason(const char *why)
{
    unsigned words = 0;
    for (const char *at = why; *(at += strspn(at, " "));) {
        size_t length = strcspn(at, " ");
        words += length > 1 && isalpha((unsigned char)*at);
        at += length;
    }
    return words >= 3;
}

/* Counts of the original programs, compiled by the compilers of their time. */
static void workload_104_texts_count_what_the_originals_have(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        counts_t text[MOST_KERNELS];
        facts_t f;
        facts_read(&f, workload_registry[i]->name);
        unsigned n = count_default(workload_registry[i]->name, text), at = 0;
        for (const fact_t *x; (x = facts_next(&f, "original", NULL, &at));) {
            unsigned k = 0;
            while (k < n && strcmp(text[k].kernel, x->kernel))
                k++;
            if (k == n)
                fail_msg("%s:%d: no kernel %s", f.file, x->line, x->kernel);
            const counts_t *b = &text[k];
            char word[5][16];
            int used = 0;
            if (sscanf(x->rest, "%15s %15s %15s %15s %15s %n", word[0], word[1], word[2], word[3],
                       word[4], &used) != 5)
                fail_msg("%s:%d: expected five counts", f.file, x->line);
            bool known = true;
            for (unsigned c = 0; c < 5; c++)
                known = known && strcmp(word[c], "-");
            const char *why = x->rest + used;
            if (known ? *why != 0 : !is_a_reason(why))
                fail_msg("%s:%d: \"%s\"; expected %s", f.file, x->line, why,
                         known ? "no more than five counts" : "why a count is '-'");
            if (!agrees(word[0], b->loads) || !agrees(word[1], b->stores) ||
                !agrees(word[2], b->shared_loads) || !agrees(word[3], b->shared_stores) ||
                !agrees(word[4], b->barriers))
                fail_msg("%s:%d: %s has %u %u %u %u %u, unlike its original", f.file, x->line,
                         b->kernel, b->loads, b->stores, b->shared_loads, b->shared_stores,
                         b->barriers);
        }
        for (unsigned k = 0; k < n; k++)
            if (!facts_have(&f, "original", text[k].kernel))
                fail_msg("%s: nothing of the original of %s", f.file, text[k].kernel);
    }
}

static char *read_whole(const char *path, size_t *bytes)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *p = malloc(1 << 20);
    assert_non_null(p);
    *bytes = fread(p, 1, (1 << 20) - 1, f);
    assert_true(feof(f));
    fclose(f);
    p[*bytes] = '\0';
    return p;
}

/* Makes all texts anew in an empty folder: each must be the embedded one, none missing or more. */
static void workload_105_sources_still_make_these_texts(void **state)
{
    (void)state;
    char dir[] = "/tmp/lw_kernels_XXXXXX", command[128], path[160];
    assert_non_null(mkdtemp(dir));
    snprintf(command, sizeof command, "cmake/kernels.sh %s workloads 2>%s/log", dir, dir);
    int status = system(command);
    assert_true(status >= 0 && WIFEXITED(status));
    unsigned made = 0, embedded = 0;
    for (const workload_text_t *t = workload_texts; t->name && !WEXITSTATUS(status); t++) {
        embedded++;
        bool plain = !strcmp(t->variant, "default");
        snprintf(path, sizeof path, "%s/%s%s%s.ptx", dir, t->name, plain ? "" : ".",
                 plain ? "" : t->variant);
        size_t bytes = 0;
        char *text = read_whole(path, &bytes);
        if (!text)
            fail_msg("%s %s: clang makes no such text", t->name, t->variant);
        if (bytes != (size_t)(t->end - t->text) || memcmp(text, t->text, bytes))
            fail_msg("%s %s: clang makes another text; run ./dev kernels", t->name, t->variant);
        free(text);
    }
    snprintf(command, sizeof command, "exit $(ls %s | grep -c ptx)", dir);
    made = (unsigned)WEXITSTATUS(system(command));
    snprintf(command, sizeof command, "rm -r %s", dir);
    assert_int_equal(system(command), 0);
    if (WEXITSTATUS(status) == 2)
        skip(); /* no clang 14 */
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(made, embedded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_100_the_registry_is_sorted_and_complete),
        cmocka_unit_test(workload_101_groups_are_those_of_the_papers),
        cmocka_unit_test(workload_102_texts_and_variants_agree),
        cmocka_unit_test(workload_103_pages_count_what_the_texts_have),
        cmocka_unit_test(workload_104_texts_count_what_the_originals_have),
        cmocka_unit_test(workload_105_sources_still_make_these_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
