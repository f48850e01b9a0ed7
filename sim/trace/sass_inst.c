#include "trace/sass_inst.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

/* What Accel-Sim's reader holds of an instruction. R255 is the zero register. */
enum { MAX_SOURCES = 4, REGISTERS = 255, MAX_ROW = 4 };

/* ---- Registers ----
 *
 * A line names one destination; a load of 8 or 16 bytes writes 2 or 4 registers from the one it
 * names. So the registers that such a load writes get numbers in a row, one that holds 64 bits
 * gets two. Where that does not work out, registers share a name.
 */

/* Registers in a row: what a load writes. */
typedef struct row {
    uint16_t reg[MAX_ROW];
    unsigned n, size; /* registers, and numbers they take */
    bool broken;      /* they share a name instead */
} row_t;

typedef struct names {
    uint16_t up[INST_MAX_REGS];  /* registers that share a name are a tree; its root is the name */
    uint8_t wide[INST_MAX_REGS]; /* numbers that loads of this register alone write; 0: none */
    uint16_t row_of[INST_MAX_REGS]; /* 1 + its row; 0: in none */
    uint8_t number[INST_MAX_REGS];  /* of a root */
    row_t row[INST_MAX_REGS];
    unsigned n_rows;
} names_t;

static unsigned root(const names_t *n, unsigned r)
{
    while (n->up[r] != r)
        r = n->up[r];
    return r;
}

static bool join(names_t *n, unsigned a, unsigned b)
{
    a = root(n, a);
    b = root(n, b);
    if (a == b)
        return false;
    unsigned to = a < b ? a : b, from = a < b ? b : a;
    n->up[from] = (uint16_t)to;
    n->wide[to] = n->wide[to] > n->wide[from] ? n->wide[to] : n->wide[from];
    return true;
}

static bool has(const inst_regset_t *s, unsigned r)
{
    return s->w[r / 64] >> (r % 64) & 1;
}

/* Distinct names of the registers in set but not in but (NULL: none), ascending by first register;
 * returns how many. */
static unsigned list(const names_t *n, const inst_regset_t *set, const inst_regset_t *but,
                     uint16_t out[INST_MAX_REGS])
{
    unsigned count = 0;
    for (unsigned r = 0; r < INST_MAX_REGS; r++) {
        if (!has(set, r) || (but && has(but, r)))
            continue;
        uint16_t name = (uint16_t)root(n, r);
        unsigned k = 0;
        while (k < count && out[k] != name)
            k++;
        if (k == count)
            out[count++] = name;
    }
    return count;
}

/* The row that holds exactly these c names and is whole; NULL: none. */
static row_t *row_of(names_t *n, const uint16_t *reg, unsigned c)
{
    row_t *row = n->row_of[reg[0]] ? &n->row[n->row_of[reg[0]] - 1] : NULL;
    if (!row || row->broken || row->n != c || memcmp(row->reg, reg, c * sizeof *reg) != 0)
        return NULL;
    return row;
}

/* A load writes several registers: they make a row, unless one is in another. */
static void add_row(names_t *n, const uint16_t *reg, unsigned c, unsigned size)
{
    bool taken = false;
    row_t *same = row_of(n, reg, c);
    if (same) {
        same->size = size > same->size ? size : same->size;
        return;
    }
    for (unsigned k = 0; k < c; k++) {
        uint16_t old = n->row_of[reg[k]];
        taken = taken || old;
        if (old)
            n->row[old - 1].broken = true;
    }
    if (taken)
        return; /* merge() lets them share a name */
    row_t *row = &n->row[n->n_rows++];
    *row = (row_t){.n = c, .size = size};
    for (unsigned k = 0; k < c; k++) {
        row->reg[k] = reg[k];
        n->row_of[reg[k]] = (uint16_t)n->n_rows;
    }
}

static bool is_load(const inst_t *x)
{
    return x->unit == INST_UNIT_LDST && x->kind == INST_LOAD;
}

static void find_rows(names_t *n, const front_t *f)
{
    uint16_t reg[INST_MAX_REGS];
    for (uint32_t i = 0; i < f->n_inst; i++) {
        unsigned size = f->inst[i].width / 4u, c = list(n, &f->inst[i].dst, NULL, reg);
        if (is_load(&f->inst[i]) && c > 1 && c <= size && size <= MAX_ROW)
            add_row(n, reg, c, size);
    }
}

