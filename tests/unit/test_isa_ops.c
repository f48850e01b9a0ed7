/*
 * Every row with a vector handler: a kernel is generated for the row and each set of its
 * modifiers, run on special and random values, whole and under a guard, in warps of 32 and 64, by
 * the handlers of each instruction set, and compared with isa_ref.h. A row without a reference
 * fails.
 */
#include "isa_rig.h"

#include "isa_ref.h"
#include "isa_values.h"

#define BLOCK 80u /* the last warp is partly filled */
#define GRID  4u
#define N     (BLOCK * GRID)

static const char *const simds[] = {"base", "avx2", "avx512"};

typedef struct text {
    char s[6000];
    size_t n;
} text_t;

static void put(text_t *x, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(x->s + x->n, sizeof x->s - x->n, fmt, ap);
    va_end(ap);
    assert_true(n >= 0 && (size_t)n < sizeof x->s - x->n);
    x->n += (size_t)n;
}

/* k(in0, in1, in2, in3, predicate, out, p, q): 8 bytes a thread each. */
static void make_kernel(text_t *x, const isa_row_t *row, uint64_t mods, unsigned table,
                        bool guarded)
{
    unsigned dest = dest_bits(row), n = 0;
    bool combined = (mods & ISA_M_BOOL) != 0;
    x->n = 0;
    put(x,
        RIG_HEAD ".entry k(.param .u64 i0, .param .u64 i1, .param .u64 i2, .param .u64 i3,\n"
                 ".param .u64 ip, .param .u64 o, .param .u64 op, .param .u64 oq) {\n"
                 ".reg .b32 %%r<9>; .reg .b64 %%d<9>; .reg .pred %%p<9>;\n"
                 "mov.u32 %%r0, %%tid.x; mov.u32 %%r1, %%ctaid.x;\n"
                 "mad.lo.u32 %%r0, %%r1, %u, %%r0; mul.wide.u32 %%d0, %%r0, 8;\n"
                 "and.b32 %%r2, %%r0, 3; setp.ne.u32 %%p0, %%r2, 0;\n"
                 "and.b32 %%r3, %%r0, 1; setp.ne.u32 %%p1, %%r3, 0; setp.eq.u32 %%p2, %%r3, 0;\n"
                 "ld.param.u64 %%d1, [ip]; add.u64 %%d1, %%d1, %%d0;\n"
                 "ld.global.u32 %%r4, [%%d1]; setp.ne.u32 %%p3, %%r4, 0;\n",
        BLOCK);
    if (dest)
        put(x, ".reg .b%u %%dst; mov.b%u %%dst, 0x5a5a;\n", dest, dest);
    for (const char *c = row->fmt; *c; c++)
        if (strchr("acue", *c)) {
            unsigned bits = reg_bits(letter_type(row, *c));
            put(x,
                ".reg .b%u %%a%u; ld.param.u64 %%d1, [i%u]; add.u64 %%d1, %%d1, %%d0;\n"
                "ld.global.b%u %%a%u, [%%d1];\n",
                bits, n, n, bits, n);
            n++;
        }
    put(x, guarded ? "@%%p0 " : "");
    char name[64];
    put(x, "%s ", mnemonic(row, mods, name, sizeof name));
    n = 0;
    bool first = true;
    for (const char *c = row->fmt; *c; c++) {
        if (*c == '?')
            continue;
        if (*c == 'p' && !combined)
            continue;
        put(x, first ? "" : ", ");
        first = false;
        if (strchr("dwi", *c))
            put(x, "%%dst");
        else if (*c == 'q')
            put(x, "%%p1|%%p2");
        else if (*c == 'p')
            put(x, "%%p3");
        else if (*c == 'l')
            put(x, "%u", table);
        else
            put(x, "%%a%u", n++);
    }
    put(x, ";\n");
    if (dest)
        put(x,
            "ld.param.u64 %%d1, [o]; add.u64 %%d1, %%d1, %%d0;\n"
            "st.global.b%u [%%d1], %%dst;\n",
            dest);
    put(x, "selp.u32 %%r5, 1, 0, %%p1; selp.u32 %%r6, 1, 0, %%p2;\n"
           "ld.param.u64 %%d1, [op]; add.u64 %%d1, %%d1, %%d0; st.global.u32 [%%d1], %%r5;\n"
           "ld.param.u64 %%d1, [oq]; add.u64 %%d1, %%d1, %%d0; st.global.u32 [%%d1], %%r6;\n"
           "ret; }\n");
}

