/*
 * Random control flow: forward branches to anywhere, loops, tables, early returns, not structured
 * in any way. Each thread's value must be that of the thread run alone, and warp and thread
 * instructions those of a second implementation of the rule, written as a recursion over blocks
 * with post-dominators by sets: a group of lanes runs until the block where the branch's lanes
 * meet. LW_ISA_SEED=n runs program n alone.
 */
#include "isa_rig.h"

#include "common/rng.h"

enum { MOST_BLOCKS = 16, MOST_LANES = 64, PROGRAMS = 4000, FUEL = 6 };

typedef enum end_kind { END_NEXT, END_IF, END_GOTO, END_LOOP, END_TABLE, END_RETURN } end_kind_t;

typedef struct block {
    end_kind_t end;
    uint32_t factor, below; /* the condition: 4 bits of a product, below this */
    unsigned target[4];
} block_t;

typedef struct graph {
    uint64_t seed;
    unsigned n; /* blocks 0 to n - 1; n: the common end; n + 1: exit */
    unsigned lanes, warp_size;
    block_t block[MOST_BLOCKS];
    uint32_t post[MOST_BLOCKS + 2]; /* post-dominators, as sets */
    unsigned meet[MOST_BLOCKS + 2]; /* the immediate one */
    char text[16000];
} graph_t;

static void generate(graph_t *x, uint64_t seed)
{
    rng_t g;
    rng_seed(&g, seed);
    memset(x, 0, sizeof *x);
    x->seed = seed;
    x->n = 2 + rng_below(&g, MOST_BLOCKS - 2);
    x->warp_size = rng_percent(&g, 70) ? 32 : 64;
    x->lanes = rng_percent(&g, 60) ? 32 : 1 + rng_below(&g, MOST_LANES);
    bool returns = rng_percent(&g, 30); /* without them most branches have a meeting point */
    for (unsigned k = 0; k < x->n; k++) {
        block_t *b = &x->block[k];
        uint32_t pick = rng_below(&g, 100);
        b->end = pick < 10   ? END_NEXT
                 : pick < 45 ? END_IF
                 : pick < 55 ? END_GOTO
                 : pick < 80 ? END_LOOP
                 : pick < 92 ? END_TABLE
                             : END_RETURN;
        if (b->end == END_RETURN && !returns)
            b->end = END_IF;
        b->factor = (uint32_t)rng_u64(&g) | 1;
        b->below = 1 + rng_below(&g, 15);
        for (unsigned t = 0; t < 4; t++)
            b->target[t] =
                b->end == END_LOOP ? rng_below(&g, k + 1) : k + 1 + rng_below(&g, x->n - k);
    }
}

/* Blocks that may follow block k. */
static unsigned successors(const graph_t *x, unsigned k, unsigned out[5])
{
    unsigned n = 0, exit = x->n + 1;
    if (k >= x->n) {
        out[n++] = exit;
        return n;
    }
    const block_t *b = &x->block[k];
    if (b->end != END_GOTO && b->end != END_TABLE)
        out[n++] = k + 1;
    if (b->end == END_RETURN)
        out[n++] = exit;
    for (unsigned t = 0; t < (b->end == END_TABLE ? 4 : 1); t++)
        if (b->end != END_NEXT && b->end != END_RETURN)
            out[n++] = b->target[t];
    return n;
}

static void find_meeting_points(graph_t *x)
{
    unsigned exit = x->n + 1;
    for (unsigned k = 0; k <= exit; k++)
        x->post[k] = k == exit ? 1u << exit : UINT32_MAX;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned k = 0; k < exit; k++) {
            unsigned next[5], n = successors(x, k, next);
            uint32_t all = UINT32_MAX;
            for (unsigned s = 0; s < n; s++)
                all &= x->post[next[s]];
            all |= 1u << k;
            changed |= all != x->post[k];
            x->post[k] = all;
        }
    }
    /* the immediate one is the one that all others post-dominate: it has the most of its own */
    for (unsigned k = 0; k < exit; k++) {
        int most = -1;
        for (unsigned m = 0; m <= exit; m++)
            if (m != k && x->post[k] >> m & 1 && __builtin_popcount(x->post[m]) > most) {
                most = __builtin_popcount(x->post[m]);
                x->meet[k] = m;
            }
    }
}

__attribute__((format(printf, 3, 4))) static void put(graph_t *x, size_t *n, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int k = vsnprintf(x->text + *n, sizeof x->text - *n, fmt, ap);
    va_end(ap);
    assert_true(k >= 0 && (size_t)k < sizeof x->text - *n);
    *n += (size_t)k;
}

