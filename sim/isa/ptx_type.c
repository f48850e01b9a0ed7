#include "isa/ptx_type.h"

#include <string.h>

typedef struct type_fact {
    const char *name;
    uint8_t bits;
    char cls;
} type_fact_t;

static const type_fact_t type_facts[PT_COUNT] = {[PT_NONE] = {"", 0, 0},
#define X(id, text, width, letter) [PT_##id] = {text, width, letter},
                                                 PTX_TYPES(X)
#undef X
};

const char *ptx_type_name(unsigned t)
{
    return type_facts[t].name;
}

unsigned ptx_type_bits(unsigned t)
{
    return type_facts[t].bits;
}

char ptx_type_class(unsigned t)
{
    return type_facts[t].cls;
}

ptx_type_t ptx_type_find(const char *s, unsigned n)
{
    for (unsigned t = 1; t < PT_COUNT; t++)
        if (strlen(type_facts[t].name) == n && !memcmp(type_facts[t].name, s, n))
            return (ptx_type_t)t;
    return PT_NONE;
}

bool ptx_type_fits(unsigned r, unsigned t, bool relaxed)
{
    char rc = ptx_type_class(r), tc = ptx_type_class(t);
    if ((rc == 'p') != (tc == 'p'))
        return false;
    unsigned rb = ptx_type_bits(r), tb = ptx_type_bits(t);
    if (rb < tb || (rb > tb && !relaxed))
        return false;
    /* Floats and integers do not mix; untyped bits go with everything of their size, and a
     * float register may be loaded and stored as bits of its own size. */
    if (rc == 'f' && tc != 'f')
        return tc == 'b' ? rb == tb : relaxed && rb == tb;
    if (tc == 'f' && rc != 'f')
        return rc == 'b' ? true : relaxed && rb == tb;
    return true;
}
