/*
 * Dominators and natural loops against their definitions, on random graphs and random kernels; and
 * on kernels too large for anything that walks the graph once for every branch or loop.
 */
#include "isa_rig.h"

#include "common/rng.h"
#include "isa/exec.h"
#include "isa/graph.h"

enum { MOST = 14, GRAPHS = 3000, KERNELS = 2000 };

typedef uint32_t set_t; /* of nodes */

/* What is reached from `from` along edges, without passing `without` (which may be no node). */
static set_t reached(const set_t *edges, unsigned n, unsigned from, unsigned without)
{
    set_t out = without < n ? 1u << without : 0, in = 1u << from & ~out, before = 0;
    while (in != before) {
        before = in;
        for (unsigned k = 0; k < n; k++)
            if (before >> k & 1)
                in |= edges[k] & ~out;
    }
    return in;
}

/* a dominates x: x is reached, and not without a. */
static bool dominates(const set_t *succ, unsigned n, unsigned root, unsigned a, unsigned x)
{
    return reached(succ, n, root, n) & ~reached(succ, n, root, a) & 1u << x;
}

static void isa_620_dominators_are_those_of_the_definition(void **state)
{
    (void)state;
    unsigned unreached = 0, deep = 0;
    for (unsigned seed = 0; seed < GRAPHS; seed++) {
        pool_t pool = {0};
        rng_t r;
        rng_seed(&r, seed);
        unsigned n = 1 + rng_below(&r, MOST), edges = rng_below(&r, 3 * n);
        unsigned root = rng_below(&r, n);
        set_t succ[MOST] = {0};
        graph_t g = graph_new(&pool, n);
        for (unsigned e = 0; e < edges; e++) { /* some twice, some to themselves */
            unsigned from = rng_below(&r, n), to = rng_below(&r, n);
            succ[from] |= 1u << to;
            graph_edge(&pool, &g, from, to);
        }
        graph_dom_t d = graph_dominators(&pool, &g, root);
        set_t alive = reached(succ, n, root, n);
        assert_int_equal(d.idom[root], root);
        for (unsigned x = 0; x < n; x++) {
            unsigned strict = 0;
            for (unsigned a = 0; a < n; a++) {
                bool want = dominates(succ, n, root, a, x);
                if (graph_dominates(&d, a, x) != want)
                    fail_msg("graph %u: %u over %u is %d", seed, a, x, !want);
                strict += want && a != x;
            }
            if (!(alive >> x & 1)) {
                assert_int_equal(d.idom[x], GRAPH_NONE);
                unreached++;
            } else if (x != root) { /* every other one dominates the immediate one */
                assert_int_not_equal(d.idom[x], x);
                assert_true(dominates(succ, n, root, d.idom[x], x));
                for (unsigned a = 0; a < n; a++)
                    if (a != x && dominates(succ, n, root, a, x))
                        assert_true(dominates(succ, n, root, a, d.idom[x]));
                deep += strict > 2;
            }
        }
        pool_free(&pool);
    }
    if (unreached < GRAPHS || deep < GRAPHS / 4)
        fail_msg("%u nodes not reached, %u with several dominators", unreached, deep);
}

/* ---- Kernels ---- */

typedef struct text {
    char *p;
    size_t n;
    FILE *f;
} text_t;

static void text_open(text_t *t)
{
    t->f = open_memstream(&t->p, &t->n);
    fputs(RIG_HEAD ".entry k() { .reg .pred %p; .reg .b32 %r;\n", t->f);
}

/* LABEL: an instruction and a branch to TARGET, which falls through unless it is always taken. */
static void text_block(text_t *t, unsigned label, unsigned target, bool always)
{
    fprintf(t->f, "L%u: mov.u32 %%r, 0; %sbra L%u;\n", label, always ? "" : "@%p ", target);
}

static isa_module_t *text_parse(text_t *t, diag_t *d)
{
    fputs("ret; }\n", t->f);
    fclose(t->f);
    d->text[0] = '\0';
    isa_module_t *m = isa_module_parse("graph.ptx", t->p, t->n, d);
    free(t->p);
    return m;
}

/* The loop of each header: what reaches a back edge without passing the header. */
static void loops_of(const set_t *succ, const set_t *pred, unsigned n, set_t *loop)
{
    set_t alive = reached(succ, n, 0, n);
    for (unsigned h = 0; h < n; h++) {
        loop[h] = 0;
        for (unsigned tail = 0; tail < n; tail++)
            if ((succ[tail] >> h & 1) && dominates(succ, n, 0, h, tail))
                loop[h] |= 1u << h | (reached(pred, n, tail, h) & alive);
    }
}

static unsigned size_of(set_t s)
{
    return (unsigned)__builtin_popcount(s);
}

/* Of the loops with block x, but that of header `but`, the smallest; n: none. */
static unsigned innermost(const set_t *loop, unsigned n, unsigned x, unsigned but)
{
    unsigned best = n;
    for (unsigned h = 0; h < n; h++)
        if (h != but && (loop[h] >> x & 1) && (best == n || size_of(loop[h]) < size_of(loop[best])))
            best = h;
    return best;
}

