/*
 * Repeats recorded launches of the programs of tests/nvcc on what the CUDA driver API reaches;
 * replay_compare.h compares what they leave.
 *
 * NAME-N.launch, lines of words: ptx PATH; kernel NAME; grid, block, shared (dynamic bytes) N;
 * together 1: its CTAs wait for each other; base and bytes of the memory, whose content is
 * NAME-N.before and, behind the launch, NAME-N.after; symbol NAME OFFSET BYTES set|initial, a
 * variable of the module in that memory, set when the host has written it; arg BYTES VALUE, a
 * pointer if it has 8 bytes and lies in the memory; pointer OFFSET, a pointer in the initial value
 * of a variable; texture ARG OFFSET BYTES WIDTH HEIGHT PITCH CHANNELS ELEMENT KIND, that argument
 * is a texture object of those bytes (replay_texture_t); order OFFSET STRIDE COUNT BYTES, values
 * that may stand in any order; float OFFSET STRIDE COUNT BYTES ULPS ABSOLUTE, floating-point
 * numbers of 2, 4 or 8 bytes with their largest error, in units of the last place and absolute.
 */
#ifndef LW_TESTS_NVCC_REPLAY_H
#define LW_TESTS_NVCC_REPLAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay_text.h"
#include "replay_texture.h"

/* The driver API as far as it is used; each returns 0 or an error number. */
typedef struct cuda {
    int (*module_load)(void **module, const void *ptx);
    int (*module_unload)(void *module);
    int (*get_function)(void **function, void *module, const char *name);
    int (*get_global)(cu_ptr_t *at, size_t *bytes, void *module, const char *name);
    int (*mem_alloc)(cu_ptr_t *at, size_t bytes);
    int (*mem_free)(cu_ptr_t at);
    int (*to_device)(cu_ptr_t to, const void *from, size_t bytes);
    int (*to_host)(void *to, cu_ptr_t from, size_t bytes);
    int (*launch)(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                  unsigned bz, unsigned shared, void *stream, void **params, void **extra);
    int (*launch_together)(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                           unsigned by, unsigned bz, unsigned shared, void *stream, void **params);
    int (*synchronize)(void);
    int (*tex_create)(cu_ptr_t *object, const cu_resource_t *r, const cu_texture_t *x,
                      const void *view);
    int (*tex_destroy)(cu_ptr_t object);
} cuda_t;

enum { REPLAY_MOST = 32, REPLAY_FIELDS = 64 }; /* symbols, arguments; fields */

typedef struct replay_symbol {
    char name[128];
    uint64_t offset, bytes;
    bool set;
    cu_ptr_t at; /* on the device */
} replay_symbol_t;

/* Values that are not compared bit for bit where they stand. */
typedef struct replay_field {
    uint64_t offset, stride, count, bytes;
    bool number; /* a floating-point number, else values in any order */
    double ulps, absolute;
} replay_field_t;

typedef struct replay {
    char ptx[300], kernel[128];
    unsigned grid, block, shared, together;
    uint64_t base, bytes;
    replay_symbol_t symbol[REPLAY_MOST];
    unsigned n_symbols;
    uint64_t arg[REPLAY_MOST];
    bool pointer[REPLAY_MOST];
    unsigned n_args;
    replay_texture_t texture[REPLAY_MOST];
    unsigned n_textures;
    replay_field_t field[REPLAY_FIELDS];
    unsigned n_fields;
    uint64_t pointers[REPLAY_MOST]; /* their offsets */
    unsigned n_pointers;
    bool unfit;                    /* not for this driver or GPU; r->message says why */
    bool bad;                      /* more of something than there is room for, or outside memory */
    char *text;                    /* of the PTX, as the driver gets it */
    uint8_t *before, *after, *got; /* memory */
    char message[300];
} replay_t;

