#include "l1.h"

#include <stdlib.h>

enum {
    ACC_VALID,
    ACC_PC,
    ACC_HIT,
    ACC_ACCEPT,
    ACC_SET,
    ACC_WAY,
    VIC_VALID,
    FILL_VALID,
    FILL_SET,
    FILL_WAY,
    FILL_HASH,
    PREDICT,
    ACC_HASH,
    TRAINS_UP,
    TRAINS_DOWN
};

static const char *const ports[] = {"acc_valid", "acc_pc",    "acc_hit",     "acc_accept",
                                    "acc_set",   "acc_way",   "vic_valid",   "fill_valid",
                                    "fill_set",  "fill_way",  "fill_hash",   "predict",
                                    "acc_hash",  "trains_up", "trains_down", NULL};

int l1_open(l1_t *l, const shape_t *shape, counts_t *counts, const char *engine, uint32_t threshold)
{
    const lw_setting_t settings[] = {
        {"sets", shape->l1_sets}, {"ways", shape->l1_ways}, {"threshold", threshold}};
    *l = (l1_t){.shape = shape, .counts = counts};
    block_open(&l->abyp, "abyp", settings, sizeof settings / sizeof *settings, engine, ports);
    l->tag = calloc((size_t)shape->l1_sets * shape->l1_ways, sizeof *l->tag);
    return l->tag && !l->abyp.status ? 0 : -1;
}

void l1_close(l1_t *l)
{
    block_close(&l->abyp);
    free(l->tag);
    free(l->flight);
}

/* ---- The unit's clock ---- */

void l1_settle(l1_t *l)
{
    if (!l->active)
        return;
    l->counts->n[INCREMENTS] += block_get(&l->abyp, TRAINS_UP, 0);
    l->counts->n[DECREMENTS] += block_get(&l->abyp, TRAINS_DOWN, 0);
    block_tick(&l->abyp);
    block_set(&l->abyp, ACC_VALID, 0, 0);
    block_set(&l->abyp, ACC_ACCEPT, 0, 0);
    block_set(&l->abyp, VIC_VALID, 0, 0);
    block_set(&l->abyp, FILL_VALID, 0, 0);
    l->active = 0;
}

/* Something happens in this cycle; the one before it ends. */
static void begin(l1_t *l, uint64_t cycle)
{
    if (cycle != l->cycle)
        l1_settle(l);
    l->cycle = cycle;
    l->active = 1;
}

/* ---- Tags ---- */

static uint32_t set_of(const l1_t *l, uint64_t line)
{
    return (uint32_t)(line % l->shape->l1_sets);
}

static tag_t *find(l1_t *l, uint64_t line)
{
    tag_t *t = &l->tag[set_of(l, line) * l->shape->l1_ways];
    for (uint32_t w = 0; w < l->shape->l1_ways; w++)
        if (t[w].state != EMPTY && t[w].line == line)
            return &t[w];
    return NULL;
}

/* An empty way, or the least recently used of those that are not reserved; NULL: none. */
static tag_t *victim(l1_t *l, uint64_t line)
{
    tag_t *t = &l->tag[set_of(l, line) * l->shape->l1_ways], *best = NULL;
    for (uint32_t w = 0; w < l->shape->l1_ways; w++) {
        if (t[w].state == EMPTY)
            return &t[w];
        if (t[w].state == VALID && (!best || (t[w].used < best->used) != l->fault))
            best = &t[w];
    }
    return best;
}

static uint32_t way_of(const l1_t *l, const tag_t *t)
{
    return (uint32_t)(t - l->tag) % l->shape->l1_ways;
}

static void put(l1_t *l, tag_t *t, uint64_t line, int state)
{
    *t = (tag_t){.line = line, .used = ++l->clock, .state = state};
}

void l1_kernel(l1_t *l)
{
    for (uint32_t i = 0; i < l->shape->l1_sets * l->shape->l1_ways; i++)
        l->tag[i] = (tag_t){.state = EMPTY};
}

/* ---- What is on its way ---- */

static void send(l1_t *l, flight_t f)
{
    if (l->n_flights == l->room) {
        const size_t room = l->room ? 2 * l->room : 64;
        flight_t *grown = realloc(l->flight, room * sizeof *grown);
        if (!grown) { /* as an error of the unit, which ends the replay */
            l->abyp.status = LW_NO_MEMORY;
            return;
        }
        l->flight = grown;
        l->room = room;
    }
    l->flight[l->n_flights++] = f;
}

