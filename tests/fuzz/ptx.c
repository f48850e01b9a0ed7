/* PTX texts, linked as `--ptx A --ptx B` does; what is known of their kernels and variables. */
#include "fuzz.h"

#include <stdlib.h>

#include "isa/isa.h"

enum { TEXTS = 4, IMAGE = 1 << 16 };

static void describe(const isa_kernel_t *k)
{
    char text[100];
    for (uint32_t i = 0; i < k->n_inst && i < 64; i++)
        isa_inst_text(k, i, text, sizeof text);
}

static void place(isa_module_t *m)
{
    uint64_t at = 0;
    for (unsigned i = 0; i < isa_symbol_count(m); i++) {
        const isa_symbol_t *s = isa_symbol_at(m, i);
        at += (0 - at) & (s->align - 1);
        isa_symbol_place(m, i, at + 4096);
        at += s->bytes < IMAGE ? s->bytes : IMAGE;
    }
    for (unsigned i = 0; i < isa_symbol_count(m); i++) {
        const isa_symbol_t *s = isa_symbol_at(m, i);
        uint8_t *image = s->bytes <= IMAGE ? malloc(s->bytes + 1) : NULL;
        diag_t d = {{0}};
        if (image)
            isa_symbol_image(m, i, image);
        free(image);
        isa_symbol_find(m, s->name, &d);
    }
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static const char *const label[TEXTS] = {"a.ptx", "b.ptx", "c.ptx", "d.ptx"};
    fuzz_part_t rest = {(const char *)data, size}, part;
    isa_text_t text[TEXTS];
    unsigned n = 0;
    for (; n < TEXTS && fuzz_next(&rest, &part); n++)
        text[n] = (isa_text_t){label[n], part.text, part.bytes};
    diag_t d = {{0}};
    isa_module_t *m = isa_module_link(text, n, &d);
    fuzz_answer(m ? 0 : -1, &d);
    for (unsigned i = 0; m && i < isa_kernel_count(m); i++)
        describe(isa_kernel_at(m, i));
    if (m)
        place(m);
    isa_module_free(m);
}
