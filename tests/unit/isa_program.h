/*
 * Random straight-line PTX programs for test_isa_random.c: generation and text.
 */
#ifndef LW_TESTS_ISA_PROGRAM_H
#define LW_TESTS_ISA_PROGRAM_H

#include "isa_rig.h"

#include "isa_values.h"

enum { H_REGS = 6, R_REGS = 10, D_REGS = 8, PREDS = 6, MOST_OPS = 256, MOST_LANES = 64 };
enum { END_SLOTS = H_REGS + R_REGS + D_REGS + PREDS, SLOTS = MOST_OPS + END_SLOTS };

/* Register files by width, as lanes see them. */
enum { W16, W32, W64, WIDTHS };
static const unsigned width_bits[WIDTHS] = {16, 32, 64};
static const unsigned width_regs[WIDTHS] = {H_REGS, R_REGS, D_REGS};
static const char width_name[] = "hrd";

static inline unsigned width_of(unsigned bits)
{
    return bits > 32 ? W64 : bits > 16 ? W32 : W16;
}

typedef struct src {
    bool imm;
    uint8_t width, reg, type;
    uint8_t form; /* of an immediate: hexadecimal, decimal, with a sign */
    uint64_t value;
} src_t;

typedef enum gen_kind {
    G_ALU,
    G_SELP,
    G_MOV,
    G_LANE,
    G_PACK,
    G_UNPACK,
    G_PLOGIC,
    G_CARRY
} gen_kind_t;

typedef struct gen_op {
    gen_kind_t kind;
    const isa_row_t *row;
    uint64_t mods;
    int8_t guard; /* predicate, -1: none */
    bool guard_not;
    uint8_t width, dst;
    uint8_t n; /* sources, or parts of a pack */
    src_t src[4];
    uint8_t part[4]; /* destinations of an unpack */
    int8_t p, q;     /* predicate destinations, -1: none; _ where there are two */
    bool pair;
    int8_t c, c2; /* predicate sources */
    bool c_not, c2_not;
    bool store; /* its destination is stored behind it */
    bool drop;  /* left out */
} gen_op_t;

typedef struct program {
    uint64_t seed;
    unsigned n, lanes, warp_size;
    const char *simd;
    gen_op_t op[MOST_OPS];
    uint64_t start[WIDTHS][R_REGS][MOST_LANES];
    uint64_t start_pred[PREDS];
    char text[64000];
    size_t text_n;
} program_t;

/* ---- generation ---- */

static inline src_t reg_source(rng_t *g, unsigned width)
{
    return (src_t){.width = (uint8_t)width, .reg = (uint8_t)rng_below(g, width_regs[width])};
}

/* A register wide enough for the type (cvt: or wider), or a constant. */
static inline src_t any_source(rng_t *g, unsigned type, char letter, bool relaxed)
{
    unsigned width = width_of(ref_bits(type));
    bool half = type == PT_F16 || type == PT_F16X2; /* no constants of these in PTX */
    if (!half && rng_percent(g, 20))
        return (src_t){.imm = true,
                       .type = (uint8_t)type,
                       .form = (uint8_t)rng_below(g, 3),
                       .value = ref_cut(value(g, type, letter), ref_bits(type))};
    if (relaxed && ptx_type_class(type) != 'f')
        width += rng_below(g, WIDTHS - width);
    return reg_source(g, width);
}

static const isa_row_t *special_row(rng_t *g, unsigned exec)
{
    unsigned n = 0, pick;
    for (unsigned i = isa_alu_row_count; i < isa_row_count; i++)
        n += isa_rows[i].exec == exec;
    pick = rng_below(g, n);
    for (unsigned i = isa_alu_row_count; i < isa_row_count; i++)
        if (isa_rows[i].exec == exec && !pick--)
            return &isa_rows[i];
    return NULL;
}

static inline bool is_group(const isa_row_t *row, const char *prefix)
{
    return !strncmp(row->name, prefix, strlen(prefix));
}

/* Conversions and comparisons are two thirds of the rows; here they are a third. */
static const isa_row_t *alu_row(rng_t *g)
{
    static const char *const groups[] = {"cvt.", "setp.", "set."};
    static uint8_t group[2048]; /* 1 + index in groups, of row 0 on; 0: others */
    static bool known;
    for (unsigned i = 0; i < isa_alu_row_count && !known; i++)
        for (unsigned k = 0; k < 3; k++)
            if (is_group(&isa_rows[i], groups[k]))
                group[i] = (uint8_t)(k + 1);
    known = true;
    uint32_t want = rng_below(g, 9), row;
    do
        row = rng_below(g, isa_alu_row_count);
    while (group[row] != (want < 3 ? want + 1 : 0));
    return &isa_rows[row];
}

