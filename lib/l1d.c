/*
 * lockwarp/l1d.h on top of sim/gpu/alone.h, with the policies and configurations of the program.
 */
#include "lockwarp/l1d.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/run_config.h"
#include "config/settings.h"
#include "fail.h"
#include "gpu/alone.h"
#include "l1d_data.h"
#include "lockstep/engines.h"
#include "lockstep/ports.h"
#include "memory.h"
#include "policy/policy.h"

/* A line of an access under way. */
typedef struct part {
    l1d_span_t span;
    uint32_t at; /* in the access */
    bool waits;  /* a read's, for a reply */
} part_t;

enum { PARTS = ALONE_LANES * 16 / 32 + 1 };

typedef struct access {
    lw_l1d_access_t x;
    uint8_t *copy; /* of a write */
    part_t part[PARTS];
    uint32_t n_parts;
    bool used, failed;
} access_t;

/* A request outside. */
typedef struct outside {
    l1d_span_t span;
    uint32_t access;
    bool used, write;
} outside_t;

struct lw_l1d {
    run_config_t config;
    policy_set_t policies;
    gpu_t *gpu;
    alone_t *alone;
    uint32_t shift; /* log2 line_bytes */
    access_t access[ALONE_ACCESSES];
    uint32_t high; /* numbers of accesses lie below */
    outside_t outside[ALONE_REQUESTS];
    uint32_t high_outside;
    l1d_data_t data;
    lw_l1d_event_t *event; /* a queue */
    size_t event_head, n_events, event_cap;
    bool no_memory; /* for good */
    char message[FAIL_TEXT];
};

const char *lw_l1d_message(const lw_l1d_t *l1d)
{
    return l1d->message;
}

uint32_t lw_l1d_line_bytes(const lw_l1d_t *l1d)
{
    return l1d->config.gpu.line_bytes;
}

uint32_t lw_l1d_warps(const lw_l1d_t *l1d)
{
    return l1d->config.gpu.warps_per_sm;
}

uint32_t lw_l1d_core_mhz(const lw_l1d_t *l1d)
{
    return l1d->config.gpu.core_mhz;
}

/* ---- What the cache tells ---- */

static void add_event(lw_l1d_t *l, lw_l1d_what_t what, uint32_t number, uint64_t address)
{
    if (l->event_head + l->n_events == l->event_cap && l->event_head) {
        memmove(l->event, l->event + l->event_head, l->n_events * sizeof *l->event);
        l->event_head = 0;
    }
    if (l->n_events == l->event_cap) {
        size_t cap = l->event_cap ? l->event_cap * 2 : 64;
        lw_l1d_event_t *all = realloc(l->event, cap * sizeof *all);
        if (!all) {
            l->no_memory = true;
            return;
        }
        l->event = all;
        l->event_cap = cap;
    }
    l->event[l->event_head + l->n_events++] = (lw_l1d_event_t){
        .what = what, .number = number, .address = address, .cycle = gpu_cycle(l->gpu) - 1};
}

static void on_taken(void *ctx, uint32_t number)
{
    add_event(ctx, LW_L1D_TAKEN, number, 0);
}

/* The bytes of the access in the line: its part, once. */
static part_t *part_of(lw_l1d_t *l, access_t *a, uint64_t line)
{
    for (uint32_t i = 0; i < a->n_parts; i++)
        if (a->part[i].span.line == line)
            return &a->part[i];
    uint64_t base = line << l->shift, end = base + l->data.line_bytes;
    uint64_t from = a->x.address > base ? a->x.address : base;
    uint64_t to = a->x.address + a->x.bytes;
    to = to - base < end - base ? to : end;
    part_t *p = &a->part[a->n_parts++];
    *p = (part_t){.span = {.line = line,
                           .time = l1d_data_time(&l->data),
                           .first = (uint32_t)(from - base),
                           .bytes = (uint32_t)(to - from)},
                  .at = (uint32_t)(from - a->x.address)};
    return p;
}

