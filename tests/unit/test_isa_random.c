/*
 * Random straight-line programs against an evaluation in C that shares no code with sim/isa
 * (isa_ref.h): every row with a vector handler, with every modifier, moves, selections, predicate
 * logic and carries; registers, immediates and special values as operands; guards. A million
 * instructions; a tenth of them in unoptimized and sanitized builds.
 *
 * A program that differs is cut down to the fewest instructions that still differ and printed with
 * its seed. LW_ISA_SEED=n runs program n alone, LW_ISA_INSTS=n sets how many instructions to run.
 */
#include "isa_program.h"

#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define INSTS 1000000u
#else
#define INSTS 100000u
#endif

/* ---- the machine ---- */

static bool run_program(program_t *x, uint64_t out[SLOTS][MOST_LANES])
{
    rig_t r;
    make_text(x);
    rig_open(&r, "random.ptx", x->text);
    uint64_t addr[2] = {rig_alloc(&r, END_SLOTS * MOST_LANES * 8),
                        rig_alloc(&r, SLOTS * MOST_LANES * 8)};
    uint64_t(*in)[MOST_LANES] = rig_host(&r, addr[0]);
    unsigned s = 0;
    for (unsigned w = 0; w < WIDTHS; w++)
        for (unsigned k = 0; k < width_regs[w]; k++)
            memcpy(in[s++], x->start[w][k], sizeof in[0]);
    for (unsigned k = 0; k < PREDS; k++, s++)
        for (unsigned i = 0; i < MOST_LANES; i++)
            in[s][i] = x->start_pred[k] >> i & 1;
    r.simd = x->simd;
    r.warp_size = x->warp_size;
    int e = rig_run(&r, "k", 1, x->lanes, addr, 2);
    bool here = !(e == -1 && strstr(r.d.text, "no handlers"));
    if (here && e)
        fail_msg("seed %llu: %s", (unsigned long long)x->seed, r.d.text);
    memcpy(out, rig_host(&r, addr[1]), SLOTS * MOST_LANES * 8);
    rig_close(&r);
    return here;
}

/* ---- the evaluation in C ---- */

typedef struct eval {
    uint64_t reg[WIDTHS][R_REGS][MOST_LANES];
    uint64_t pred[PREDS], cc;
    const isa_row_t *damaged; /* a row whose results are falsified, to try the test itself */
    char why[300];
} eval_t;

static uint64_t source_value(const eval_t *e, const src_t *s, unsigned lane)
{
    return s->imm ? s->value : e->reg[s->width][s->reg][lane];
}

static bool pred_value(const eval_t *e, int p, bool negated, unsigned lane)
{
    return (p >= 0 && e->pred[p] >> lane & 1) != negated;
}

static void set_pred(eval_t *e, int p, unsigned lane, bool v)
{
    if (p >= 0)
        e->pred[p] = (e->pred[p] & ~(UINT64_C(1) << lane)) | (uint64_t)v << lane;
}

/* a +- b +- the condition code, with a the product where the row multiplies. */
static uint64_t eval_carry(eval_t *e, const gen_op_t *o, unsigned lane, const uint64_t in[4])
{
    const char *name = o->row->name;
    unsigned t = o->row->t, bits = ref_bits(t);
    bool mad = name[0] == 'm', sub = name[0] == 's', reads = name[3] == 'c';
    bool flag = reads && (e->cc >> lane & 1), over;
    uint64_t a = ref_cut(in[0], bits), b = ref_cut(in[1], bits);
    if (mad) {
        i128 product = (i128)((u128)ref_int(in[0], t) * (u128)ref_int(in[1], t));
        a = ref_cut((uint64_t)(u128)(strstr(name, ".hi") ? product >> bits : product), bits);
        b = ref_cut(in[2], bits);
    }
    uint64_t sum;
    if (sub) {
        sum = a - b - flag;
        over = a < b || (a == b && flag);
    } else {
        sum = a + b + flag;
        u128 whole = (u128)a + b + flag;
        over = whole >> bits != 0;
    }
    if (strstr(name, ".cc"))
        e->cc = (e->cc & ~(UINT64_C(1) << lane)) | (uint64_t)over << lane;
    return ref_cut(sum, bits);
}

static void eval_unpack(eval_t *e, const gen_op_t *o, unsigned lane)
{
    unsigned bits = width_bits[o->width] / o->n, part = width_of(bits);
    uint64_t v = source_value(e, &o->src[0], lane);
    for (unsigned k = 0; k < o->n; k++)
        e->reg[part][o->part[k]][lane] = ref_cut(v >> (bits * k), bits);
}

