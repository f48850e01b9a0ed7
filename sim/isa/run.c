/* Functional runs: every CTA in turn, its warps one after another from barrier to barrier. */
#include <errno.h>
#include <stdlib.h>

#include "front/deadlock.h"
#include "isa/exec.h"

/* How often a running CTA asks whether it is to stop, and what it may still execute then. */
#define CHECK_EVERY (UINT64_C(1) << 22)
#define GRACE       (UINT64_C(1) << 26)

typedef struct run {
    isa_launch_t *l;
    front_cta_t *cta;
    const volatile sig_atomic_t *stop; /* or NULL */
    uint64_t limit;                    /* of the run */
    uint64_t check;                    /* count at which run_warp() comes back; at most limit */
    uint64_t asked;                    /* count at which the CTA was first asked to end; 0: never */
    isa_counts_t *counts;
    uint32_t live; /* warps not finished */
} run_t;

/* Runs a warp to its end, a barrier, a fault or the next check (-ETIMEDOUT). */
static int run_warp(run_t *r, front_warp_t *w)
{
    warp_step_t out;
    uint64_t insts = 0, threads = 0, left = r->check - r->counts->warp_insts;
    int error = 0;
    do {
        if (insts == left) {
            error = -ETIMEDOUT;
            break;
        }
        isa_step(r->l, w, &out);
        insts++;
        threads += (unsigned)__builtin_popcountll(out.active);
        if (r->l->front.error) {
            error = -EFAULT;
            break;
        }
    } while (out.next && !w->at_barrier);
    r->counts->warp_insts += insts;
    r->counts->thread_insts += threads;
    if (!error && w->pc == ISA_NO_INDEX)
        r->live--;
    return error;
}

/* Lets the warps go on that wait at a barrier which is complete. */
static bool release(run_t *r)
{
    uint32_t warps = r->l->front.warps_per_cta;
    bool any = false;
    for (unsigned id = 0; id < 16; id++) {
        uint32_t waiting = 0, want = 0;
        for (uint32_t i = 0; i < warps; i++) {
            const front_warp_t *w = &r->cta->warp[i];
            if (!w->at_barrier || w->barrier != id)
                continue;
            waiting++;
            want = w->barrier_warps ? w->barrier_warps : want;
        }
        if (!waiting || waiting < (want ? want : r->live))
            continue;
        any = true;
        for (uint32_t i = 0; i < warps; i++)
            if (r->cta->warp[i].barrier == id)
                r->cta->warp[i].at_barrier = false;
    }
    return any;
}

static void set_check(run_t *r)
{
    uint64_t next = r->counts->warp_insts + CHECK_EVERY;
    r->check = r->stop && next < r->limit ? next : r->limit;
}

/* A warp to its end, a barrier or an error. A CTA has no state that could be saved: asked to end
 * (*stop is 1), it may finish, but not take for ever. */
static int run_on(run_t *r, front_warp_t *w)
{
    int error;
    while ((error = run_warp(r, w)) == -ETIMEDOUT && r->check < r->limit) {
        uint64_t now = r->counts->warp_insts;
        if (*r->stop == 1 && !r->asked)
            r->asked = now;
        if (r->asked && now - r->asked >= GRACE)
            return -ECANCELED;
        set_check(r);
    }
    return error;
}

static int deadlock(const run_t *r, diag_t *d)
{
    deadlock_warp_t waits[DEADLOCK_WARPS];
    unsigned n = 0;
    for (uint32_t i = 0; i < r->l->front.warps_per_cta; i++) {
        const front_warp_t *w = &r->cta->warp[i];
        if (w->pc != ISA_NO_INDEX)
            waits[n++] = (deadlock_warp_t){.at = &r->l->k->inst[w->barrier_pc],
                                           .warp = (uint16_t)i,
                                           .meet = w->barrier_warps,
                                           .barrier = w->barrier};
    }
    return deadlock_report(&r->l->front, r->cta->cta, waits, n, d);
}

static int run_cta(run_t *r, diag_t *d)
{
    uint32_t warps = r->l->front.warps_per_cta;
    r->live = warps;
    while (r->live) {
        bool progress = false;
        for (uint32_t i = 0; i < warps; i++) {
            front_warp_t *w = &r->cta->warp[i];
            if (w->at_barrier || w->pc == ISA_NO_INDEX)
                continue;
            progress = true;
            int error = run_on(r, w);
            if (error)
                return error;
        }
        if (r->live && !release(r) && !progress)
            return deadlock(r, d);
    }
    return 0;
}