/* Names that loads of 8 or 16 bytes write alone take so many numbers. */
static bool widen(names_t *n, const inst_t *x)
{
    uint16_t reg[INST_MAX_REGS];
    unsigned size = x->width / 4u;
    if (!is_load(x) || size < 2 || list(n, &x->dst, NULL, reg) != 1 || n->wide[reg[0]] >= size)
        return false;
    n->wide[reg[0]] = (uint8_t)size;
    return true;
}

/* Rows whose registers got names of other sizes, or shared ones, are given up. */
static bool check_rows(names_t *n)
{
    bool changed = false;
    for (unsigned k = 0; k < n->n_rows; k++) {
        row_t *row = &n->row[k];
        for (unsigned m = 0; m < row->n && !row->broken; m++) {
            unsigned r = row->reg[m];
            row->broken = n->wide[r] > 1 || root(n, r) != r;
            for (unsigned o = 0; o < INST_MAX_REGS && !row->broken; o++)
                row->broken = o != r && root(n, o) == r;
            changed = changed || row->broken;
        }
    }
    return changed;
}

/* Registers written together, but for rows, become one, and of more than four read the last: a
 * name too few makes a warp wait needlessly, a dependence too few would make it faster than the
 * program is. How many lost their name. */
static unsigned merge(names_t *n, const inst_t *x)
{
    uint16_t reg[INST_MAX_REGS];
    unsigned lost = 0, c = list(n, &x->dst, NULL, reg);
    if (c > 1 && !(is_load(x) && row_of(n, reg, c)))
        for (; c > 1; c--)
            lost += join(n, reg[0], reg[c - 1]);
    for (c = list(n, &x->use, &x->dst, reg); c > MAX_SOURCES; c--)
        lost += join(n, reg[MAX_SOURCES - 1], reg[c - 1]);
    return lost;
}

static void name_all(names_t *n, const front_t *f, sass_loss_t *loss)
{
    for (unsigned r = 0; r < INST_MAX_REGS; r++)
        n->up[r] = (uint16_t)r;
    find_rows(n, f);
    for (bool again = true; again;) {
        again = check_rows(n);
        for (uint32_t i = 0; i < f->n_inst; i++) {
            unsigned lost = merge(n, &f->inst[i]);
            loss->merged += lost;
            again = widen(n, &f->inst[i]) || lost || again;
        }
    }
}

/* Numbers in order of the registers; when there are too few for wide ones, one each, and at last
 * several names a number. */
static void number(names_t *n, const front_t *f, sass_loss_t *loss)
{
    bool used[INST_MAX_REGS] = {false};
    for (uint32_t i = 0; i < f->n_inst; i++)
        for (unsigned r = 0; r < INST_MAX_REGS; r++)
            if (has(&f->inst[i].use, r) || has(&f->inst[i].dst, r))
                used[root(n, r)] = true;
    for (unsigned narrow = 0; narrow < 2; narrow++) {
        unsigned next = 0, shared = 0;
        for (unsigned r = 0; r < INST_MAX_REGS; r++) {
            const row_t *row = n->row_of[r] ? &n->row[n->row_of[r] - 1] : NULL;
            if (row && row->broken)
                row = NULL;
            if (!used[r] || (row && row->reg[0] != r))
                continue;
            unsigned count = row ? row->n : 1, size = row ? row->size : n->wide[r] ? n->wide[r] : 1;
            for (unsigned k = 0; k < count; k++)
                n->number[row ? row->reg[k] : r] = (uint8_t)((next + k) % REGISTERS);
            shared += next >= REGISTERS;
            next += narrow ? count : size;
        }
        loss->shared += narrow ? shared : 0;
        if (next <= REGISTERS)
            return;
    }
}

/* ---- Opcodes ---- */

static const char *width_text(const inst_t *x)
{
    switch (x->width) {
    case 1:
        return ".U8";
    case 2:
        return ".U16";
    case 4:
        return "";
    case 8:
        return ".64";
    case 16:
        return ".128";
    default:
        return NULL;
    }
}

/* By kind (load, store, atomic, reduce) and space; NULL: SASS has none. A shared reduction is an
 * atomic whose result nobody waits for. */
