/*
 * The checks at the end of a run are worth something only if they fail on a wrong kernel: here each
 * kernel of each workload is damaged in one instruction, and the run must say "wrong result".
 * Damages keep every address within its buffer and every loop's length, so that nothing but the
 * result tells.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "workload_device.h"
#include "workload_facts.h"

enum { MOST_KERNELS = 32 };

typedef struct damage {
    const char *workload;
    char kernel[64], variant[32]; /* that runs this kernel */
    char from[200], to[200];      /* the first place of `from` in the kernel becomes `to` */
} damage_t;

/* Copies text with \t as a tab. */
static void unescape(char *to, const char *from, size_t n)
{
    while (n) {
        bool tab = n > 1 && from[0] == '\\' && from[1] == 't';
        *to++ = tab ? '\t' : *from;
        from += tab ? 2 : 1;
        n -= tab ? 2 : 1;
    }
    *to = '\0';
}

static void read_damage(damage_t *d, const char *workload, const facts_t *f, const fact_t *x)
{
    int used = 0;
    d->workload = workload;
    strcpy(d->kernel, x->kernel);
    const char *arrow = strstr(x->rest, " => ");
    if (!arrow || sscanf(x->rest, "%31s %n", d->variant, &used) != 1 || x->rest + used >= arrow ||
        (size_t)(arrow - x->rest - used) >= sizeof d->from || strlen(arrow + 4) >= sizeof d->to)
        fail_msg("%s:%d: expected damage KERNEL VARIANT FROM => TO", f->file, x->line);
    unescape(d->from, x->rest + used, (size_t)(arrow - x->rest - used));
    unescape(d->to, arrow + 4, strlen(arrow + 4));
}

/* The text with the damage; freed by the caller. */
static char *apply(const damage_t *d, size_t *bytes)
{
    size_t n;
    const char *ptx = workload_ptx(d->workload, "default", &n);
    char entry[80];
    snprintf(entry, sizeof entry, ".entry %s(", d->kernel);
    const char *kernel = ptx ? strstr(ptx, entry) : NULL;
    const char *end = kernel ? strstr(kernel, "\n}\n") : NULL;
    const char *at = kernel ? strstr(kernel, d->from) : NULL;
    if (!at || at > end)
        fail_msg("%s: nothing to damage: no \"%s\"", d->kernel, d->from);
    size_t head = (size_t)(at - ptx), from = strlen(d->from), to = strlen(d->to);
    char *text = malloc(n + to + 1);
    assert_non_null(text);
    memcpy(text, ptx, head);
    memcpy(text + head, d->to, to);
    memcpy(text + head + to, at + from, n - head - from + 1);
    *bytes = n - from + to;
    return text;
}

static void must_be_noticed(const damage_t *d)
{
    const workload_t *w = workload_find(d->workload);
    size_t bytes;
    char *text = apply(d, &bytes);
    workload_opts_t o = {
        .scale = SCALE_TINY, .seed = 1, .variant = d->variant, .ptx = text, .ptx_bytes = bytes};
    workload_result_t r = workload_run_alone(w, &o);
    char says[64];
    snprintf(says, sizeof says, "%s: wrong result: ", w->name);
    if (r.rc != 1 || strncmp(r.diag.text, says, strlen(says)))
        fail_msg("%s with \"%s\" for \"%s\": %d, %s", d->kernel, d->to, d->from, r.rc, r.diag.text);
    free(text);
}

static void workload_300_a_damaged_kernel_is_a_wrong_result(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const char *name = workload_registry[i]->name;
        facts_t f;
        facts_read(&f, name);
        unsigned at = 0;
        for (const fact_t *x; (x = facts_next(&f, "damage", NULL, &at));) {
            damage_t d;
            read_damage(&d, name, &f, x);
            must_be_noticed(&d);
        }
    }
}

static void workload_301_every_kernel_has_a_damage(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        char kernel[MOST_KERNELS][64];
        facts_t f;
        size_t bytes;
        const char *name = workload_registry[i]->name;
        facts_read(&f, name);
        unsigned n = facts_kernels(workload_ptx(name, "default", &bytes), kernel, MOST_KERNELS);
        assert_true(n > 0);
        for (unsigned k = 0; k < n; k++)
            if (!facts_have(&f, "damage", kernel[k]))
                fail_msg("%s: no damage for %s", f.file, kernel[k]);
    }
}

/* An edited text is what runs, and an undamaged edit is right: a comment more. */
static void workload_302_a_harmless_edit_is_right(void **state)
{
    (void)state;
    static const damage_t comment = {"nn", "euclid", "default", "sub.f32", "/* here */ sub.f32"};
    size_t bytes;
    char *text = apply(&comment, &bytes);
    workload_opts_t o = {.scale = SCALE_TINY, .seed = 1, .ptx = text, .ptx_bytes = bytes};
    workload_result_t r = workload_run_alone(workload_find("nn"), &o);
    assert_int_equal(r.rc, 0);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_300_a_damaged_kernel_is_a_wrong_result),
        cmocka_unit_test(workload_301_every_kernel_has_a_damage),
        cmocka_unit_test(workload_302_a_harmless_edit_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