enum { HEAD_INSTS = 6, BLOCK_INSTS = 5, END_INSTS = 2 };

static void make_text(graph_t *x)
{
    size_t n = 0;
    put(x, &n,
        RIG_HEAD ".visible .entry k(.param .u64 out) {\n"
                 ".reg .pred %%p; .reg .b32 %%t, %%v, %%c, %%i, %%fuel; .reg .b64 %%o, %%at;\n"
                 "ld.param.u64 %%o, [out]; mov.u32 %%t, %%tid.x; mul.wide.u32 %%at, %%t, 4;\n"
                 "add.s64 %%o, %%o, %%at; mov.u32 %%v, %%t; mov.u32 %%fuel, %u;\n",
        FUEL);
    for (unsigned k = 0; k < x->n; k++) {
        const block_t *b = &x->block[k];
        put(x, &n,
            "B%u: mul.lo.u32 %%v, %%v, 31; add.u32 %%v, %%v, %u;\n"
            "mul.lo.u32 %%c, %%v, %u; shr.u32 %%c, %%c, 28; setp.lt.u32 %%p, %%c, %u;\n",
            k, k + 1, b->factor, b->below);
        switch (b->end) {
        case END_NEXT:
            break;
        case END_IF:
            put(x, &n, "@%%p bra B%u;\n", b->target[0]);
            break;
        case END_GOTO:
            put(x, &n, "bra.uni B%u;\n", b->target[0]);
            break;
        case END_LOOP:
            put(x, &n,
                "setp.ne.and.u32 %%p, %%fuel, 0, %%p; @%%p sub.u32 %%fuel, %%fuel, 1;\n"
                "@%%p bra B%u;\n",
                b->target[0]);
            break;
        case END_TABLE:
            put(x, &n,
                "T%u: .branchtargets B%u, B%u, B%u, B%u;\n"
                "and.b32 %%i, %%c, 3; brx.idx %%i, T%u;\n",
                k, b->target[0], b->target[1], b->target[2], b->target[3], k);
            break;
        case END_RETURN:
            put(x, &n, "@%%p st.global.u32 [%%o], %%v; @%%p ret;\n");
            break;
        }
    }
    put(x, &n, "B%u: st.global.u32 [%%o], %%v; ret; }\n", x->n);
}

/* ---- the rule, a second time ---- */

typedef struct warp {
    const graph_t *x;
    uint32_t value[MOST_LANES], fuel[MOST_LANES], out[MOST_LANES];
    uint64_t alive, warp_insts, thread_insts, diverged;
} warp_t;

static void count(warp_t *w, unsigned insts, uint64_t mask)
{
    w->warp_insts += insts;
    w->thread_insts += insts * (unsigned)__builtin_popcountll(mask);
}

/* Lanes of mask whose condition holds in block k, whose first five instructions they execute. */
static uint64_t enter(warp_t *w, unsigned k, uint64_t mask, uint32_t bits[MOST_LANES])
{
    const block_t *b = &w->x->block[k];
    uint64_t holds = 0;
    for (unsigned i = 0; i < MOST_LANES; i++)
        if (mask >> i & 1) {
            w->value[i] = w->value[i] * 31 + k + 1;
            bits[i] = w->value[i] * b->factor >> 28;
            holds |= (uint64_t)(bits[i] < b->below) << i;
        }
    count(w, BLOCK_INSTS, mask);
    return holds;
}

static void leave(warp_t *w, uint64_t mask)
{
    for (unsigned i = 0; i < MOST_LANES; i++)
        if (mask >> i & 1)
            w->out[i] = w->value[i];
    w->alive &= ~mask;
}