/* CTAs that wait for each other run in turns, so many instructions of a warp at a time. */
#define SLICE (UINT64_C(1) << 12)

static int run_turn(run_t *r)
{
    for (uint32_t i = 0; i < r->l->front.warps_per_cta; i++) {
        front_warp_t *w = &r->cta->warp[i];
        if (w->at_barrier || w->pc == ISA_NO_INDEX)
            continue;
        uint64_t next = r->counts->warp_insts + SLICE;
        r->check = next < r->limit ? next : r->limit;
        int error = run_warp(r, w);
        if (error && (error != -ETIMEDOUT || r->counts->warp_insts >= r->limit))
            return error;
    }
    return 0;
}

/* Asked to end, the launch may finish, as a CTA may in run_on(). */
static int asked_to_end(run_t *r)
{
    uint64_t now = r->counts->warp_insts;
    if (r->stop && *r->stop == 1 && !r->asked)
        r->asked = now;
    return r->asked && now - r->asked >= GRACE ? -ECANCELED : 0;
}

/* All CTAs at once, up to the end of all. */
static int run_together(run_t *r, front_cta_t **cta, uint32_t *live, uint64_t n, diag_t *d)
{
    uint64_t left = n;
    int error = 0;
    while (left && !error) {
        uint64_t before = r->counts->warp_insts;
        bool released = false;
        for (uint64_t i = 0; i < n && !error; i++) {
            r->cta = cta[i];
            r->live = live[i];
            if (!r->live)
                continue;
            error = run_turn(r);
            released |= r->live && release(r);
            live[i] = r->live;
            left -= !r->live;
        }
        if (!error)
            error = asked_to_end(r);
        if (!error && left && !released && r->counts->warp_insts == before) {
            uint64_t i = 0;
            while (!live[i])
                i++;
            r->cta = cta[i];
            error = deadlock(r, d);
        }
    }
    return error;
}

static int run_grid(run_t *r, uint64_t ctas, isa_position_t *at, diag_t *d)
{
    front_cta_t **cta = calloc(ctas, sizeof *cta);
    uint32_t *live = calloc(ctas, sizeof *live);
    int error = cta && live ? 0 : -ENOMEM;
    if (error)
        diag_at(d, r->l->k->name, 0, 0, "out of memory");
    for (uint64_t i = 0; !error && i < ctas; i++) {
        cta[i] = isa_front_ops.cta_begin(r->l, (uint32_t)i);
        live[i] = r->l->front.warps_per_cta;
    }
    if (!error) {
        error = run_together(r, cta, live, ctas, d);
        for (uint64_t i = 0; i < ctas; i++)
            isa_front_ops.cta_end(r->l, cta[i]);
    }
    at->next_cta = ctas;
    free(cta);
    free(live);
    return error;
}

int isa_run_functional_from(isa_launch_t *l, uint64_t max_warp_insts,
                            const volatile sig_atomic_t *stop, isa_position_t *at, diag_t *d)
{
    run_t r = {.l = l,
               .stop = stop,
               .limit = max_warp_insts ? max_warp_insts : UINT64_MAX,
               .counts = &at->counts};
    uint64_t ctas = (uint64_t)l->front.grid[0] * l->front.grid[1] * l->front.grid[2];
    int error = 0;
    if (l->k->grid_sync && ctas > 1 && at->next_cta < ctas) {
        if (stop && *stop)
            return -EINTR;
        error = run_grid(&r, ctas, at, d);
    }
    while (at->next_cta < ctas && !error) {
        if (stop && *stop)
            return -EINTR;
        r.asked = 0;
        set_check(&r);
        r.cta = isa_front_ops.cta_begin(l, (uint32_t)at->next_cta++);
        error = run_cta(&r, d);
        isa_front_ops.cta_end(l, r.cta);
    }
    if (error == -EFAULT)
        diag_at(d, l->fault, 0, 0, "the kernel was stopped");
    else if (error == -ETIMEDOUT)
        diag_at(d, l->k->name, 0, 0, "more than %llu warp instructions",
                (unsigned long long)max_warp_insts);
    else if (error == -ECANCELED)
        diag_at(d, l->k->name, 0, 0,
                "stopped within CTA %u, which did not end in %llu warp instructions more",
                r.cta->cta, (unsigned long long)GRACE);
    return error;
}

int isa_run_functional(isa_launch_t *l, uint64_t max_warp_insts, isa_counts_t *counts, diag_t *d)
{
    isa_position_t at = {0};
    int error = isa_run_functional_from(l, max_warp_insts, NULL, &at, d);
    *counts = at.counts;
    return error;
}