/* One instruction in one lane; got: what the machine stored for it, if it did. */
static bool eval_lane(eval_t *e, const gen_op_t *o, unsigned lane, const uint64_t *got)
{
    ref_t r = {.row = o->row, .mods = o->mods, .c = pred_value(e, o->c, o->c_not, lane)};
    unsigned bits = width_bits[o->width];
    uint64_t v = 0;
    if (o->guard >= 0 && !pred_value(e, o->guard, o->guard_not, lane))
        return true;
    for (unsigned k = 0; k < o->n && o->kind != G_UNPACK; k++)
        r.in[k] = source_value(e, &o->src[k], lane);
    switch (o->kind) {
    case G_ALU:
        if (!ref_eval(&r)) {
            snprintf(e->why, sizeof e->why, "%s: no reference", o->row->name);
            return false;
        }
        if (!r.bits) { /* both are known before either is written */
            bool wrong = o->row == e->damaged;
            set_pred(e, o->p, lane, r.p != wrong);
            set_pred(e, o->q, lane, r.q != wrong);
            return true;
        }
        v = r.out;
        if (r.bits < bits && ptx_type_class(o->row->t) == 's' && v >> (r.bits - 1) & 1)
            v |= ~ref_cut(~UINT64_C(0), r.bits);
        if (r.ulps > 0) {
            uint64_t machine = ref_cut(*got, bits);
            v = close_enough(&r, machine) ? machine : v;
        }
        break;
    case G_SELP:
        v = r.c ? r.in[0] : r.in[1];
        break;
    case G_MOV:
        if (o->p >= 0) {
            set_pred(e, o->p, lane, o->c < 0 ? o->c_not : r.c);
            return true;
        }
        v = r.in[0];
        break;
    case G_LANE:
        v = lane;
        break;
    case G_PACK:
        for (unsigned k = 0; k < o->n; k++)
            v |= r.in[k] << (bits / o->n * k);
        break;
    case G_UNPACK:
        eval_unpack(e, o, lane);
        return true;
    case G_PLOGIC: {
        bool a = r.c, b = pred_value(e, o->c2, o->c2_not, lane);
        char op = o->row->name[0];
        set_pred(e, o->p, lane, op == 'n' ? !a : op == 'a' ? a && b : op == 'o' ? a || b : a != b);
        return true;
    }
    case G_CARRY:
        v = eval_carry(e, o, lane, r.in);
        break;
    }
    e->reg[o->width][o->dst][lane] = ref_cut(v ^ (o->row == e->damaged), bits);
    return true;
}

static bool differs(eval_t *e, const char *what, unsigned i, unsigned lane, uint64_t got,
                    uint64_t want)
{
    if (got == want)
        return false;
    snprintf(e->why, sizeof e->why, "%s%u, lane %u: %llx, expected %llx", what, i, lane,
             (unsigned long long)got, (unsigned long long)want);
    return true;
}

/* Whether the machine's stores are those of the evaluation; e->why says what is not. */
static bool agrees(const program_t *x, uint64_t out[SLOTS][MOST_LANES], const isa_row_t *damaged,
                   eval_t *e)
{
    static const char *const names[WIDTHS] = {"at the end %h", "at the end %r", "at the end %d"};
    unsigned s = 0;
    memset(e, 0, sizeof *e);
    e->damaged = damaged;
    memcpy(e->reg, x->start, sizeof e->reg);
    memcpy(e->pred, x->start_pred, sizeof e->pred);
    for (unsigned i = 0; i < x->n; i++) {
        const gen_op_t *o = &x->op[i];
        if (o->drop)
            continue;
        for (unsigned lane = 0; lane < x->lanes; lane++) {
            if (!eval_lane(e, o, lane, o->store ? &out[s][lane] : NULL))
                return false;
            if (o->store &&
                differs(e, "instruction ", i, lane, ref_cut(out[s][lane], width_bits[o->width]),
                        e->reg[o->width][o->dst][lane]))
                return false;
        }
        s += o->store;
    }
    for (unsigned w = 0; w < WIDTHS; w++)
        for (unsigned k = 0; k < width_regs[w]; k++, s++)
            for (unsigned lane = 0; lane < x->lanes; lane++)
                if (differs(e, names[w], k, lane, out[s][lane], e->reg[w][k][lane]))
                    return false;
    for (unsigned k = 0; k < PREDS; k++, s++)
        for (unsigned lane = 0; lane < x->lanes; lane++)
            if (differs(e, "at the end %p", k, lane, out[s][lane], e->pred[k] >> lane & 1))
                return false;
    return true;
}

/* ---- shrinking ---- */

static bool run_and_compare(program_t *x, const isa_row_t *damaged, eval_t *e)
{
    static uint64_t out[SLOTS][MOST_LANES];
    return !run_program(x, out) || agrees(x, out, damaged, e);
}

