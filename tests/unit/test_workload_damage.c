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

#include "workload/texts.h"
#include "workload_damage.h"
#include "workload_facts.h"

enum { MOST_KERNELS = 32 };

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
            damage_must_be_noticed(&d, SCALE_TINY);
        }
    }
}

/* Is there a damage of the kernel in a text? "default": whatever variant runs it. */
static bool has_damage(const facts_t *f, const char *kernel, const char *variant)
{
    unsigned at = 0;
    size_t n = strlen(variant);
    for (const fact_t *x; (x = facts_next(f, "damage", kernel, &at));)
        if (!strcmp(variant, "default") || (!strncmp(x->rest, variant, n) && x->rest[n] == ' '))
            return true;
    return false;
}

/* Of every text but the unrolled ones, which have the same source as the default. */
static void workload_301_every_kernel_has_a_damage(void **state)
{
    (void)state;
    for (const workload_text_t *t = workload_texts; t->name; t++) {
        char kernel[MOST_KERNELS][64];
        facts_t f;
        if (!strcmp(t->variant, "unrolled"))
            continue;
        facts_read(&f, t->name);
        unsigned n = facts_kernels(t->text, kernel, MOST_KERNELS);
        assert_true(n > 0);
        for (unsigned k = 0; k < n; k++)
            if (!has_damage(&f, kernel[k], t->variant))
                fail_msg("%s: no damage for %s, variant %s", f.file, kernel[k], t->variant);
    }
}

/* An edited text is what runs, and an undamaged edit is right: a comment more. */
static void workload_302_a_harmless_edit_is_right(void **state)
{
    (void)state;
    static const damage_t comment = {"nn", "euclid", "default", "sub.f32", "/* here */ sub.f32"};
    size_t bytes;
    char *text = damage_apply(&comment, &bytes);
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