/* Runs the lanes of mask from block k until they come to block stop. */
static void run_lanes(warp_t *w, unsigned k, unsigned stop, uint64_t mask)
{
    while (k != stop && mask) {
        if (k == w->x->n) {
            count(w, END_INSTS, mask);
            leave(w, mask);
            return;
        }
        const block_t *b = &w->x->block[k];
        unsigned target[5] = {k + 1}, groups = 1;
        uint32_t bits[MOST_LANES];
        uint64_t group[5] = {mask}, holds = enter(w, k, mask, bits);
        if (b->end == END_GOTO) {
            count(w, 1, mask);
            target[0] = b->target[0];
        } else if (b->end == END_RETURN) {
            count(w, 2, holds);
            leave(w, holds);
            group[0] = mask &= ~holds;
        } else if (b->end == END_IF || b->end == END_LOOP) {
            if (b->end == END_LOOP) {
                for (unsigned i = 0; i < MOST_LANES; i++)
                    if (holds >> i & 1) {
                        if (!w->fuel[i])
                            holds &= ~(UINT64_C(1) << i);
                        else
                            w->fuel[i]--;
                    }
                count(w, 1, mask);
                count(w, 1, holds);
            }
            count(w, 1, holds);
            group[0] = mask & ~holds;
            group[1] = holds;
            target[1] = b->target[0];
            groups = 2;
        } else if (b->end == END_TABLE) {
            uint64_t left = mask;
            count(w, 2, mask);
            for (groups = 0; left; groups++) { /* the first lane's target first */
                target[groups] = b->target[bits[__builtin_ctzll(left)] & 3];
                group[groups] = 0;
                for (unsigned i = 0; i < MOST_LANES; i++)
                    if (left >> i & 1 && b->target[bits[i] & 3] == target[groups])
                        group[groups] |= UINT64_C(1) << i;
                left &= ~group[groups];
            }
        }
        unsigned used = 0, only = 0;
        for (unsigned s = 0; s < groups; s++)
            if (group[s]) {
                only = s;
                used++;
            }
        if (used <= 1) {
            k = target[only];
            continue;
        }
        w->diverged++;
        for (unsigned s = 0; s < groups; s++)
            run_lanes(w, target[s], w->x->meet[k], group[s]);
        mask &= w->alive;
        k = w->x->meet[k];
    }
}

static uint32_t alone(const graph_t *x, uint32_t thread)
{
    uint32_t v = thread, fuel = FUEL;
    for (unsigned k = 0; k < x->n;) {
        const block_t *b = &x->block[k];
        v = v * 31 + k + 1;
        uint32_t c = v * b->factor >> 28;
        bool p = c < b->below;
        if (b->end == END_RETURN && p)
            return v;
        if (b->end == END_LOOP) {
            p = p && fuel;
            fuel -= p;
        }
        k = b->end == END_TABLE                             ? b->target[c & 3]
            : b->end == END_GOTO                            ? b->target[0]
            : (b->end == END_IF || b->end == END_LOOP) && p ? b->target[0]
                                                            : k + 1;
    }
    return v;
}

static void isa_840_random_control_flow(void **state)
{
    (void)state;
    static graph_t x;
    const char *s = getenv("LW_ISA_SEED");
    uint64_t one = s ? strtoull(s, NULL, 0) : 0, diverged = 0, meets = 0;
    for (uint64_t seed = one ? one : 1; seed <= (one ? one : PROGRAMS); seed++) {
        generate(&x, seed);
        make_text(&x);
        find_meeting_points(&x);
        rig_t r;
        rig_open(&r, "paths.ptx", x.text);
        r.warp_size = x.warp_size;
        uint64_t at = rig_alloc(&r, MOST_LANES * 4), warp = 0, thread = 0;
        RIG_RUN(&r, "k", 1, x.lanes, at);
        const uint32_t *out = rig_host(&r, at);
        for (unsigned first = 0; first < x.lanes; first += x.warp_size) {
            unsigned lanes = x.lanes - first < x.warp_size ? x.lanes - first : x.warp_size;
            warp_t w = {.x = &x, .alive = lanes == 64 ? UINT64_MAX : (UINT64_C(1) << lanes) - 1};
            for (unsigned i = 0; i < lanes; i++) {
                w.value[i] = first + i;
                w.fuel[i] = FUEL;
            }
            count(&w, HEAD_INSTS, w.alive);
            run_lanes(&w, 0, x.n + 1, w.alive);
            for (unsigned i = 0; i < lanes; i++)
                if (out[first + i] != alone(&x, first + i) || w.out[i] != out[first + i]) {
                    fputs(x.text, stderr);
                    fail_msg("seed %llu: thread %u has %u, alone %u, in its warp %u",
                             (unsigned long long)seed, first + i, out[first + i],
                             alone(&x, first + i), w.out[i]);
                }
            warp += w.warp_insts;
            thread += w.thread_insts;
            diverged += w.diverged;
        }
        for (unsigned k = 0; k < x.n; k++)
            meets += x.meet[k] < x.n;
        if (warp != r.counts.warp_insts || thread != r.counts.thread_insts) {
            fputs(x.text, stderr);
            fail_msg("seed %llu: %llu warp and %llu thread instructions, expected %llu and %llu",
                     (unsigned long long)seed, (unsigned long long)r.counts.warp_insts,
                     (unsigned long long)r.counts.thread_insts, (unsigned long long)warp,
                     (unsigned long long)thread);
        }
        rig_close(&r);
    }
    print_message("%llu divergent branches\n", (unsigned long long)diverged);
    if (!one) {
        assert_true(diverged > 5 * PROGRAMS);
        assert_true(meets > PROGRAMS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_840_random_control_flow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
