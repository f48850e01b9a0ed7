/* Every kernel of a PTX text, run for a few instructions: whatever a program does, it ends with a
 * result or a message. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"

enum { MEMORY = 1 << 14, PARAMS = 1 << 12, INSTRUCTIONS = 2000, SYMBOLS = 64 };

#define BASE UINT64_C(0x10000000)

static bool place(isa_module_t *m, uint8_t *memory)
{
    uint64_t at = MEMORY / 2, where[SYMBOLS];
    if (isa_symbol_count(m) > SYMBOLS)
        return false;
    for (unsigned i = 0; i < isa_symbol_count(m); i++) {
        const isa_symbol_t *s = isa_symbol_at(m, i);
        at += (0 - at) & (s->align - 1);
        if (s->bytes > MEMORY || at + s->bytes > MEMORY)
            return false;
        isa_symbol_place(m, i, BASE + at);
        where[i] = at;
        at += s->bytes;
    }
    for (unsigned i = 0; i < isa_symbol_count(m); i++)
        isa_symbol_image(m, i, memory + where[i]);
    return true;
}

static void run(const isa_kernel_t *k, uint8_t *memory, const uint8_t *params)
{
    diag_t d = {{0}};
    isa_launch_cfg_t cfg = {.kernel = k,
                            .grid = {2, 1, 1},
                            .block = {40, 1, 1},
                            .dyn_shared = 256,
                            .warp_size = 32,
                            .params = params,
                            .param_bytes = k->param_bytes,
                            .mem = {.base = BASE, .host = memory, .bytes = MEMORY}};
    isa_counts_t counts;
    isa_launch_t *l = isa_launch_new(&cfg, &d);
    int rc = l ? isa_run_functional(l, INSTRUCTIONS, &counts, &d) : -1;
    fuzz_answer(rc, &d);
    isa_launch_free(l);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static uint8_t params[PARAMS];
    diag_t d = {{0}};
    isa_module_t *m = isa_module_parse("a.ptx", (const char *)data, size, &d);
    uint8_t *memory = m ? calloc(1, MEMORY) : NULL;
    for (unsigned i = 0; i < PARAMS / 8; i++) /* addresses of memory, which are numbers, too */
        memcpy(params + 8 * i, &(uint64_t){BASE + 64 * (i & 63)}, 8);
    if (m && place(m, memory))
        for (unsigned i = 0; i < isa_kernel_count(m); i++) {
            const isa_kernel_t *k = isa_kernel_at(m, i);
            if (!k->refusal && k->param_bytes <= PARAMS && k->shared_bytes <= 1 << 16 &&
                k->local_bytes <= 1 << 12)
                run(k, memory, params);
        }
    free(memory);
    isa_module_free(m);
}
