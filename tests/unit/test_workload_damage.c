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

typedef struct damage {
    const char *workload, *kernel;
    const char *from, *to; /* the first place of `from` in the kernel becomes `to` */
    const char *variant;   /* that runs this kernel; NULL: default */
} damage_t;

static const damage_t damages[] = {
    {"atax", "atax_kernel1", "mul.lo.s32", "add.s32", NULL}, /* another row */
    {"atax", "atax_kernel2", "%f4, %f5, %f6", "%f4, %f4, %f6", NULL},
    {"backprop", "layer_forward", "add.f32", "sub.f32", NULL},
    {"backprop", "adjust_weights", "mul.f32", "add.f32", NULL},
    {"bfs", "bfs_kernel1", "%r16, 1", "%r16, 2", NULL}, /* cost + 2 */
    {"bfs", "bfs_kernel2", "mov.u16 \t%rs2, 1", "mov.u16 \t%rs2, 0", NULL},
    {"bitonic", "bitonic_pass", "min.u32", "max.u32", NULL},
    {"dct", "dct8x8", "%f6, %f7, %f11", "%f6, %f6, %f11", NULL},
    {"gesummv", "gesummv_kernel", "mul.f32", "add.f32", NULL},
    {"histogram", "histogram256", "%r27, 1", "%r27, 2", NULL}, /* counts by two */
    {"histogram", "histogram_merge", "add.s32 \t%r25", "sub.s32 \t%r25", NULL},
    {"hotspot", "calculate_temp", "sub.f32", "add.f32", NULL},
    {"kmeans", "invert_mapping", "add.s32 \t%r12, %r12, %r6", "max.s32 \t%r12, %r12, %r6", NULL},
    {"kmeans", "kmeans_point", "sub.f32", "add.f32", NULL},
    {"lud", "lud_diagonal", "div.rn.f32", "mul.f32", NULL},
    {"lud", "lud_perimeter", "div.rn.f32", "mul.f32", NULL},
    {"lud", "lud_internal", "sub.f32", "add.f32", NULL},
    {"matrixmul", "matrixmul_float4", "%f57, %f73, ", "%f57, %f57, ", NULL},
    {"nn", "euclid", "sub.f32", "add.f32", NULL},
    {"nw", "nw_upper", "max.s32", "min.s32", NULL},
    {"nw", "nw_lower", "max.s32", "min.s32", NULL},
    {"nw_u", "nw_u_upper", "max.s32", "min.s32", NULL},
    {"nw_u", "nw_u_lower", "max.s32", "min.s32", NULL},
    {"radix", "radix_count", "atom.shared.add.u32", "atom.shared.max.u32", NULL},
    {"radix", "radix_scan_tiles", "add.s32 \t%r7", "max.u32 \t%r7", NULL},
    {"radix", "radix_scan_sums", "add.s32 \t%r6", "max.u32 \t%r6", NULL},
    {"radix", "radix_add_sums", "add.s32 \t%r7", "max.u32 \t%r7", NULL},
    {"radix", "radix_permute", "setp.lt.u32 \t%p4", "setp.gt.u32 \t%p4", NULL}, /* not stable */
    {"spmv", "spmv_jds", "%f6, %f7, %f9", "%f6, %f6, %f9", NULL},
    {"spmv", "spmv_csr", "%f6, %f7, %f9", "%f6, %f6, %f9", "csr"},
    {"srad", "srad_coefficient", "sub.f32", "add.f32", NULL},
    {"srad", "srad_update", "mul.f32", "add.f32", NULL},
};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

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

static void workload_300_a_damaged_kernel_is_a_wrong_result(void **state)
{
    (void)state;
    for (size_t i = 0; i < DAMAGES; i++) {
        const damage_t *d = &damages[i];
        const workload_t *w = workload_find(d->workload);
        assert_non_null(w);
        size_t bytes;
        char *text = apply(d, &bytes);
        workload_opts_t o = {
            .scale = SCALE_TINY, .seed = 1, .variant = d->variant, .ptx = text, .ptx_bytes = bytes};
        workload_result_t r = workload_run_alone(w, &o);
        char says[64];
        snprintf(says, sizeof says, "%s: wrong result: ", w->name);
        if (r.rc != 1 || strncmp(r.diag.text, says, strlen(says)))
            fail_msg("%s with \"%s\" for \"%s\": %d, %s", d->kernel, d->to, d->from, r.rc,
                     r.diag.text);
        free(text);
    }
}

static void workload_301_every_kernel_has_a_damage(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        size_t bytes;
        const char *name = workload_registry[i]->name;
        const char *at = workload_ptx(name, "default", &bytes);
        while ((at = strstr(at, ".entry "))) {
            at += strlen(".entry ");
            size_t n = strcspn(at, "(");
            bool found = false;
            for (size_t k = 0; k < DAMAGES && !found; k++)
                found = !strcmp(damages[k].workload, name) && strlen(damages[k].kernel) == n &&
                        !strncmp(damages[k].kernel, at, n);
            if (!found)
                fail_msg("%s: no damage for %.*s", name, (int)n, at);
        }
    }
}

/* An edited text is what runs, and an undamaged edit is right: a comment more. */
static void workload_302_a_harmless_edit_is_right(void **state)
{
    (void)state;
    static const damage_t comment = {"nn", "euclid", "sub.f32", "/* here */ sub.f32", NULL};
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