typedef struct trial {
    const isa_row_t *row;
    uint64_t mods;
    unsigned table;
    uint64_t in[4][N];
    uint32_t pred[N];
} trial_t;

static void compare(const trial_t *t, const rig_t *r, const uint64_t addr[8], bool guarded)
{
    const uint64_t *out = rig_host(r, addr[5]), *p = rig_host(r, addr[6]),
                   *q = rig_host(r, addr[7]);
    for (uint32_t i = 0; i < N; i++) {
        ref_t ref = {.row = t->row, .mods = t->mods, .c = t->pred[i] != 0};
        for (unsigned k = 0; k < 4; k++)
            ref.in[k] = t->in[k][i];
        if (!ref_eval(&ref))
            fail_msg("%s: no reference", t->row->name);
        bool effect = !guarded || (i & 3) != 0;
        unsigned dest = dest_bits(t->row), bits = ref.bits;
        if (dest) {
            uint64_t want = ref.out;
            if (bits < dest && ptx_type_class(t->row->t) == 's' && want >> (bits - 1) & 1)
                want |= ref_cut(~UINT64_C(0), dest) & ~ref_cut(~UINT64_C(0), bits);
            bool ok = !effect        ? out[i] == 0x5a5a
                      : bits == dest ? close_enough(&ref, out[i])
                                     : out[i] == want;
            if (!ok)
                fail_msg("%s mods 0x%llx %s thread %u (%llx, %llx, %llx, %llx) gives %llx, "
                         "expected %llx",
                         t->row->name, (unsigned long long)t->mods, r->simd, i,
                         (unsigned long long)t->in[0][i], (unsigned long long)t->in[1][i],
                         (unsigned long long)t->in[2][i], (unsigned long long)t->in[3][i],
                         (unsigned long long)out[i], (unsigned long long)(effect ? want : 0x5a5a));
        } else {
            bool wp = effect ? ref.p : i & 1, wq = effect ? ref.q : !(i & 1);
            if (p[i] != wp || q[i] != wq)
                fail_msg("%s mods 0x%llx %s thread %u (%llx, %llx) gives %llu|%llu", t->row->name,
                         (unsigned long long)t->mods, r->simd, i, (unsigned long long)t->in[0][i],
                         (unsigned long long)t->in[1][i], (unsigned long long)p[i],
                         (unsigned long long)q[i]);
        }
    }
}

static void run_trial(const trial_t *t, bool guarded)
{
    text_t x;
    make_kernel(&x, t->row, t->mods, t->table, guarded);
    rig_t r;
    rig_open(&r, t->row->name, x.s);
    uint64_t addr[8];
    for (unsigned k = 0; k < 8; k++)
        addr[k] = rig_alloc(&r, N * 8);
    for (unsigned k = 0; k < 4; k++)
        memcpy(rig_host(&r, addr[k]), t->in[k], sizeof t->in[k]);
    for (uint32_t i = 0; i < N; i++)
        ((uint64_t *)rig_host(&r, addr[4]))[i] = t->pred[i];
    unsigned done = 0;
    for (unsigned s = 0; s < 3; s++)
        for (uint32_t lanes = 32; lanes <= 64; lanes += 32) {
            r.simd = simds[s];
            r.warp_size = lanes;
            memset(rig_host(&r, addr[5]), 0, N * 8);
            int e = rig_run(&r, "k", GRID, BLOCK, addr, 8);
            if (e == -1 && strstr(r.d.text, "no handlers"))
                continue;
            if (e)
                fail_msg("%s", r.d.text);
            compare(t, &r, addr, guarded);
            done++;
        }
    assert_true(done >= 2);
    rig_close(&r);
}