static inline uint64_t some_mods(rng_t *g, const isa_row_t *row)
{
    static const uint64_t kinds[] = {ISA_M_ROUND | ISA_M_ROUNDI, ISA_M(FTZ), ISA_M(SAT),
                                     ISA_M_BOOL};
    uint64_t mods;
    do {
        mods = 0;
        for (unsigned k = 0; k < 4; k++) {
            unsigned n = (unsigned)__builtin_popcountll(kinds[k] & row->allow);
            uint32_t pick = rng_below(g, n + 1);
            for (unsigned m = 0; m < ISA_MOD_COUNT && pick; m++)
                if (kinds[k] & row->allow & (UINT64_C(1) << m) && !--pick)
                    mods |= UINT64_C(1) << m;
        }
    } while (!meaningful(row, mods));
    return mods;
}

static inline void pred_dests(rng_t *g, gen_op_t *o)
{
    uint32_t form = rng_below(g, 4); /* p|q, p, p|_, _|q */
    o->p = form == 3 ? -1 : (int8_t)rng_below(g, PREDS);
    o->q = -1;
    o->pair = form != 1;
    if (form == 0 || form == 3)
        do
            o->q = (int8_t)rng_below(g, PREDS);
        while (o->q == o->p);
}

static inline void gen_alu(rng_t *g, gen_op_t *o)
{
    o->kind = G_ALU;
    o->row = alu_row(g);
    o->mods = some_mods(g, o->row);
    bool relaxed = is_group(o->row, "cvt.");
    for (const char *f = o->row->fmt; *f; f++)
        if (strchr("acue", *f))
            o->src[o->n++] = any_source(g, letter_type(o->row, *f), *f, relaxed);
        else if (*f == 'l')
            o->src[o->n++] = (src_t){.imm = true,
                                     .type = PT_B32,
                                     .form = (uint8_t)rng_below(g, 2),
                                     .value = rng_below(g, 256)};
    if (o->mods & ISA_M_BOOL) {
        o->c = (int8_t)rng_below(g, PREDS);
        o->c_not = rng_percent(g, 30);
    }
    if (o->row->exec == EX_SETP) {
        pred_dests(g, o);
        return;
    }
    o->width = (uint8_t)width_of(dest_bits(o->row));
    if (relaxed && ptx_type_class(o->row->t) != 'f')
        o->width = (uint8_t)(o->width + rng_below(g, WIDTHS - o->width));
    /* A result with a permitted error is compared where it arises, and taken over. */
    o->store = ref_has(o->row, "approx") || ref_has(o->row, "full");
}

static inline void gen_mov(rng_t *g, gen_op_t *o)
{
    do
        o->row = special_row(g, EX_MOV);
    while (o->row->t == PT_PRED && rng_percent(g, 50));
    o->kind = G_MOV;
    if (o->row->t == PT_PRED) {
        o->p = (int8_t)rng_below(g, PREDS);
        o->c = rng_percent(g, 80) ? (int8_t)rng_below(g, PREDS) : -1;
        o->c_not = rng_percent(g, 50);
        return;
    }
    unsigned bits = ref_bits(o->row->t);
    o->width = (uint8_t)width_of(bits);
    o->n = 1;
    if (ptx_type_class(o->row->t) == 'b' && bits > 16 && rng_percent(g, 70)) {
        o->n = bits == 64 && rng_percent(g, 50) ? 4 : 2;
        unsigned part = width_of(bits / o->n);
        o->kind = rng_percent(g, 50) ? G_PACK : G_UNPACK;
        if (o->kind == G_PACK) {
            for (unsigned k = 0; k < o->n; k++)
                o->src[k] = reg_source(g, part);
        } else {
            o->src[0] = reg_source(g, o->width);
            for (unsigned k = 0; k < o->n; k++) /* different registers */
                o->part[k] = (uint8_t)((o->part[0] + k) % width_regs[part]);
        }
        return;
    }
    if (bits == 32 && ptx_type_class(o->row->t) != 'f' && rng_percent(g, 10)) {
        o->kind = G_LANE;
        o->n = 0;
        return;
    }
    o->src[0] = any_source(g, o->row->t, 'a', false);
}