static void on_accepted(void *ctx, uint32_t number, uint64_t line, alone_outcome_t outcome)
{
    static const lw_l1d_what_t what[] = {
        [ALONE_HIT] = LW_L1D_HIT,           [ALONE_PENDING_HIT] = LW_L1D_PENDING_HIT,
        [ALONE_MISS] = LW_L1D_MISS,         [ALONE_BYPASS] = LW_L1D_BYPASS,
        [ALONE_UNCACHED] = LW_L1D_UNCACHED, [ALONE_WRITE] = LW_L1D_WRITE};
    lw_l1d_t *l = ctx;
    access_t *a = &l->access[number];
    part_t *p = part_of(l, a, line);
    add_event(l, what[outcome], number, line << l->shift);
    if (outcome == ALONE_WRITE) {
        if (!l1d_data_write(&l->data, &p->span, number, a->copy ? a->copy + p->at : NULL))
            l->no_memory = true;
        return;
    }
    if (outcome == ALONE_MISS)
        l1d_data_miss(&l->data, line);
    if (a->x.data && outcome != ALONE_MISS && outcome != ALONE_UNCACHED)
        l1d_data_read(&l->data, &p->span, a->x.data + p->at);
    a->failed |= outcome == ALONE_HIT && l1d_data_bad(&l->data, line);
    p->waits = outcome != ALONE_HIT;
}

static void on_done(void *ctx, uint32_t number)
{
    lw_l1d_t *l = ctx;
    access_t *a = &l->access[number];
    free(a->copy);
    a->copy = NULL;
    a->used = false;
    add_event(l, LW_L1D_DONE, number, 0);
    if (!l->no_memory)
        l->event[l->event_head + l->n_events - 1].failed = a->failed;
}

static const alone_told_t told = {.taken = on_taken, .accepted = on_accepted, .done = on_done};

/* ---- Made and freed ---- */

/* One of the policies chooses warps. */
static bool chooses_warps(const lw_l1d_t *l)
{
    for (unsigned i = 0; i < l->policies.n; i++)
        if (policy_owns(l->policies.ops[i]) & POLICY_OWNS_PICK_WARP)
            return true;
    return false;
}

/* The policies that the set has, but for those that choose CTAs. */
static int refuse_cta_schedulers(lw_l1d_t *l, diag_t *d)
{
    for (unsigned i = 0; i < l->policies.n; i++)
        if (policy_owns(l->policies.ops[i]) & POLICY_OWNS_PICK_CTA)
            return diag_at(d, l->policies.ops[i]->name, 0, 0,
                           "chooses the CTAs of a grid, of which an L1 alone has none");
    return 0;
}

static int check_ctas(const lw_l1d_t *l, uint32_t warps_per_cta, diag_t *d)
{
    const gpu_cfg_t *c = &l->config.gpu;
    if (warps_per_cta && c->warps_per_sm % warps_per_cta)
        return diag_at(d, "warps_per_cta", 0, 0, "expected a divisor of warps_per_sm, %" PRIu32,
                       c->warps_per_sm);
    if (warps_per_cta && chooses_warps(l) && c->warps_per_sm / warps_per_cta > c->ctas_per_sm)
        return diag_at(d, "warps_per_cta", 0, 0,
                       "%" PRIu32 " CTAs, beside a policy that chooses warps; expected at most "
                       "ctas_per_sm, %" PRIu32,
                       c->warps_per_sm / warps_per_cta, c->ctas_per_sm);
    return 0;
}

static int configure(lw_l1d_t *l, const lw_l1d_config_t *c, diag_t *d)
{
    int rc = run_config_load(&l->config, c->config, d);
    rc = rc ? rc : policy_set_parse(&l->policies, c->policies, d);
    rc = rc ? rc : refuse_cta_schedulers(l, d);
    for (size_t i = 0; !rc && i < c->n_settings; i++)
        rc = settings_apply(&l->config, &l->policies, c->settings[i], d);
    alone_cfg(&l->config.gpu);
    rc = rc ? rc : run_config_check(&l->config, d);
    return rc ? rc : check_ctas(l, c->warps_per_cta, d);
}

