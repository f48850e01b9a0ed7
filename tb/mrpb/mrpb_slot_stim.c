/* Events and directed stimulus of mrpb.slot: see lockstep/stim_unit.h; docs/units/mrpb.md lists
 * them. */
#include "lockstep/stim_unit.h"
#include "mrpb/mrpb_slot.h"

enum { OFF, ALL, ASSOC }; /* the bypass option */

static bool bypass_off(const void *cfg)
{
    const mrpb_slot_cfg_t *c = cfg;
    return c->bypass == OFF;
}

static bool bypass_all(const void *cfg)
{
    const mrpb_slot_cfg_t *c = cfg;
    return c->bypass == ALL;
}

static bool bypass_assoc(const void *cfg)
{
    const mrpb_slot_cfg_t *c = cfg;
    return c->bypass == ASSOC;
}

static bool bypass_on(const void *cfg)
{
    const mrpb_slot_cfg_t *c = cfg;
    return c->bypass != OFF;
}

enum {
    ENTERS,
    ENTERS_AS_ONE_LEAVES,
    LEAVES,
    INPUT_WAITS,
    STALL_ALL,
    STALL_ASSOC,
    STALL_OTHER,
    STALL_OFF,
    STALL_WRITE,
    BYPASS_TAKEN,
    BYPASS_WAITS,
    TAKEN_BEFORE_REJECT,
};

static const stim_event_t events[] = {
    [ENTERS] = {.name = "enters"},
    [ENTERS_AS_ONE_LEAVES] = {.name = "enters_as_one_leaves"},
    [LEAVES] = {.name = "leaves"},
    [INPUT_WAITS] = {.name = "input_waits"},
    [STALL_ALL] = {.name = "stall_all", .possible = bypass_all},
    [STALL_ASSOC] = {.name = "stall_assoc", .possible = bypass_assoc},
    [STALL_OTHER] = {.name = "stall_other", .possible = bypass_assoc},
    [STALL_OFF] = {.name = "stall_off", .possible = bypass_off},
    [STALL_WRITE] = {.name = "stall_write"},
    [BYPASS_TAKEN] = {.name = "bypass_taken", .possible = bypass_on},
    [BYPASS_WAITS] = {.name = "bypass_waits", .possible = bypass_on},
    [TAKEN_BEFORE_REJECT] = {.name = "taken_before_reject"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const mrpb_slot_cfg_t *c = cfg;
    const mrpb_slot_t *u = state;
    const mrpb_slot_in_t *in = input;
    const mrpb_slot_out_t *out = output;

    /* a rejection of a read that does not bypass the cache yet */
    const bool stall = u->valid && !in->taken && in->reject && !u->write && !u->bypass;

    happened[ENTERS] = in->in_valid && out->in_ready;
    happened[ENTERS_AS_ONE_LEAVES] = u->valid && in->taken && in->in_valid;
    happened[LEAVES] = u->valid && in->taken && !in->in_valid;
    happened[INPUT_WAITS] = in->in_valid && !out->in_ready;
    happened[STALL_ALL] = stall && c->bypass == ALL;
    happened[STALL_ASSOC] = stall && c->bypass == ASSOC && in->assoc;
    happened[STALL_OTHER] = stall && c->bypass == ASSOC && !in->assoc;
    happened[STALL_OFF] = stall && c->bypass == OFF;
    happened[STALL_WRITE] = u->valid && !in->taken && in->reject && u->write;
    happened[BYPASS_TAKEN] = u->valid && u->bypass && in->taken;
    happened[BYPASS_WAITS] = u->valid && u->bypass && !in->taken;
    happened[TAKEN_BEFORE_REJECT] = u->valid && in->taken && in->reject;
}

/* A request of four cycles: offered, rejected twice, taken, of each cause and kind. */
static unsigned rejected_then_taken_cycles(const void *cfg)
{
    (void)cfg;
    return 16;
}

static void rejected_then_taken(const void *cfg, unsigned k, void *input)
{
    const mrpb_slot_cfg_t *c = cfg;
    mrpb_slot_in_t *in = input;
    in->in_valid = k % 4 == 0;
    in->reject = k % 4 == 1 || k % 4 == 2;
    in->taken = k % 4 == 3;
    in->in_write = k >> 2 & 1;
    in->assoc = k >> 3 & 1;
    in->in_data = (k * 0x9e37u + 1) & bits_mask(c->width);
}

static unsigned next_waits_cycles(const void *cfg)
{
    (void)cfg;
    return 16;
}

static void next_waits(const void *cfg, unsigned k, void *input)
{
    const mrpb_slot_cfg_t *c = cfg;
    mrpb_slot_in_t *in = input;
    in->in_valid = 1;
    in->reject = k % 4 != 3;
    in->taken = k % 4 == 3;
    in->in_write = k >> 2 & 1;
    in->assoc = k >> 3 & 1;
    in->in_data = (k * 5) & bits_mask(c->width);
}

static unsigned back_to_back_cycles(const void *cfg)
{
    (void)cfg;
    return 16;
}

static void back_to_back(const void *cfg, unsigned k, void *input)
{
    const mrpb_slot_cfg_t *c = cfg;
    mrpb_slot_in_t *in = input;
    in->in_valid = in->taken = 1;
    in->reject = k & 1;
    in->in_data = k & bits_mask(c->width);
}

static unsigned nothing_offered_cycles(const void *cfg)
{
    (void)cfg;
    return 4;
}

static void nothing_offered(const void *cfg, unsigned k, void *input)
{
    mrpb_slot_in_t *in = input;
    (void)cfg;
    (void)k;
    in->taken = in->reject = 1;
}

static const stim_directed_t directed[] = {
    {"rejected_then_taken", rejected_then_taken_cycles, rejected_then_taken},
    {"next_waits", next_waits_cycles, next_waits},
    {"back_to_back", back_to_back_cycles, back_to_back},
    {"nothing_offered", nothing_offered_cycles, nothing_offered},
};

const stim_unit_t mrpb_slot_stim = {
    .unit = &mrpb_slot_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