static inline void gen_one(rng_t *g, gen_op_t *o)
{
    *o = (gen_op_t){.guard = -1, .p = -1, .q = -1, .c = -1, .c2 = -1};
    uint32_t pick = rng_below(g, 100);
    if (pick < 84) {
        gen_alu(g, o);
    } else if (pick < 90) {
        gen_mov(g, o);
    } else if (pick < 94) {
        o->kind = G_SELP;
        o->row = special_row(g, EX_SELP);
        o->width = (uint8_t)width_of(ref_bits(o->row->t));
        o->n = 2;
        o->src[0] = any_source(g, o->row->t, 'a', false);
        o->src[1] = any_source(g, o->row->t, 'a', false);
        o->c = (int8_t)rng_below(g, PREDS);
        o->c_not = rng_percent(g, 30);
    } else if (pick < 97) {
        o->kind = G_PLOGIC;
        o->row = special_row(g, EX_PLOGIC);
        o->p = (int8_t)rng_below(g, PREDS);
        o->c = (int8_t)rng_below(g, PREDS);
        o->c_not = rng_percent(g, 30);
        if (o->row->name[0] != 'n') {
            o->c2 = (int8_t)rng_below(g, PREDS);
            o->c2_not = rng_percent(g, 30);
        }
    } else {
        o->kind = G_CARRY;
        o->row = special_row(g, EX_CARRY);
        o->width = (uint8_t)width_of(ref_bits(o->row->t));
        o->n = o->row->name[0] == 'm' ? 3 : 2;
        for (unsigned k = 0; k < o->n; k++)
            o->src[k] = any_source(g, o->row->t, 'a', false);
    }
    o->dst = (uint8_t)rng_below(g, width_regs[o->width]);
    if (rng_percent(g, 30)) {
        o->guard = (int8_t)rng_below(g, PREDS);
        o->guard_not = rng_percent(g, 50);
    }
    bool has_dst = o->kind != G_PLOGIC && o->kind != G_UNPACK && o->p < 0 && o->q < 0;
    if (has_dst && rng_percent(g, 40))
        o->store = true;
}

static inline void generate(program_t *x, uint64_t seed)
{
    static const char *const simds[] = {"base", "avx2", "avx512"};
    rng_t g;
    rng_seed(&g, seed);
    x->seed = seed;
    x->n = 8 + rng_below(&g, MOST_OPS - 8);
    x->simd = simds[rng_below(&g, 3)];
    uint32_t shape = rng_below(&g, 4);
    x->lanes = shape < 2 ? 32 : shape == 2 ? 1 + rng_below(&g, 31) : 33 + rng_below(&g, 32);
    x->warp_size = rng_percent(&g, 50) ? 32 : 64;
    for (unsigned w = 0; w < WIDTHS; w++)
        for (unsigned k = 0; k < width_regs[w]; k++) {
            static const uint8_t types[WIDTHS][4] = {{PT_U16, PT_S16, PT_F16, PT_B16},
                                                     {PT_U32, PT_S32, PT_F32, PT_F16X2},
                                                     {PT_U64, PT_S64, PT_F64, PT_F64}};
            unsigned type = types[w][rng_below(&g, 4)];
            for (unsigned i = 0; i < x->lanes; i++)
                x->start[w][k][i] = ref_cut(value(&g, type, 'a'), width_bits[w]);
        }
    for (unsigned k = 0; k < PREDS; k++)
        x->start_pred[k] = rng_u64(&g);
    for (unsigned i = 0; i < x->n; i++)
        gen_one(&g, &x->op[i]);
}

/* ---- text ---- */

__attribute__((format(printf, 2, 3))) static inline void put(program_t *x, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(x->text + x->text_n, sizeof x->text - x->text_n, fmt, ap);
    va_end(ap);
    assert_true(n >= 0 && (size_t)n < sizeof x->text - x->text_n);
    x->text_n += (size_t)n;
}

static inline void put_source(program_t *x, const src_t *s)
{
    unsigned long long v = s->value;
    unsigned bits = ref_bits(s->type);
    char cls = ptx_type_class(s->type);
    if (!s->imm)
        put(x, "%%%c%u", width_name[s->width], s->reg);
    else if (cls == 'f')
        put(x, bits == 64 ? "0d%016llX" : "0f%08llX", v);
    else if (s->form == 0 || bits == 64)
        put(x, "0x%llx", v);
    else if (s->form == 1)
        put(x, "%llu", v);
    else
        put(x, "%lld", (long long)(v << (64 - bits)) >> (64 - bits));
}