/* Every set of modifiers the row allows, one of each kind. */
static void each_mods(const isa_row_t *row, void (*body)(const isa_row_t *, uint64_t, rng_t *),
                      rng_t *g)
{
    static const uint64_t kinds[] = {ISA_M_ROUND | ISA_M_ROUNDI, ISA_M(FTZ), ISA_M(SAT),
                                     ISA_M_BOOL};
    uint64_t sets[64] = {0};
    unsigned n = 1;
    for (unsigned k = 0; k < 4; k++) {
        unsigned have = n;
        for (unsigned m = 0; m < ISA_MOD_COUNT; m++)
            if (kinds[k] & row->allow & (UINT64_C(1) << m))
                for (unsigned s = 0; s < have; s++)
                    sets[n++] = sets[s] | UINT64_C(1) << m;
        assert_true(n <= 64);
    }
    unsigned used = 0;
    for (unsigned s = 0; s < n; s++)
        if (meaningful(row, sets[s])) {
            for (unsigned tables = strchr(row->fmt, 'l') ? 40 : 1; tables; tables--)
                body(row, sets[s], g);
            used++;
        }
    assert_true(used > 0);
}

static void one_set(const isa_row_t *row, uint64_t mods, rng_t *g)
{
    static trial_t t;
    memset(&t, 0, sizeof t);
    t.row = row;
    t.mods = mods;
    unsigned k = 0;
    for (const char *c = row->fmt; *c; c++)
        if (*c == 'l') {
            t.table = rng_below(g, 256);
            for (uint32_t i = 0; i < N; i++)
                t.in[k][i] = t.table;
        } else if (strchr("acue", *c)) {
            unsigned type = letter_type(row, *c);
            for (uint32_t i = 0; i < N; i++) {
                t.in[k][i] = ref_cut(value(g, type, *c), reg_bits(type));
                if (k && !rng_below(g, 6) && type == row->t)
                    t.in[k][i] = t.in[0][i]; /* equal operands */
            }
            k++;
        }
    for (uint32_t i = 0; i < N; i++)
        t.pred[i] = rng_below(g, 2);
    run_trial(&t, false);
    run_trial(&t, true);
}

/* Rows first, first + 1, ... of those whose name begins so. */
static unsigned rows_named(const char *prefix, bool others, uint64_t seed)
{
    static const char *const groups[] = {"cvt.", "setp.", "set.", NULL};
    rng_t g;
    rng_seed(&g, seed);
    unsigned n = 0;
    for (unsigned i = 0; i < isa_alu_row_count; i++) {
        const isa_row_t *row = &isa_rows[i];
        bool grouped = false;
        for (unsigned k = 0; groups[k]; k++)
            grouped |= !strncmp(row->name, groups[k], strlen(groups[k]));
        if (others ? grouped : strncmp(row->name, prefix, strlen(prefix)) != 0)
            continue;
        each_mods(row, one_set, &g);
        n++;
    }
    return n;
}

static unsigned covered;

static void isa_400_conversions(void **state)
{
    (void)state;
    unsigned n = rows_named("cvt.", false, 1);
    assert_int_equal(n, 11 * 11);
    covered += n;
}

static void isa_401_comparisons_to_predicates(void **state)
{
    (void)state;
    unsigned n = rows_named("setp.", false, 2);
    assert_int_equal(n, 6 * 6 + 2 * 3 + 4 * 3 + 14 * 3);
    covered += n;
}

static void isa_402_comparisons_to_registers(void **state)
{
    (void)state;
    unsigned n = rows_named("set.", false, 3);
    assert_int_equal(n, 3 * (6 * 6 + 2 * 3 + 4 * 3 + 14 * 3) + 14 * 6);
    covered += n;
}

static void isa_403_arithmetic_logic_and_functions(void **state)
{
    (void)state;
    covered += rows_named("", true, 4);
}

static void isa_404_every_row_was_run(void **state)
{
    (void)state;
    assert_int_equal(covered, isa_alu_row_count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_400_conversions),
        cmocka_unit_test(isa_401_comparisons_to_predicates),
        cmocka_unit_test(isa_402_comparisons_to_registers),
        cmocka_unit_test(isa_403_arithmetic_logic_and_functions),
        cmocka_unit_test(isa_404_every_row_was_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
