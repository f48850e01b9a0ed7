/*
 * Leaves what a launch of a program of tests/nvcc reads and writes in files, so that hardware can
 * repeat it (tests/nvcc/replay.h has the form). Only where LW_NVCC_RECORD names a folder.
 */
#ifndef LW_TESTS_NVCC_RECORD_H
#define LW_TESTS_NVCC_RECORD_H

#include "isa/texture.h"
#include "isa_rig.h"
#include "nvcc_errors.h"

typedef struct nvcc_record {
    const char *dir;   /* NULL: nothing is recorded */
    char name[32];     /* of the program */
    char path[300];    /* of its PTX */
    unsigned n;        /* launches so far */
    char fields[4096]; /* lines of what the next launch leaves that is not compared bit for bit */
    uint8_t *before;
    uint64_t used;
} nvcc_record_t;

static nvcc_record_t nvcc_record;

/* What is declared holds for one launch. */
static inline void nvcc_record_forget(void)
{
    *nvcc_record.fields = 0;
}

static inline void nvcc_record_open(const char *name, const char *path)
{
    nvcc_record_t *c = &nvcc_record;
    c->dir = getenv("LW_NVCC_RECORD");
    c->n = 0;
    nvcc_record_forget();
    snprintf(c->name, sizeof c->name, "%s", name);
    snprintf(c->path, sizeof c->path, "%s", path);
}

/* One recording per launch is enough: all instruction sets give the same. */
static inline bool nvcc_records(const rig_t *r)
{
    return nvcc_record.dir && r->warp_size == 32 && r->simd && !strcmp(r->simd, "base");
}

__attribute__((format(printf, 1, 2))) static inline void nvcc_record_field(const char *form, ...)
{
    nvcc_record_t *c = &nvcc_record;
    size_t n = strlen(c->fields);
    va_list ap;
    va_start(ap, form);
    int more = vsnprintf(c->fields + n, sizeof c->fields - n, form, ap);
    va_end(ap);
    assert_true(more > 0 && (size_t)more < sizeof c->fields - n);
}

/* count values of so many bytes, stride bytes apart, that the next launch may leave in any order,
 * as CTAs and warps run in any. */
static inline void nvcc_any_order(const rig_t *r, const void *first, size_t stride, size_t count,
                                  size_t bytes)
{
    nvcc_record_field("order %zu %zu %zu %zu\n", (size_t)((const uint8_t *)first - r->mem), stride,
                      count, bytes);
}
#define NVCC_ANY_ORDER(r, array, count)                                                            \
    nvcc_any_order(r, array, sizeof *(array), count, sizeof *(array))

/* So many elements from one on, side by side, in each of count structs that the next launch writes:
 * floating-point numbers of so many bytes, each with the error e. */
static inline void nvcc_floats(const rig_t *r, const void *first, size_t stride, size_t count,
                               size_t elements, size_t bytes, nvcc_error_t e)
{
    for (size_t k = 0; k < elements; k++)
        nvcc_record_field("float %zu %zu %zu %zu %.17g %.17g\n",
                          (size_t)((const uint8_t *)first - r->mem) + k * bytes, stride, count,
                          bytes, e.ulps, e.absolute);
}
#define NVCC_FLOATS(r, structs, count, member, elements, error)                                    \
    nvcc_floats(r, &(structs)->member, sizeof *(structs), count, elements,                         \
                sizeof((structs)->member), error)

static inline void nvcc_record_before(const rig_t *r)
{
    nvcc_record_t *c = &nvcc_record;
    if (!nvcc_records(r))
        return;
    c->used = r->used;
    c->before = malloc(c->used + 1);
    memcpy(c->before, r->mem, c->used);
}

static inline FILE *nvcc_record_file(const char *kind)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s-%u.%s", nvcc_record.dir, nvcc_record.name, nvcc_record.n,
             kind);
    FILE *f = fopen(path, "wb");
    if (!f)
        fail_msg("%s: cannot be written", path);
    return f;
}

static inline void nvcc_record_image(const char *kind, const uint8_t *image)
{
    FILE *f = nvcc_record_file(kind);
    assert_int_equal(fwrite(image, 1, nvcc_record.used, f), nvcc_record.used);
    fclose(f);
}