/* All of a file and a 0 byte; NULL: it cannot be read. */
static inline char *replay_read(const char *path, size_t *bytes)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    if (f && fseek(f, 0, SEEK_END) == 0) {
        long n = ftell(f);
        rewind(f);
        text = n >= 0 ? calloc(1, (size_t)n + 1) : NULL;
        *bytes = text ? fread(text, 1, (size_t)n, f) : 0;
    }
    if (f)
        fclose(f);
    return text;
}

static inline bool replay_room(replay_t *r, unsigned n, unsigned most)
{
    r->bad |= n == most;
    return n < most;
}

static inline void replay_texture_line(replay_t *r, const char *line)
{
    replay_texture_t t = {0};
    unsigned long long offset, bytes;
    if (sscanf(line, "texture %u %llu %llu %u %u %u %u %u %u", &t.arg, &offset, &bytes, &t.width,
               &t.height, &t.pitch, &t.channels, &t.element, &t.kind) != 9 ||
        !replay_room(r, r->n_textures, REPLAY_MOST))
        return;
    t.offset = offset;
    t.bytes = bytes;
    r->bad |= t.arg >= REPLAY_MOST || offset > r->bytes || bytes > r->bytes - offset;
    r->texture[r->n_textures++] = t;
}

static inline void replay_field_line(replay_t *r, const char *line)
{
    unsigned long long offset, stride, count, bytes;
    double ulps = 0, absolute = 0;
    bool number = sscanf(line, "float %llu %llu %llu %llu %lf %lf", &offset, &stride, &count,
                         &bytes, &ulps, &absolute) == 6;
    if (!number && sscanf(line, "order %llu %llu %llu %llu", &offset, &stride, &count, &bytes) != 4)
        return;
    if (!replay_room(r, r->n_fields, REPLAY_FIELDS))
        return;
    r->field[r->n_fields++] =
        (replay_field_t){offset, stride, count, bytes, number, ulps, absolute};
    r->bad |= !bytes || bytes > 8 || (number && bytes != 2 && bytes != 4 && bytes != 8);
    r->bad |= !count || stride < bytes || offset > r->bytes || bytes > r->bytes - offset ||
              count - 1 > (r->bytes - offset - bytes) / stride;
}

static inline void replay_line(replay_t *r, const char *line)
{
    unsigned long long a, b;
    char name[128], state[16];
    sscanf(line, "ptx %299[^\n]", r->ptx);
    sscanf(line, "kernel %127s", r->kernel);
    sscanf(line, "grid %u", &r->grid);
    sscanf(line, "block %u", &r->block);
    sscanf(line, "shared %u", &r->shared);
    sscanf(line, "together %u", &r->together);
    if (sscanf(line, "base %llu", &a) == 1)
        r->base = a;
    if (sscanf(line, "bytes %llu", &a) == 1)
        r->bytes = a;
    if (sscanf(line, "arg %llu %llu", &a, &b) == 2 && replay_room(r, r->n_args, REPLAY_MOST)) {
        r->pointer[r->n_args] = a == 8 && b >= r->base && b - r->base <= r->bytes;
        r->arg[r->n_args++] = b;
    }
    if (sscanf(line, "symbol %127s %llu %llu %15s", name, &a, &b, state) == 4 &&
        replay_room(r, r->n_symbols, REPLAY_MOST)) {
        replay_symbol_t *s = &r->symbol[r->n_symbols++];
        snprintf(s->name, sizeof s->name, "%s", name);
        s->offset = a;
        s->bytes = b;
        s->set = !strcmp(state, "set");
        r->bad |= a > r->bytes || b > r->bytes - a;
    }
    if (sscanf(line, "pointer %llu", &a) == 1 && replay_room(r, r->n_pointers, REPLAY_MOST)) {
        r->pointers[r->n_pointers++] = a;
        r->bad |= r->bytes < 8 || a > r->bytes - 8;
    }
    replay_texture_line(r, line);
    replay_field_line(r, line);
}