static int build(lw_l1d_t *l, const lw_l1d_config_t *c, const unit_engine_t *engine, diag_t *d)
{
    l->data.line_bytes = l->config.gpu.line_bytes;
    while (1u << l->shift < l->data.line_bytes)
        l->shift++;
    l->gpu = gpu_new(&l->config.gpu);
    l->alone = l->gpu ? alone_new(l->gpu, &told, l, c->warps_per_cta, chooses_warps(l)) : NULL;
    if (!l->alone)
        return -ENOMEM;
    const policy_env_t env = {.gpu = l->gpu, .cfg = gpu_config(l->gpu), .engine = engine};
    int rc = policy_set_create(&l->policies, &env, d);
    if (!rc && alone_start(l->alone) != GPU_OK)
        rc = diag_at(d, "l1d", 0, 0, "%s", gpu_message(l->gpu));
    return rc;
}

lw_l1d_t *lw_l1d_new(const lw_l1d_config_t *config, lw_error_t *error)
{
    lw_error_t unwanted;
    diag_t d = {{0}};
    error = error ? error : &unwanted;
    *error = (lw_error_t){.status = LW_OK};
    const char *name = config->engine ? config->engine : "c";
    const unit_engine_t *engine = unit_engine_find(name);
    lw_l1d_t *l = calloc(1, sizeof *l);
    int rc = l ? 0 : -ENOMEM;
    if (!rc && !engine)
        rc = diag_at(&d, "engine", 0, 0, "'%s'; expected c, rtl or lockstep", name);
    if (!rc && !config->config)
        rc = diag_at(&d, "config", 0, 0, "expected a preset or a file");
    rtl_model_quietly();
    rc = rc ? rc : configure(l, config, &d);
    rc = rc ? rc : build(l, config, engine, &d);
    if (!rc)
        return l;
    lw_l1d_free(l);
    return fail_new(error, rc == -ENOMEM ? LW_NO_MEMORY : LW_INVALID, "%s",
                    d.text[0] ? d.text : "out of memory");
}

void lw_l1d_free(lw_l1d_t *l1d)
{
    if (!l1d)
        return;
    for (uint32_t i = 0; i < l1d->high; i++)
        free(l1d->access[i].copy);
    policy_set_destroy(&l1d->policies);
    alone_free(l1d->alone);
    gpu_free(l1d->gpu);
    l1d_data_free(&l1d->data);
    free(l1d->event);
    free(l1d);
}

/* ---- Accesses ---- */

uint32_t lw_l1d_most_bytes(uint64_t address, uint32_t bytes)
{
    return alone_room(address, bytes);
}

static int take_access(lw_l1d_t *l, const lw_l1d_access_t *x, uint32_t number)
{
    access_t *a = &l->access[number];
    l->high = number < l->high ? l->high : number + 1;
    *a = (access_t){.x = *x, .used = true};
    if (!x->write || !x->data)
        return 1;
    a->copy = malloc(x->bytes);
    if (!a->copy)
        return fail_text(l->message, LW_NO_MEMORY, "out of memory");
    memcpy(a->copy, x->data, x->bytes);
    a->x.data = NULL;
    return 1;
}

int lw_l1d_offer(lw_l1d_t *l1d, const lw_l1d_access_t *x, uint32_t *number)
{
    const alone_access_t a = {.address = x->address,
                              .bytes = x->bytes,
                              .pc = x->pc,
                              .warp = (uint8_t)x->warp,
                              .write = x->write,
                              .uncached = x->uncached && !x->write};
    if (x->warp >= l1d->config.gpu.warps_per_sm)
        return fail_text(l1d->message, LW_INVALID,
                         "warp %" PRIu32 "; expected less than warps_per_sm, %" PRIu32, x->warp,
                         l1d->config.gpu.warps_per_sm);
    switch (alone_offer(l1d->alone, &a, number)) {
    case 0:
        return take_access(l1d, x, *number);
    case -EAGAIN:
        return 0;
    case -ENOSPC:
        return fail_text(l1d->message, LW_INVALID,
                         "pc 0x%" PRIx32 "; expected at most %d different ones", x->pc, ALONE_PCS);
    default:
        return fail_text(l1d->message, LW_INVALID,
                         "%" PRIu32 " bytes at 0x%" PRIx64 "; expected 1 to %" PRIu32, x->bytes,
                         x->address, alone_room(x->address, x->bytes));
    }
}