static inline void put_pred_dest(program_t *x, const gen_op_t *o)
{
    if (o->p >= 0)
        put(x, "%%p%d", o->p);
    else
        put(x, "_");
    if (o->pair && o->q >= 0)
        put(x, "|%%p%d", o->q);
    else if (o->pair)
        put(x, "|_");
}

static inline void put_op(program_t *x, const gen_op_t *o)
{
    char name[64];
    if (o->guard >= 0)
        put(x, "@%s%%p%d ", o->guard_not ? "!" : "", o->guard);
    put(x, "%s ", strchr(o->row->name, '.') ? mnemonic(o->row, o->mods, name, sizeof name) : "");
    if (o->kind == G_UNPACK) {
        unsigned part = width_of(width_bits[o->width] / o->n);
        for (unsigned k = 0; k < o->n; k++)
            put(x, "%s%%%c%u", k ? ", " : "{", width_name[part], o->part[k]);
        put(x, "}, ");
    } else if (o->p >= 0 || o->q >= 0) {
        put_pred_dest(x, o);
        put(x, o->n || o->kind != G_ALU ? ", " : "");
    } else {
        put(x, "%%%c%u, ", width_name[o->width], o->dst);
    }
    if (o->kind == G_LANE)
        put(x, "%%tid.x");
    if (o->kind == G_MOV && o->p >= 0 && o->c < 0)
        put(x, "%d", o->c_not);
    put(x, o->kind == G_PACK ? "{" : "");
    unsigned n = o->kind == G_UNPACK ? 1 : o->n;
    for (unsigned k = 0; k < n; k++) {
        put(x, k ? ", " : "");
        put_source(x, &o->src[k]);
    }
    put(x, o->kind == G_PACK ? "}" : "");
    if (o->c >= 0)
        put(x, "%s%s%%p%d", n ? ", " : "", o->c_not ? "!" : "", o->c);
    if (o->c2 >= 0)
        put(x, ", %s%%p%d", o->c2_not ? "!" : "", o->c2);
    put(x, ";\n");
}

/* Slot s of a lane: in + (s * MOST_LANES + lane) * 8. */
static inline unsigned slot_at(unsigned s)
{
    return s * MOST_LANES * 8;
}

static inline void make_text(program_t *x)
{
    unsigned s = 0;
    x->text_n = 0;
    put(x,
        ".version 6.4\n.target sm_70\n.address_size 64\n"
        ".visible .entry k(.param .u64 i, .param .u64 o) {\n"
        ".reg .b16 %%h<%u>; .reg .b32 %%r<%u>; .reg .b64 %%d<%u>; .reg .pred %%p<%u>;\n"
        ".reg .b32 %%t; .reg .b64 %%in, %%out, %%at;\n"
        "mov.u32 %%t, %%tid.x; mul.wide.u32 %%at, %%t, 8;\n"
        "ld.param.u64 %%in, [i]; add.u64 %%in, %%in, %%at;\n"
        "ld.param.u64 %%out, [o]; add.u64 %%out, %%out, %%at;\n",
        H_REGS, R_REGS, D_REGS, PREDS);
    for (unsigned w = 0; w < WIDTHS; w++)
        for (unsigned k = 0; k < width_regs[w]; k++)
            put(x, "ld.global.b%u %%%c%u, [%%in+%u];\n", width_bits[w], width_name[w], k,
                slot_at(s++));
    for (unsigned k = 0; k < PREDS; k++)
        put(x, "ld.global.u32 %%t, [%%in+%u]; setp.ne.u32 %%p%u, %%t, 0;\n", slot_at(s++), k);
    s = 0;
    for (unsigned i = 0; i < x->n; i++) {
        const gen_op_t *o = &x->op[i];
        if (o->drop)
            continue;
        put_op(x, o);
        if (o->store)
            put(x, "st.global.b%u [%%out+%u], %%%c%u;\n", width_bits[o->width], slot_at(s++),
                width_name[o->width], o->dst);
    }
    for (unsigned w = 0; w < WIDTHS; w++)
        for (unsigned k = 0; k < width_regs[w]; k++)
            put(x, "st.global.b%u [%%out+%u], %%%c%u;\n", width_bits[w], slot_at(s++),
                width_name[w], k);
    for (unsigned k = 0; k < PREDS; k++)
        put(x, "selp.u32 %%t, 1, 0, %%p%u; st.global.u32 [%%out+%u], %%t;\n", k, slot_at(s++));
    put(x, "ret;\n}\n");
}

#endif