/* path without its ".launch"; false: a file is missing or of the wrong size. */
static inline bool replay_open(replay_t *r, const char *stem)
{
    char path[400];
    size_t n = 0, nb = 0, na = 0;
    memset(r, 0, sizeof *r);
    snprintf(path, sizeof path, "%s.launch", stem);
    char *text = replay_read(path, &n);
    for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n"))
        replay_line(r, line);
    free(text);
    text = replay_read(r->ptx, &n);
    r->text = text ? replay_explicit(text) : NULL;
    free(text);
    snprintf(path, sizeof path, "%s.before", stem);
    r->before = (uint8_t *)replay_read(path, &nb);
    snprintf(path, sizeof path, "%s.after", stem);
    r->after = (uint8_t *)replay_read(path, &na);
    r->got = calloc(1, r->bytes + 1);
    if (r->text && r->got && r->kernel[0] && nb == r->bytes && na == r->bytes && !r->bad)
        return true;
    snprintf(r->message, sizeof r->message, "the recording is not complete");
    return false;
}

static inline void replay_close(replay_t *r)
{
    free(r->text);
    free(r->before);
    free(r->after);
    free(r->got);
}

/* Errors of the driver are named by the call. */
#define REPLAY_TRY(r, call)                                                                        \
    do {                                                                                           \
        int replay_error_ = (call);                                                                \
        if (replay_error_) {                                                                       \
            snprintf((r)->message, sizeof(r)->message, "error %d of %s", replay_error_, #call);    \
            return false;                                                                          \
        }                                                                                          \
    } while (0)

/* Finds the variables where the driver has put them, and writes those that the host has set. */
static inline bool replay_set(replay_t *r, const cuda_t *c, void *module)
{
    for (unsigned i = 0; i < r->n_symbols; i++) {
        replay_symbol_t *s = &r->symbol[i];
        size_t bytes = 0;
        int error = c->get_global(&s->at, &bytes, module, s->name);
        if (error || bytes != s->bytes) {
            snprintf(r->message, sizeof r->message,
                     "the driver finds no variable %s of %llu bytes (error %d, %zu bytes)", s->name,
                     (unsigned long long)s->bytes, error, bytes);
            return false;
        }
        if (s->set)
            REPLAY_TRY(r, c->to_device(s->at, r->before + s->offset, s->bytes));
    }
    return true;
}

/* A pointer of the device as it was recorded; one to nothing that was recorded stays. */
static inline uint64_t replay_back(const replay_t *r, cu_ptr_t memory, uint64_t p)
{
    for (unsigned i = 0; i < r->n_symbols; i++)
        if (p >= r->symbol[i].at && p - r->symbol[i].at <= r->symbol[i].bytes)
            return r->base + r->symbol[i].offset + (p - r->symbol[i].at);
    return p >= memory && p - memory <= r->bytes ? r->base + (p - memory) : p;
}

/* What the launch left: buffers and all variables. */
static inline bool replay_get(replay_t *r, const cuda_t *c, cu_ptr_t memory)
{
    REPLAY_TRY(r, c->to_host(r->got, memory, r->bytes));
    for (unsigned i = 0; i < r->n_symbols; i++) {
        const replay_symbol_t *s = &r->symbol[i];
        REPLAY_TRY(r, c->to_host(r->got + s->offset, s->at, s->bytes));
    }
    for (unsigned i = 0; i < r->n_pointers; i++) {
        uint64_t p;
        memcpy(&p, r->got + r->pointers[i], sizeof p);
        p = replay_back(r, memory, p);
        memcpy(r->got + r->pointers[i], &p, sizeof p);
    }
    return true;
}

/* Elements of a texture lie by themselves, since their alignment is the driver's. */
static inline bool replay_textures(replay_t *r, const cuda_t *c, uint64_t *value)
{
    for (unsigned i = 0; i < r->n_textures; i++) {
        replay_texture_t *t = &r->texture[i];
        cu_resource_t resource;
        cu_texture_t texture;
        REPLAY_TRY(r, c->mem_alloc(&t->at, t->bytes));
        REPLAY_TRY(r, c->to_device(t->at, r->before + t->offset, t->bytes));
        replay_describe(t, &resource, &texture);
        REPLAY_TRY(r, c->tex_create(&t->object, &resource, &texture, NULL));
        value[t->arg] = t->object;
    }
    return true;
}

static inline void replay_forget_textures(replay_t *r, const cuda_t *c)
{
    for (unsigned i = 0; i < r->n_textures; i++) {
        replay_texture_t *t = &r->texture[i];
        if (t->object)
            c->tex_destroy(t->object);
        if (t->at)
            c->mem_free(t->at);
        t->object = t->at = 0;
    }
}

static inline bool replay_launch(replay_t *r, const cuda_t *c, void *module, cu_ptr_t memory)
{
    void *function = NULL, *params[REPLAY_MOST];
    uint64_t value[REPLAY_MOST];
    REPLAY_TRY(r, c->get_function(&function, module, r->kernel));
    for (unsigned i = 0; i < r->n_args; i++) {
        value[i] = r->pointer[i] ? memory + (r->arg[i] - r->base) : r->arg[i];
        params[i] = &value[i];
    }
    if (!replay_textures(r, c, value))
        return false;
    REPLAY_TRY(r, c->to_device(memory, r->before, r->bytes));
    if (!replay_set(r, c, module))
        return false;
    if (r->together)
        REPLAY_TRY(r, c->launch_together(function, r->grid, 1, 1, r->block, 1, 1, r->shared, NULL,
                                         params));
    else
        REPLAY_TRY(
            r, c->launch(function, r->grid, 1, 1, r->block, 1, 1, r->shared, NULL, params, NULL));
    REPLAY_TRY(r, c->synchronize());
    return replay_get(r, c, memory);
}

/* What the driver answers to PTX that is newer than it, and without its compiler of PTX. */
enum { REPLAY_NO_COMPILER = 221, REPLAY_NEWER_PTX = 222 };

static inline bool replay_load(replay_t *r, const cuda_t *c, void **module)
{
    char ptx[8] = "?";
    const char *version = strstr(r->text, ".version ");
    int error = c->module_load(module, r->text);
    if (version)
        sscanf(version, ".version %7[0-9.]", ptx);
    r->unfit = error == REPLAY_NO_COMPILER || error == REPLAY_NEWER_PTX;
    if (error == REPLAY_NEWER_PTX)
        snprintf(r->message, sizeof r->message, "the driver is older than PTX %s", ptx);
    else if (error == REPLAY_NO_COMPILER)
        snprintf(r->message, sizeof r->message, "the driver's PTX compiler is not installed");
    else if (error)
        snprintf(r->message, sizeof r->message, "error %d of cuModuleLoadData", error);
    return !error;
}

/* Is the module for this compute capability (75: 7.5) or an older one? */
static inline bool replay_fits(replay_t *r, unsigned capability)
{
    unsigned target = 0;
    const char *at = strstr(r->text, ".target sm_");
    if (at)
        sscanf(at, ".target sm_%u", &target);
    r->unfit = target > capability;
    if (r->unfit)
        snprintf(r->message, sizeof r->message, "the GPU is older than sm_%u", target);
    return !r->unfit;
}

/* Runs the launch; r->got is then the memory. False: r->message says why not. */
static inline bool replay_run(replay_t *r, const cuda_t *c)
{
    void *module = NULL;
    cu_ptr_t memory = 0;
    if (!replay_load(r, c, &module))
        return false;
    int rc = c->mem_alloc(&memory, r->bytes + 1);
    bool ok = !rc && replay_launch(r, c, module, memory);
    if (rc)
        snprintf(r->message, sizeof r->message, "error %d of mem_alloc", rc);
    replay_forget_textures(r, c);
    if (memory)
        c->mem_free(memory);
    c->module_unload(module);
    return ok;
}

#endif
