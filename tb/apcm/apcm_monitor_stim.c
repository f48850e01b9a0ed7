/* Events and directed stimulus of apcm.monitor (docs/units/apcm.md). */
#include "apcm/apcm_monitor.h"
#include "lockstep/stim_unit.h"

enum {
    BEGINS,
    BEGINS_LAST_WARP,
    OTHER_LOAD,
    OTHER_FINISH,
    ENDS,
    BEGINS_AND_FINISHES,
    SCAN_FIRST,
    SCAN_LAST,
    LOAD_WHEN_OVER,
    START,
    START_IN_SCAN,
    START_AND_LOAD,
    NO_SUCH_WARP,
};

static bool two_warps(const void *cfg)
{
    const apcm_monitor_cfg_t *c = cfg;
    return c->warps > 1;
}

static bool warp_beyond(const void *cfg)
{
    const apcm_monitor_cfg_t *c = cfg;
    return !bits_every_index(c->warps);
}

static const stim_event_t events[] = {
    [BEGINS] = {.name = "begins"},
    [BEGINS_LAST_WARP] = {.name = "begins_last_warp"},
    [OTHER_LOAD] = {.name = "other_load"},
    [OTHER_FINISH] = {.name = "other_finish", .possible = two_warps},
    [ENDS] = {.name = "ends"},
    [BEGINS_AND_FINISHES] = {.name = "begins_and_finishes"},
    [SCAN_FIRST] = {.name = "scan_first"},
    [SCAN_LAST] = {.name = "scan_last"},
    [LOAD_WHEN_OVER] = {.name = "load_when_over"},
    [START] = {.name = "start"},
    [START_IN_SCAN] = {.name = "start_in_scan"},
    [START_AND_LOAD] = {.name = "start_and_load"},
    [NO_SUCH_WARP] = {.name = "no_such_warp", .possible = warp_beyond},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apcm_monitor_cfg_t *c = cfg;
    const apcm_monitor_t *u = state;
    const apcm_monitor_in_t *in = input;
    const apcm_monitor_out_t *out = output;
    const bool finish = in->finish_en && in->finish_warp < c->warps;

    happened[BEGINS] = out->begins;
    happened[BEGINS_LAST_WARP] = out->begins && in->load_warp == c->warps - 1;
    happened[OTHER_LOAD] = out->watching && in->load_en && !in->start_en;
    happened[OTHER_FINISH] = out->watching && finish && !in->start_en && !out->ends;
    happened[ENDS] = out->ends;
    happened[BEGINS_AND_FINISHES] = out->begins && finish && in->finish_warp == in->load_warp;
    happened[SCAN_FIRST] = out->scan_en && out->scan_idx == 0;
    happened[SCAN_LAST] = out->scan_en && out->scan_idx == c->entries - 1;
    happened[LOAD_WHEN_OVER] = u->phase == APCM_OVER && in->load_en && !in->start_en;
    happened[START] = out->watching && in->start_en;
    happened[START_IN_SCAN] = out->scan_en && in->start_en;
    happened[START_AND_LOAD] = in->start_en && in->load_en && in->load_warp < c->warps;
    happened[NO_SUCH_WARP] =
        u->phase == APCM_NOBODY && in->load_en && in->load_warp >= c->warps && !in->start_en;
}

/* A kernel from its start to behind its scan. */
enum { BEFORE_SCAN = 6, BEHIND_SCAN = 3 };

static unsigned kernel_cycles(const void *cfg)
{
    const apcm_monitor_cfg_t *c = cfg;
    return BEFORE_SCAN + c->entries + BEHIND_SCAN;
}

static void kernel_of(unsigned warp, const apcm_monitor_cfg_t *c, unsigned k, apcm_monitor_in_t *in)
{
    const uint8_t largest = (uint8_t)bits_mask(bits_index_w(c->warps));
    const uint8_t other = (uint8_t)((warp + 1) % c->warps);
    in->start_en = k == 0;
    in->load_en = k < BEFORE_SCAN - 1 || k >= BEFORE_SCAN;
    in->load_warp = k == 1 ? largest : (uint8_t)warp; /* none if the warps are no power of two */
    in->finish_en = k == 2 || k == 4 || k == BEFORE_SCAN - 1;
    in->finish_warp = k == 4 ? other : (uint8_t)warp;
}

static void last_warp(const void *cfg, unsigned k, void *input)
{
    const apcm_monitor_cfg_t *c = cfg;
    kernel_of(c->warps - 1, c, k, input);
}

static void first_warp(const void *cfg, unsigned k, void *input)
{
    kernel_of(0, cfg, k, input);
}

/* A kernel of which the next one's start comes n cycles after the scan has begun. */
static unsigned cut_cycles(const void *cfg)
{
    const apcm_monitor_cfg_t *c = cfg;
    return BEFORE_SCAN + c->entries;
}

static void cut_at_the_last(const void *cfg, unsigned k, void *input)
{
    apcm_monitor_in_t *in = input;
    kernel_of(0, cfg, k, in);
    in->start_en |= k == cut_cycles(cfg) - 1;
}

static unsigned two(const void *cfg)
{
    (void)cfg;
    return 2;
}

/* The start of a kernel, with a load, while a warp is monitored. */
static void start_again(const void *cfg, unsigned k, void *input)
{
    apcm_monitor_in_t *in = input;
    (void)cfg;
    in->load_en = 1;
    in->start_en = k == 1;
}

static unsigned begin_to_scan_cycles(const void *cfg)
{
    (void)cfg;
    return BEFORE_SCAN + 1;
}

static void cut_at_the_first(const void *cfg, unsigned k, void *input)
{
    apcm_monitor_in_t *in = input;
    kernel_of(0, cfg, k, in);
    in->start_en |= k == BEFORE_SCAN;
}

static const stim_directed_t directed[] = {
    {"last_warp", kernel_cycles, last_warp},
    {"first_warp", kernel_cycles, first_warp},
    {"cut_at_the_last", cut_cycles, cut_at_the_last},
    {"start_again", two, start_again},
    {"cut_at_the_first", begin_to_scan_cycles, cut_at_the_first},
};

const stim_unit_t apcm_monitor_stim = {
    .unit = &apcm_monitor_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