const char *lw_l1d_cause(const lw_l1d_t *l1d)
{
    static const char *const cause[L1D_FAILS] = {[L1D_OK] = "",
                                                 [L1D_FAIL_ASSOCIATIVITY] = "associativity",
                                                 [L1D_FAIL_MSHR] = "mshr_full",
                                                 [L1D_FAIL_MERGE] = "merge_full",
                                                 [L1D_FAIL_MISS_QUEUE] = "miss_queue",
                                                 [L1D_FAIL_INJECT] = "inject_queue",
                                                 [L1D_FAIL_NET] = "net",
                                                 [L1D_FAIL_POLICY] = "policy"};
    return cause[alone_cause(l1d->alone)];
}

int lw_l1d_tick(lw_l1d_t *l1d)
{
    volatile gpu_status_t rc = GPU_OK;
    memory_guard_t guard;
    memory_enter(&guard);
    if (setjmp(guard.back) || l1d->no_memory)
        l1d->no_memory = true;
    else
        rc = alone_tick(l1d->alone);
    memory_leave(&guard);
    if (l1d->no_memory)
        return fail_text(l1d->message, LW_NO_MEMORY, "out of memory");
    if (rc == GPU_OK)
        return LW_OK;
    return fail_text(l1d->message, policy_set_diverged(&l1d->policies) ? LW_DIFFER : LW_BROKEN,
                     "%s", gpu_message(l1d->gpu));
}

uint64_t lw_l1d_cycle(const lw_l1d_t *l1d)
{
    return gpu_cycle(l1d->gpu);
}

int lw_l1d_next(lw_l1d_t *l1d, lw_l1d_event_t *event)
{
    if (!l1d->n_events)
        return 0;
    *event = l1d->event[l1d->event_head++];
    if (--l1d->n_events == 0)
        l1d->event_head = 0;
    return 1;
}

/* ---- The memory behind it ---- */

int lw_l1d_take(lw_l1d_t *l1d, lw_l1d_request_t *request)
{
    alone_request_t r;
    if (!alone_take(l1d->alone, &r))
        return 0;
    const uint32_t number = r.number;
    outside_t *o = &l1d->outside[number];
    l1d->high_outside = number < l1d->high_outside ? l1d->high_outside : number + 1;
    *o = (outside_t){.span = {.line = r.line,
                              .time = l1d_data_time(&l1d->data),
                              .first = r.first,
                              .bytes = r.bytes},
                     .access = r.access,
                     .used = true,
                     .write = r.write};
    const l1d_store_t *s = r.write ? l1d_data_store_of(&l1d->data, r.access, r.line) : NULL;
    if (s) {
        o->span.first = s->first;
        o->span.bytes = s->bytes;
    }
    *request = (lw_l1d_request_t){.number = number,
                                  .address = (r.line << l1d->shift) + o->span.first,
                                  .bytes = o->span.bytes,
                                  .write = r.write,
                                  .data = s ? s->data : NULL,
                                  .pc = r.pc,
                                  .warp = r.warp,
                                  .bypass = r.bypass,
                                  .prefetch = r.prefetch};
    return 1;
}

/* When the oldest read that is outside left. */
static uint64_t oldest_read(const lw_l1d_t *l)
{
    uint64_t oldest = UINT64_MAX;
    for (uint32_t i = 0; i < l->high_outside; i++)
        if (l->outside[i].used && !l->outside[i].write && l->outside[i].span.time < oldest)
            oldest = l->outside[i].span.time;
    return oldest;
}

