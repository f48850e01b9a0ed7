/*
 * Address programs of random kernels against execution: choices by branches and guards, on
 * parameters, blocks, threads and data; loops tested at their top and at their bottom, nested, with
 * accesses in and behind them; lanes that leave. What is called regular must be what is executed.
 */
#include "address_rig.h"
#include "common/rng.h"

enum { KERNELS = 3000, ROOM = 1 << 16, VALUES = 8, MAX_DEPTH = 3, MAX_STATEMENTS = 60 };

typedef struct gen {
    rng_t rng;
    char text[ROOM];
    size_t at;
    unsigned labels, statements;
} gen_t;

static unsigned below(gen_t *g, unsigned n)
{
    return (unsigned)(rng_u64(&g->rng) % n);
}

static void put(gen_t *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put(gen_t *g, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(g->text + g->at, ROOM - g->at, fmt, ap);
    va_end(ap);
    assert_true(n >= 0 && g->at + (size_t)n < ROOM);
    g->at += (size_t)n;
}

/* A value: one of those that statements change, or one that is always there. */
static unsigned any(gen_t *g)
{
    static const unsigned fixed[] = {1, 2, 3, 4, 6};
    return below(g, 3) ? 7 + below(g, VALUES) : fixed[below(g, 5)];
}

/* %pN of a comparison, of things that are more or less alike in all threads. */
static void predicate(gen_t *g, unsigned p)
{
    static const char *const cmp[] = {"lt.s32", "gt.s32", "eq.s32", "ne.s32", "le.u32"};
    unsigned left = below(g, 2) ? any(g) : 2 + below(g, 3);
    put(g, "setp.%s %%p%u, %%r%u, %u;\n", cmp[below(g, 5)], p, left, below(g, 12));
}

static void assign(gen_t *g, const char *guard)
{
    static const char *const op[] = {"add.s32", "sub.s32", "mul.lo.s32", "min.s32", "max.u32",
                                     "xor.b32", "and.b32", "div.s32",    "rem.u32", "shr.s32"};
    unsigned d = 7 + below(g, VALUES);
    switch (below(g, 12)) {
    case 0:
        put(g, "%sld.global.u32 %%r%u, [%%d1+%u];\n", guard, d, 4 * below(g, 64));
        return;
    case 1:
        put(g, "%smov.u32 %%r%u, %u;\n", guard, d, below(g, 9));
        return;
    case 2:
    case 3:
        put(g, "%smov.u32 %%r%u, %%r%u;\n", guard, d, any(g));
        return;
    case 4:
        put(g, "%sselp.b32 %%r%u, %%r%u, %%r%u, %%p5;\n", guard, d, any(g), any(g));
        return;
    case 5:
        put(g, "%smad.lo.s32 %%r%u, %%r%u, %u, %%r%u;\n", guard, d, any(g), below(g, 5), any(g));
        return;
    default:
        put(g, "%s%s %%r%u, %%r%u, %%r%u;\n", guard, op[below(g, 10)], d, any(g), any(g));
    }
}

static void one_access(gen_t *g)
{
    put(g, "and.b32 %%r20, %%r%u, 1023; mul.wide.u32 %%d9, %%r20, 4; add.s64 %%d9, %%d1, %%d9;\n",
        any(g));
    if (below(g, 2))
        put(g, "st.global.u32 [%%d9], %%r%u;\n", any(g));
    else
        put(g, "ld.global.u32 %%r%u, [%%d9];\n", below(g, 4) ? 21 : 7 + below(g, VALUES));
}

static void block(gen_t *g, unsigned depth);

/* By a predicate that goes on to be another thing in the arms. */
static void branches(gen_t *g, unsigned depth)
{
    unsigned l = g->labels++;
    predicate(g, 1 + below(g, 3));
    put(g, "@%s%%p%u bra E%u;\n", below(g, 2) ? "!" : "", 1 + below(g, 3), l);
    block(g, depth + 1);
    if (below(g, 2)) {
        put(g, "bra J%u;\nE%u:\n", l, l);
        block(g, depth + 1);
        put(g, "J%u:\n", l);
    } else {
        put(g, "E%u:\n", l);
    }
}

/* Up to three times, or as often as the thread's number says, with ways out in the middle. The
 * counter is no value that statements change, but they may read it. */
static void loop(gen_t *g, unsigned depth)
{
    unsigned l = g->labels++, counter = 24 + depth, top = below(g, 2);
    put(g, "mov.u32 %%r%u, 0;\nT%u:\n", counter, l);
    if (below(g, 3))
        put(g, "setp.ge.s32 %%p6, %%r%u, %u;\n", counter, below(g, 4));
    else
        put(g, "and.b32 %%r22, %%r1, 3; setp.ge.s32 %%p6, %%r%u, %%r22;\n", counter);
    if (top)
        put(g, "@%%p6 bra E%u;\n", l);
    block(g, depth + 1);
    if (below(g, 3) == 0) {
        predicate(g, 7);
        put(g, "@%%p7 bra E%u;\n", l);
        assign(g, "");
    }
    if (below(g, 2))
        put(g, "add.s32 %%r%u, %%r%u, %%r%u;\n", 7 + below(g, VALUES), 7 + below(g, VALUES),
            counter);
    put(g, "add.s32 %%r%u, %%r%u, 1;\n", counter, counter);
    if (top)
        put(g, "bra T%u;\nE%u:\n", l, l);
    else
        put(g, "setp.lt.s32 %%p6, %%r%u, 3;\n@%%p6 bra T%u;\nE%u:\n", counter, l, l);
}

static void block(gen_t *g, unsigned depth)
{
    for (unsigned n = 1 + below(g, 5); n && g->statements < MAX_STATEMENTS; n--) {
        char guard[16];
        g->statements++;
        switch (below(g, 10)) {
        case 0:
        case 1:
            if (depth < MAX_DEPTH)
                branches(g, depth);
            break;
        case 2:
            if (depth < MAX_DEPTH)
                loop(g, depth);
            break;
        case 3:
        case 4:
            one_access(g);
            break;
        case 5:
            predicate(g, 1 + below(g, 5));
            break;
        case 6:
            snprintf(guard, sizeof guard, "@%s%%p%u ", below(g, 2) ? "!" : "", 1 + below(g, 5));
            assign(g, guard);
            break;
        case 7:
            if (below(g, 8) == 0)
                put(g, "@%%p4 exit;\n");
            break;
        default:
            assign(g, "");
        }
    }
}

static void address_800_random_kernels(void **state)
{
    (void)state;
    static gen_t g;
    unsigned why[ADDRESS_WHY_COUNT] = {0}, choices = 0;
    uint64_t compared = 0;
    for (unsigned i = 0; i < KERNELS; i++) {
        rig_t r;
        char what[64], shown[400];
        unsigned n;
        rng_seed(&g.rng, i);
        g.at = g.labels = g.statements = 0;
        put(&g, "%s%s", RIG_HEAD, BEGIN);
        for (unsigned k = 0; k < VALUES; k++)
            put(&g, "add.s32 %%r%u, %%r%u, %u;\n", 7 + k, 1 + k % 4, k);
        block(&g, 0);
        one_access(&g);
        block(&g, 0);
        one_access(&g);
        put(&g, "ret; }\n");
        snprintf(what, sizeof what, "random kernel %u", i);
        rig_open(&r, what, g.text);
        address_set_t *s = address_set_new(isa_kernel_find(r.m, "k"));
        const address_program_t *p = address_programs(s, &n);
        for (unsigned k = 0; k < n; k++) {
            why[p[k].why]++;
            address_text(s, k, shown, sizeof shown);
            choices += !p[k].why && strstr(shown, " ? ");
        }
        address_set_free(s);
        watch_t w = {.what = what, .overflows = true};
        address_run(&r, &w, &address_shapes[i % ADDRESS_SHAPES]);
        compared += w.compared;
        rig_close(&r);
    }
    printf("%llu addresses; programs: %u regular (%u choose)", (unsigned long long)compared,
           why[ADDRESS_REGULAR], choices);
    for (unsigned k = 1; k < ADDRESS_WHY_COUNT; k++)
        printf(", %s %u", address_why_name(k), why[k]);
    printf("\n");
    assert_true(compared > 100 * KERNELS);
    assert_true(choices > KERNELS / 20);
    assert_true(why[ADDRESS_REGULAR] > KERNELS);
    assert_true(why[ADDRESS_LOAD] && why[ADDRESS_BRANCH] && why[ADDRESS_GUARD] &&
                why[ADDRESS_LOOP]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(address_800_random_kernels)};
    return cmocka_run_group_tests_name("address_random", tests, NULL, NULL);
}