/* Leaves out whatever the difference does not need; returns how many instructions stay. */
static unsigned shrink(program_t *x, const isa_row_t *damaged, eval_t *e)
{
    bool less = true;
    while (less) {
        less = false;
        for (unsigned size = x->n / 2; size; size /= 2)
            for (unsigned at = 0; at + size <= x->n; at += size) {
                bool was[MOST_OPS], any = false;
                for (unsigned i = at; i < at + size; i++) {
                    was[i] = x->op[i].drop;
                    any |= !was[i];
                    x->op[i].drop = true;
                }
                if (any && !run_and_compare(x, damaged, e)) {
                    less = true;
                    continue;
                }
                for (unsigned i = at; i < at + size; i++)
                    x->op[i].drop = was[i];
            }
    }
    for (unsigned i = 0; i < x->n; i++) /* stores that nobody needs, too */
        if (!x->op[i].drop && x->op[i].store && !ref_has(x->op[i].row, "approx") &&
            !ref_has(x->op[i].row, "full")) {
            x->op[i].store = false;
            if (run_and_compare(x, damaged, e))
                x->op[i].store = true;
        }
    unsigned left = 0;
    for (unsigned i = 0; i < x->n; i++)
        left += !x->op[i].drop;
    assert_false(run_and_compare(x, damaged, e)); /* text and message of what is left */
    return left;
}

/* ---- tests ---- */

static program_t program;
static eval_t eval;

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *s = getenv(name);
    return s ? strtoull(s, NULL, 0) : otherwise;
}

static void isa_800_random_programs_compute_what_c_computes(void **state)
{
    (void)state;
    static unsigned met[2048];
    uint64_t one = number_from("LW_ISA_SEED", 0), insts = number_from("LW_ISA_INSTS", INSTS);
    uint64_t done = 0, seed = one ? one : 1;
    unsigned skipped = 0;
    for (; done < insts; seed++) {
        static uint64_t out[SLOTS][MOST_LANES];
        generate(&program, seed);
        if (!run_program(&program, out)) { /* not on this machine: another instruction set */
            skipped++;
            program.simd = "base";
            assert_true(run_program(&program, out));
        }
        if (!agrees(&program, out, NULL, &eval)) {
            unsigned left = shrink(&program, NULL, &eval);
            fputs(program.text, stderr);
            fail_msg("seed %llu (%s, warps of %u, %u threads), %u of %u instructions left: %s",
                     (unsigned long long)seed, program.simd, program.warp_size, program.lanes, left,
                     program.n, eval.why);
        }
        for (unsigned i = 0; i < program.n; i++)
            met[program.op[i].row - isa_rows]++;
        done += program.n;
        if (one)
            break;
    }
    print_message("%llu instructions in %llu programs, %u of them for instruction sets that are "
                  "not here\n",
                  (unsigned long long)done, (unsigned long long)(seed - (one ? one : 1)), skipped);
    for (unsigned i = 0; i < isa_row_count && done >= 1000000; i++) {
        unsigned e = isa_rows[i].exec;
        bool straight =
            i < isa_alu_row_count || e == EX_SELP || e == EX_MOV || e == EX_PLOGIC || e == EX_CARRY;
        if (straight && met[i] < 100)
            fail_msg("%s occurred %u times", isa_rows[i].name, met[i]);
    }
}

/* The evaluation falsified in one row: the programs that have it fail, and are cut down to it. */
static void isa_801_a_difference_is_found_and_cut_down(void **state)
{
    (void)state;
    static const char *const rows[] = {"add.s32", "fma.f32", "cvt.f64.s32", "setp.lt.s64",
                                       "madc.hi.cc.u64"};
    isa_row_index_t index;
    isa_row_index_init(&index);
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const isa_row_t *row = isa_row_find(&index, rows[k]);
        assert_non_null(row);
        unsigned found = 0;
        for (uint64_t seed = 1000; found < 2; seed++) {
            bool has = false;
            generate(&program, seed);
            program.simd = "base";
            for (unsigned i = 0; i < program.n; i++)
                has |= program.op[i].row == row && program.op[i].guard < 0;
            if (!has || run_and_compare(&program, row, &eval))
                continue; /* also where later results hide it */
            found++;
            assert_int_equal(shrink(&program, row, &eval), 1);
            for (unsigned i = 0; i < program.n; i++)
                if (!program.op[i].drop)
                    assert_ptr_equal(program.op[i].row, row);
            assert_non_null(strstr(eval.why, "expected"));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_800_random_programs_compute_what_c_computes),
        cmocka_unit_test(isa_801_a_difference_is_found_and_cut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