/* The bytes of a read's reply go to the copy of the line and to all that wait for it. */
static int bring(lw_l1d_t *l, const l1d_span_t *reply, const uint8_t *data)
{
    if (!l1d_data_fill(&l->data, reply, data))
        return fail_text(l->message, LW_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; i < l->high; i++) {
        const access_t *a = &l->access[i];
        for (uint32_t k = 0; a->used && k < a->n_parts; k++)
            if (a->x.data && a->part[k].waits && a->part[k].span.line == reply->line)
                l1d_data_serve(&l->data, reply, data, &a->part[k].span, a->x.data + a->part[k].at);
    }
    return LW_OK;
}

/* A request that is answered now, by alone_reply() or alone_fail(). */
static int end_outside(lw_l1d_t *l, uint32_t number, bool (*end)(alone_t *, uint32_t))
{
    if (number >= ALONE_REQUESTS || !l->outside[number].used)
        return fail_text(l->message, LW_INVALID, "no request %" PRIu32 " is outside", number);
    if (!end(l->alone, number))
        return fail_text(l->message, LW_NO_MEMORY, "out of memory");
    l->outside[number].used = false;
    return LW_OK;
}

int lw_l1d_reply(lw_l1d_t *l1d, uint32_t number, const uint8_t *data)
{
    static const uint8_t zeros[256];
    int rc = end_outside(l1d, number, alone_reply);
    if (rc != LW_OK)
        return rc;
    const outside_t *o = &l1d->outside[number];
    if (!o->write)
        return bring(l1d, &o->span, data ? data : zeros);
    l1d_data_acked(&l1d->data, o->access, o->span.line);
    l1d_data_forget(&l1d->data, oldest_read(l1d));
    return LW_OK;
}

/* Reads that wait for bytes of the span have failed. */
static void fail_reads(lw_l1d_t *l, const l1d_span_t *span)
{
    for (uint32_t i = 0; i < l->high; i++) {
        access_t *a = &l->access[i];
        for (uint32_t k = 0; a->used && k < a->n_parts; k++) {
            const l1d_span_t *s = &a->part[k].span;
            a->failed |= a->part[k].waits && s->line == span->line &&
                         s->first < span->first + span->bytes && span->first < s->first + s->bytes;
        }
    }
}

int lw_l1d_fail(lw_l1d_t *l1d, uint32_t number)
{
    int rc = end_outside(l1d, number, alone_fail);
    if (rc != LW_OK)
        return rc;
    const outside_t *o = &l1d->outside[number];
    if (o->write) {
        l1d->access[o->access].failed = true;
        l1d_data_withdraw(&l1d->data, o->access, o->span.line);
    } else {
        fail_reads(l1d, &o->span);
    }
    if (!l1d_data_spoil(&l1d->data, o->span.line))
        return fail_text(l1d->message, LW_NO_MEMORY, "out of memory");
    return LW_OK;
}

void lw_l1d_debug(lw_l1d_t *l1d, uint64_t address, uint32_t bytes, uint8_t *data, int write)
{
    while (bytes) {
        l1d_span_t span = {.line = address >> l1d->shift, .time = UINT64_MAX};
        span.first = (uint32_t)(address - (span.line << l1d->shift));
        span.bytes = l1d->data.line_bytes - span.first;
        span.bytes = span.bytes < bytes ? span.bytes : bytes;
        l1d_data_debug(&l1d->data, &span, data, write);
        address += span.bytes;
        data += span.bytes;
        bytes -= span.bytes;
    }
}

/* ---- Counts ---- */

const char *lw_l1d_count_name(size_t i)
{
#define NAME(name, doc) #name,
    static const char *const names[] = {GPU_STATS_L1D(NAME)};
#undef NAME
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

int lw_l1d_count(const lw_l1d_t *l1d, const char *name, uint64_t *value)
{
    gpu_stats_t s;
    alone_stats(l1d->alone, &s);
#define VALUE(member, doc)                                                                         \
    if (name && !strcmp(name, #member)) {                                                          \
        *value = s.l1d.member;                                                                     \
        return LW_OK;                                                                              \
    }
    GPU_STATS_L1D(VALUE)
#undef VALUE
    return LW_INVALID;
}
