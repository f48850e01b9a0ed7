/* The address programs of a text's kernels (lockwarp slice). */
#include "fuzz.h"

#include "isa/address.h"
#include "isa/isa.h"

static void slice(const isa_kernel_t *k)
{
    char text[512];
    unsigned n, arrays;
    address_set_t *s = address_set_new(k);
    address_programs(s, &n);
    address_arrays(s, &arrays);
    for (unsigned i = 0; i < n; i++)
        address_text(s, i, text, sizeof text);
    address_set_free(s);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    diag_t d = {{0}};
    isa_module_t *m = isa_module_parse("a.ptx", (const char *)data, size, &d);
    fuzz_answer(m ? 0 : -1, &d);
    for (unsigned i = 0; m && i < isa_kernel_count(m); i++)
        if (!isa_kernel_at(m, i)->refusal)
            slice(isa_kernel_at(m, i));
    isa_module_free(m);
}
