#include "isa/rows.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "isa/rows_alu.inc"
#include "isa/rows_special.inc"

/* Shorthands of the lists. */
#define ALU_ROW(id, nm, ex, operands, ty, ty2, al, ne, un)                                         \
    {nm, operands, EX_##ex, PT_##ty, PT_##ty2, un, al, ne},
#define SPECIAL_ROW(id, nm, ex, operands, ty, ty2, al, ne, un)                                     \
    {nm, operands, EX_##ex, PT_##ty, PT_##ty2, INST_UNIT_##un, al, ne},

const isa_row_t isa_rows[] = {ISA_ALU_ROWS(ALU_ROW) ISA_SPECIAL_ROWS(SPECIAL_ROW)};
const unsigned isa_row_count = sizeof isa_rows / sizeof isa_rows[0];

#define ONE(id, nm, ex, operands, ty, ty2, al, ne, un) +1
const unsigned isa_alu_row_count = 0 ISA_ALU_ROWS(ONE);

static const char *const mod_text[ISA_MOD_COUNT] = {
#define X(id, text) text,
    ISA_MODS(X)
#undef X
};

static_assert(ISA_MOD_COUNT <= 64, "modifiers are bits of a word");
static_assert(sizeof isa_rows / sizeof isa_rows[0] <= 2048, "isa_row_index_t holds every row");

static int by_name(const void *a, const void *b)
{
    return strcmp(isa_rows[*(const uint16_t *)a].name, isa_rows[*(const uint16_t *)b].name);
}

static isa_row_index_t sorted;

static void sort(void)
{
    for (unsigned i = 0; i < isa_row_count; i++)
        sorted.by_name[i] = (uint16_t)i;
    qsort(sorted.by_name, isa_row_count, sizeof sorted.by_name[0], by_name);
}

void isa_row_index_init(isa_row_index_t *x)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, sort);
    *x = sorted;
}

const isa_row_t *isa_row_find(const isa_row_index_t *x, const char *name)
{
    unsigned lo = 0, hi = isa_row_count;
    while (lo < hi) {
        unsigned mid = (lo + hi) / 2;
        const isa_row_t *r = &isa_rows[x->by_name[mid]];
        int order = strcmp(name, r->name);
        if (!order)
            return r;
        if (order < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return NULL;
}

static bool opcode_is(const isa_row_t *r, const char *s, unsigned n)
{
    return !strncmp(r->name, s, n) && (r->name[n] == '.' || !r->name[n]);
}

/* First row of an opcode in the sorted index; isa_row_count: none. Its rows stand together, as
 * '.' sorts below letters and digits. */
static unsigned first_row(const isa_row_index_t *x, const char *s, unsigned n)
{
    unsigned lo = 0, hi = isa_row_count;
    while (lo < hi) {
        unsigned mid = (lo + hi) / 2;
        if (strncmp(isa_rows[x->by_name[mid]].name, s, n) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    while (lo < isa_row_count && !strncmp(isa_rows[x->by_name[lo]].name, s, n) &&
           !opcode_is(&isa_rows[x->by_name[lo]], s, n))
        lo++; /* "a" stands before "add" */
    return lo < isa_row_count && opcode_is(&isa_rows[x->by_name[lo]], s, n) ? lo : isa_row_count;
}

bool isa_opcode_known(const isa_row_index_t *x, const char *s, unsigned n)
{
    return first_row(x, s, n) < isa_row_count;
}

uint64_t isa_opcode_mods(const isa_row_index_t *x, const char *s, unsigned n)
{
    uint64_t mods = 0;
    for (unsigned i = first_row(x, s, n);
         i < isa_row_count && opcode_is(&isa_rows[x->by_name[i]], s, n); i++)
        mods |= isa_rows[x->by_name[i]].allow;
    return mods;
}

int isa_mod_find(const char *s, unsigned n)
{
    static const struct {
        const char *alias;
        isa_mod_index_t mod;
    } aliases[] = {{"shared::cta", ISA_MI_SHARED},
                   {"param::entry", ISA_MI_PARAM},
                   {"L2::64B", ISA_MI_HINT},
                   {"L2::256B", ISA_MI_HINT}};
    for (unsigned i = 0; i < ISA_MOD_COUNT; i++)
        if (strlen(mod_text[i]) == n && !memcmp(mod_text[i], s, n))
            return (int)i;
    for (unsigned i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (strlen(aliases[i].alias) == n && !memcmp(aliases[i].alias, s, n))
            return (int)aliases[i].mod;
    return -1;
}

const char *isa_mod_text(unsigned index)
{
    return mod_text[index];
}