static void isa_621_loops_are_those_of_the_definition(void **state)
{
    (void)state;
    unsigned loops = 0, nested = 0;
    for (unsigned seed = 0; seed < KERNELS; seed++) {
        rng_t r;
        diag_t diag;
        text_t t;
        rng_seed(&r, seed);
        unsigned blocks = 2 + rng_below(&r, MOST - 4);
        text_open(&t);
        for (unsigned k = 0; k < blocks; k++)
            text_block(&t, k, rng_below(&r, blocks), rng_percent(&r, 15));
        isa_module_t *m = text_parse(&t, &diag);
        assert_non_null(m);
        const isa_kernel_t *k = isa_kernel_find(m, "k");
        const struct isa_code *c = k->code;
        unsigned n = c->n_blocks, headers = 0;
        set_t succ[32] = {0}, pred[32] = {0}, loop[32];
        assert_true(n <= 32);
        for (unsigned b = 0; b < n; b++)
            for (unsigned s = 0; s < c->n_succ[b]; s++) {
                succ[b] |= 1u << c->succ[b][s];
                pred[c->succ[b][s]] |= 1u << b;
            }
        loops_of(succ, pred, n, loop);
        for (unsigned h = 0; h < n; h++)
            headers += loop[h] != 0;
        assert_int_equal(k->n_loops, headers);
        for (unsigned l = 0; l < k->n_loops; l++) {
            const isa_loop_t *x = &k->loop[l];
            unsigned h = c->block_of[x->header], up = innermost(loop, n, h, h);
            assert_true(loop[h] != 0 && x->header == c->block_first[h]);
            assert_int_equal(x->first, c->block_first[__builtin_ctz(loop[h])]);
            assert_int_equal(x->last, c->block_first[32 - __builtin_clz(loop[h])] - 1);
            assert_int_equal(x->parent != 0, up != n);
            assert_int_equal(x->depth, up == n ? 1 : k->loop[x->parent - 1].depth + 1);
            if (up != n)
                assert_int_equal(k->loop[x->parent - 1].header, c->block_first[up]);
            if (l) { /* the larger ones first */
                unsigned before = c->block_of[k->loop[l - 1].header];
                assert_true(size_of(loop[before]) >= size_of(loop[h]));
            }
            nested += up != n;
        }
        for (unsigned i = 0; i < k->n_inst; i++) {
            unsigned h = innermost(loop, n, c->block_of[i], n), l = k->inst[i].loop;
            assert_int_equal(l != 0, h != n);
            if (l)
                assert_int_equal(k->loop[l - 1].header, c->block_first[h]);
        }
        loops += headers;
        isa_module_free(m);
    }
    assert_true(loops > KERNELS && nested > KERNELS / 4);
}

static void isa_622_fifty_thousand_branches_meet_at_the_end(void **state)
{
    (void)state;
    enum { N = 50000 };
    diag_t diag;
    text_t t;
    text_open(&t);
    for (unsigned k = 0; k < N; k++)
        text_block(&t, k, N, false);
    fprintf(t.f, "L%u:", N);
    isa_module_t *m = text_parse(&t, &diag);
    assert_non_null(m);
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    assert_int_equal(k->n_loops, 0);
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(k->reconv[2 * i + 1], 2 * N);
    isa_module_free(m);
}

/* Loop k begins at block k and ends at block 2 n - 1 - k. */
static isa_module_t *nest(unsigned n, diag_t *diag)
{
    text_t t;
    text_open(&t);
    for (unsigned k = 0; k < n; k++)
        fprintf(t.f, "L%u: mov.u32 %%r, 0;\n", k);
    for (unsigned k = 0; k < n; k++)
        text_block(&t, 2 * n - 1 - k, n - 1 - k, false);
    return text_parse(&t, diag);
}

static void isa_623_thirty_thousand_loops_in_each_other(void **state)
{
    (void)state;
    enum { N = 30000 };
    diag_t diag;
    isa_module_t *m = nest(N, &diag);
    assert_non_null(m);
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    assert_int_equal(k->n_loops, N);
    for (unsigned l = 0; l < N; l++) {
        const isa_loop_t *x = &k->loop[l];
        assert_int_equal(x->header, l);
        assert_int_equal(x->first, l);
        assert_int_equal(x->last, N + 2 * (N - 1 - l) + 1);
        assert_int_equal(x->parent, l);
        assert_int_equal(x->depth, l + 1);
        assert_int_equal(k->inst[l].loop, l + 1);
    }
    isa_module_free(m);
    m = nest(UINT16_MAX, &diag);
    assert_non_null(m);
    assert_non_null(
        strstr(isa_kernel_find(m, "k")->refusal, "kernel 'k' has more than 65534 loops"));
    isa_module_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_620_dominators_are_those_of_the_definition),
        cmocka_unit_test(isa_621_loops_are_those_of_the_definition),
        cmocka_unit_test(isa_622_fifty_thousand_branches_meet_at_the_end),
        cmocka_unit_test(isa_623_thirty_thousand_loops_in_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
