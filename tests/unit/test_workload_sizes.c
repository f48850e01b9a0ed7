/*
 * Every workload at the default scale, functionally: right, of the size that the list gives, and
 * launched in the shapes of tests/workload/NAME.facts. Not run under sanitizers or for coverage.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "workload_damage.h"
#include "workload_facts.h"
#include "workload_sizes.h"

enum { MOST_KERNELS = 32 };

typedef struct shape {
    char kernel[64];
    dim3_t grid, block;
} shape_t;

typedef struct shapes {
    unsigned n;
    shape_t shape[MOST_KERNELS]; /* of each kernel, the one with the most CTAs */
} shapes_t;

static uint64_t ctas(dim3_t g)
{
    return (uint64_t)g.x * g.y * g.z;
}

static void note(void *ctx, const dev_launch_info_t *l)
{
    shapes_t *all = ctx;
    unsigned i = 0;
    while (i < all->n && strcmp(all->shape[i].kernel, l->kernel))
        i++;
    if (i == MOST_KERNELS)
        fail_msg("more than %d kernels", MOST_KERNELS);
    shape_t *s = &all->shape[i];
    if (i == all->n)
        snprintf(all->shape[all->n++].kernel, sizeof s->kernel, "%s", l->kernel);
    if (ctas(l->grid) > ctas(s->grid)) {
        s->grid = l->grid;
        s->block = l->block;
    }
}

static void check_shape(const facts_t *f, const fact_t *x, const shapes_t *all)
{
    unsigned i = 0;
    while (i < all->n && strcmp(all->shape[i].kernel, x->kernel))
        i++;
    if (i == all->n)
        fail_msg("%s:%d: %s is not launched", f->file, x->line, x->kernel);
    const shape_t *s = &all->shape[i];
    char text[80];
    snprintf(text, sizeof text, "%ux%ux%u %ux%ux%u", s->grid.x, s->grid.y, s->grid.z, s->block.x,
             s->block.y, s->block.z);
    if (strcmp(text, x->rest))
        fail_msg("%s:%d: %s is launched with %s", f->file, x->line, x->kernel, text);
}

static void workload_500_default_runs_have_the_listed_sizes_and_shapes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const workload_t *w = workload_registry[i];
        static shapes_t all;
        facts_t f;
        all = (shapes_t){0};
        facts_read(&f, w->name);
        workload_run_sized(w, SCALE_DEFAULT, note, &all);
        unsigned at = 0;
        for (const fact_t *x; (x = facts_next(&f, "shape", NULL, &at));)
            check_shape(&f, x, &all);
        for (unsigned k = 0; k < all.n; k++)
            if (!facts_have(&f, "shape", all.shape[k].kernel))
                fail_msg("%s: no shape of %s", f.file, all.shape[k].kernel);
    }
}

/* 1 to 10 million warp instructions; originals with smaller inputs keep theirs. */
static void workload_501_default_sizes_are_neither_small_nor_large(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        uint64_t n = workload_registry[i]->warp_inst[SCALE_DEFAULT];
        if (n < 500000 || n > 10000000)
            fail_msg("%s: %llu warp instructions", workload_registry[i]->name,
                     (unsigned long long)n);
    }
}

/* What the bound of a long sum could hide: a CTA's part of it, or one term. */
static void workload_502_missing_terms_are_noticed_at_the_default_scale(void **state)
{
    (void)state;
    static const damage_t damages[] = {
        /* every eighth CTA leaves no partial sum */
        {"backprop", "layer_forward", "default", "setp.eq.s32 \t%p4, %r2, 0;",
         "and.b32 %r19, %r1, 7; setp.ne.s32 %p4, %r19, 0; setp.eq.and.s32 %p4, %r2, 0, %p4;"},
        /* loops that end before their last turn */
        {"atax", "atax_kernel1", "default", "setp.ne.s32 \t%p4, %r10, 0",
         "setp.ne.s32 %p4, %r10, 1"},
        {"atax", "atax_kernel2", "default", "setp.ne.s32 \t%p4, %r12, 0",
         "setp.ne.s32 %p4, %r12, 1"},
        {"bicg", "bicg_kernel1", "default", "setp.ne.s32 \t%p3, %r13, 0",
         "setp.ne.s32 %p3, %r13, 1"},
        {"bicg", "bicg_kernel2", "default", "setp.ne.s32 \t%p3, %r11, 0",
         "setp.ne.s32 %p3, %r11, 1"},
        {"mvt", "mvt_kernel1", "default", "setp.ne.s32 \t%p4, %r9, 0", "setp.ne.s32 %p4, %r9, 1"},
        {"mvt", "mvt_kernel2", "default", "setp.ne.s32 \t%p4, %r11, 0", "setp.ne.s32 %p4, %r11, 1"},
    };
    for (unsigned i = 0; i < sizeof damages / sizeof damages[0]; i++)
        damage_must_be_noticed(&damages[i], SCALE_DEFAULT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_500_default_runs_have_the_listed_sizes_and_shapes),
        cmocka_unit_test(workload_501_default_sizes_are_neither_small_nor_large),
        cmocka_unit_test(workload_502_missing_terms_are_noticed_at_the_default_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