/* The first of the line that the L2 has looked up or not. */
static flight_t *first_of(l1_t *l, uint64_t line, int looked_up)
{
    for (size_t i = 0; i < l->n_flights; i++)
        if (l->flight[i].line == line && l->flight[i].looked_up == looked_up)
            return &l->flight[i];
    return NULL;
}

static void land(l1_t *l, flight_t *f)
{
    l->n_flights--;
    for (; f < l->flight + l->n_flights; f++)
        *f = f[1];
}

flight_t *l1_sent(l1_t *l, uint64_t line)
{
    return first_of(l, line, 0);
}

/* Only the reply to a bypassed read finds anything that waits for it here: a miss has its line. */
void l1_looked_up(l1_t *l, flight_t *f, int bit)
{
    f->looked_up = 1;
    f->bit = bit;
    if (!f->predicted)
        land(l, f);
}

/* ---- Requests and replies ---- */

/* The look-up: the line's tag or NULL, what the predictor says and the hash of the PC. */
static int look_up(l1_t *l, const event_t *e, const tag_t *t, uint32_t *hash)
{
    block_set(&l->abyp, ACC_VALID, 0, 1);
    block_set(&l->abyp, ACC_ACCEPT, 0, 1);
    block_set(&l->abyp, ACC_PC, 0, e->pc);
    block_set(&l->abyp, ACC_HIT, 0, t != NULL);
    block_set(&l->abyp, ACC_SET, 0, set_of(l, e->line));
    block_set(&l->abyp, ACC_WAY, 0, t ? way_of(l, t) : 0);
    *hash = (uint32_t)block_get(&l->abyp, ACC_HASH, 0);
    return (int)block_get(&l->abyp, PREDICT, 0);
}

outcome_t l1_read(l1_t *l, const event_t *e)
{
    uint64_t *n = l->counts->n;
    uint32_t hash;
    tag_t *t = find(l, e->line);
    begin(l, e->cycle);
    const int predict = look_up(l, e, t, &hash);
    if (t) {
        t->used = ++l->clock;
        n[t->state == VALID ? HITS : PENDING_HITS]++;
        return t->state == VALID ? HIT : PENDING;
    }
    if (predict) {
        n[BYPASSES]++;
        n[BYPASS_PREDICTIONS]++;
        send(l, (flight_t){.line = e->line, .hash = hash, .predicted = 1});
        return BYPASS;
    }
    t = victim(l, e->line);
    if (!t)
        return NO_PLACE;
    n[MISSES]++;
    block_set(&l->abyp, ACC_WAY, 0, way_of(l, t));
    block_set(&l->abyp, VIC_VALID, 0, t->state == VALID);
    put(l, t, e->line, RESERVED);
    send(l, (flight_t){.line = e->line, .hash = hash});
    return MISS;
}

void l1_write(l1_t *l, const event_t *e)
{
    tag_t *t = find(l, e->line);
    l->counts->n[WRITES]++;
    if (!t || t->state != VALID)
        return;
    l->counts->n[WRITE_EVICTIONS]++;
    t->state = EMPTY;
}

void l1_fill(l1_t *l, const event_t *e)
{
    tag_t *t = find(l, e->line);
    if (t && t->state == RESERVED)
        t->state = VALID;
}

/* A line that has bypassed the L1 is put into it after all if the L2 says so. */
void l1_reply(l1_t *l, const event_t *e)
{
    flight_t *f = first_of(l, e->line, 1);
    if (!f)
        return;
    const flight_t done = *f;
    land(l, f);
    if (!done.bit)
        return;
    tag_t *t = find(l, e->line) ? NULL : victim(l, e->line);
    if (!t) {
        l->counts->n[LATE_FILLS_REFUSED]++;
        return;
    }
    begin(l, e->cycle);
    l->counts->n[LATE_FILLS]++;
    block_set(&l->abyp, FILL_VALID, 0, 1);
    block_set(&l->abyp, FILL_SET, 0, set_of(l, e->line));
    block_set(&l->abyp, FILL_WAY, 0, way_of(l, t));
    block_set(&l->abyp, FILL_HASH, 0, done.hash);
    put(l, t, e->line, VALID);
}