/* "set": the host, or an earlier launch, has changed the variable since the module was read. */
static inline void nvcc_record_symbols(const rig_t *r, FILE *f)
{
    uint64_t at = 0; /* as rig_open() places variables */
    for (unsigned i = 0; i < isa_symbol_count(r->m); i++) {
        const isa_symbol_t *s = isa_symbol_at(r->m, i);
        uint8_t *image = malloc(s->bytes + 1);
        at = (at + 255) & ~UINT64_C(255);
        isa_symbol_image(r->m, i, image);
        fprintf(f, "symbol %s %llu %llu %s\n", s->name, (unsigned long long)at,
                (unsigned long long)s->bytes,
                memcmp(image, nvcc_record.before + at, s->bytes) ? "set" : "initial");
        free(image);
        at += s->bytes + 1;
    }
}

static inline void nvcc_record_place(const rig_t *r, uint64_t base)
{
    uint64_t at = base;
    for (unsigned i = 0; i < isa_symbol_count(r->m); i++) {
        at = (at + 255) & ~UINT64_C(255);
        isa_symbol_place(r->m, i, at);
        at += isa_symbol_at(r->m, i)->bytes + 1;
    }
}

/* The pointers in initial values: the words that change when all variables are elsewhere. */
static inline void nvcc_record_pointers(const rig_t *r, FILE *f)
{
    uint64_t at = 0;
    for (unsigned i = 0; i < isa_symbol_count(r->m); i++) {
        uint64_t bytes = isa_symbol_at(r->m, i)->bytes;
        uint8_t *here = malloc(bytes + 1), *there = malloc(bytes + 1);
        at = (at + 255) & ~UINT64_C(255);
        isa_symbol_image(r->m, i, here);
        nvcc_record_place(r, RIG_BASE + (UINT64_C(1) << 32));
        isa_symbol_image(r->m, i, there);
        nvcc_record_place(r, RIG_BASE);
        for (uint64_t k = 0; k + 8 <= bytes; k += 8)
            if (memcmp(here + k, there + k, 8))
                fprintf(f, "pointer %llu\n", (unsigned long long)(at + k));
        free(here);
        free(there);
        at += bytes + 1;
    }
}

/* Which arguments are texture objects. */
static inline void nvcc_record_textures(const rig_t *r, FILE *f, const uint64_t *args, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        isa_texture_t t = {0};
        if (args[i] >= RIG_BASE && args[i] - RIG_BASE + sizeof t <= nvcc_record.used)
            memcpy(&t, rig_host(r, args[i]), sizeof t);
        if (t.magic != ISA_TEXTURE_MAGIC)
            continue;
        uint32_t bytes = t.height > 1 ? t.height * t.pitch : t.width * t.channels * t.bytes;
        fprintf(f, "texture %u %llu %u %u %u %u %u %u %u\n", i,
                (unsigned long long)(t.address - RIG_BASE), bytes, t.width, t.height, t.pitch,
                t.channels, t.bytes, t.kind);
    }
}

static inline void nvcc_record_after(const rig_t *r, const char *kernel, uint32_t grid,
                                     uint32_t block, const uint64_t *args, unsigned n)
{
    nvcc_record_t *c = &nvcc_record;
    if (!nvcc_records(r))
        return;
    const isa_kernel_t *k = isa_kernel_find(r->m, kernel);
    FILE *f = nvcc_record_file("launch");
    fprintf(f,
            "ptx %s\nkernel %s\ngrid %u\nblock %u\nshared %u\ntogether %d\nbase %llu\nbytes %llu\n",
            c->path, kernel, grid, block, r->dyn_shared, k->grid_sync, (unsigned long long)RIG_BASE,
            (unsigned long long)c->used);
    nvcc_record_symbols(r, f);
    nvcc_record_pointers(r, f);
    for (unsigned i = 0; i < n; i++)
        fprintf(f, "arg %u %llu\n", k->param[i].bytes, (unsigned long long)args[i]);
    nvcc_record_textures(r, f, args, n);
    fputs(c->fields, f);
    fclose(f);
    nvcc_record_image("before", c->before);
    nvcc_record_image("after", r->mem);
    free(c->before);
    c->n++;
}

#endif