static const char *memory_text(const inst_t *x)
{
    static const char *const text[4][INST_SPACE_TEXTURE + 1] = {
        {[INST_SPACE_GLOBAL] = "LDG.E",
         [INST_SPACE_LOCAL] = "LDL",
         [INST_SPACE_SHARED] = "LDS",
         [INST_SPACE_CONST] = "LDC",
         [INST_SPACE_PARAM] = "LDC",
         [INST_SPACE_GENERIC] = "LD.E"},
        {[INST_SPACE_GLOBAL] = "STG.E",
         [INST_SPACE_LOCAL] = "STL",
         [INST_SPACE_SHARED] = "STS",
         [INST_SPACE_GENERIC] = "ST.E"},
        {[INST_SPACE_GLOBAL] = "ATOMG.E.ADD",
         [INST_SPACE_SHARED] = "ATOMS.ADD",
         [INST_SPACE_GENERIC] = "ATOM.E.ADD"},
        {[INST_SPACE_GLOBAL] = "RED.E.ADD",
         [INST_SPACE_SHARED] = "ATOMS.ADD",
         [INST_SPACE_GENERIC] = "ATOM.E.ADD"},
    };
    return x->kind >= INST_LOAD && x->kind <= INST_REDUCE ? text[x->kind - INST_LOAD][x->space]
                                                          : NULL;
}

static int opcode(const inst_t *x, unsigned sources, const char *kernel, char *out, size_t size,
                  diag_t *d)
{
    const char *name = "NOP", *width = "", *more = "";
    switch (x->unit) {
    case INST_UNIT_SP:
        name = sources > 2 ? "FFMA" : "IADD";
        break;
    case INST_UNIT_SFU:
        name = "MUFU.RCP";
        break;
    case INST_UNIT_DP:
        name = "DFMA";
        break;
    case INST_UNIT_LDST:
        name = memory_text(x);
        width = width_text(x);
        more = x->kind != INST_LOAD || !x->cache_op ? ""
               : x->cache_op == 1                   ? ".STRONG.GPU"
                                                    : ".STRONG.SYS";
        break;
    default:
        name = x->kind == INST_BRANCH    ? "BRA"
               : x->kind == INST_EXIT    ? "EXIT"
               : x->kind == INST_BARRIER ? "BAR.SYNC"
               : x->kind == INST_FENCE   ? "MEMBAR.SC.GPU"
                                         : "NOP";
    }
    if (!name || !width)
        return diag_at(
            d, kernel, 0, 0,
            "instruction 0x%x, an access of %u bytes, has no like in SASS; expected 1, 2, "
            "4, 8 or 16 bytes, no atomics of local or constant memory, no textures",
            x->pc, x->width);
    snprintf(out, size, "%s%s%s", name, width, more);
    return 0;
}

static void count_loss(const inst_t *x, sass_loss_t *loss)
{
    loss->intervals += x->initiation > 1;
    loss->uncached += x->unit == INST_UNIT_LDST && x->kind != INST_LOAD && x->cache_op;
}

static int describe(const front_t *f, const names_t *n, const inst_t *x, sass_inst_t *out,
                    diag_t *d)
{
    uint16_t dst[INST_MAX_REGS], src[INST_MAX_REGS];
    char op[40];
    unsigned n_dst = list(n, &x->dst, NULL, dst), n_src = list(n, &x->use, &x->dst, src);
    int rc = opcode(x, n_src, f->kernel, op, sizeof op, d);
    if (rc)
        return rc;
    out->has_addresses =
        x->unit == INST_UNIT_LDST && x->space != INST_SPACE_CONST && x->space != INST_SPACE_PARAM;
    snprintf(out->head, sizeof out->head, "%04x ", x->pc);
    size_t room = sizeof out->tail;
    int at = n_dst ? snprintf(out->tail, room, " 1 R%u %s %u", n->number[dst[0]], op, n_src)
                   : snprintf(out->tail, room, " 0 %s %u", op, n_src);
    for (unsigned k = 0; k < n_src; k++)
        at += snprintf(out->tail + at, room - (size_t)at, " R%u", n->number[src[k]]);
    if (out->has_addresses)
        snprintf(out->tail + at, room - (size_t)at, " %u ", x->width);
    else
        snprintf(out->tail + at, room - (size_t)at, " 0 ");
    return 0;
}

sass_inst_t *sass_program(const front_t *f, sass_loss_t *loss, diag_t *d)
{
    sass_inst_t *p = calloc(f->n_inst ? f->n_inst : 1, sizeof *p);
    names_t *n = calloc(1, sizeof *n);
    int rc = p && n ? 0 : diag_at(d, f->kernel, 0, 0, "out of memory");
    if (!rc) {
        name_all(n, f, loss);
        number(n, f, loss);
    }
    for (uint32_t i = 0; !rc && i < f->n_inst; i++) {
        rc = describe(f, n, &f->inst[i], &p[i], d);
        count_loss(&f->inst[i], loss);
    }
    free(n);
    if (!rc)
        return p;
    free(p);
    return NULL;
}
