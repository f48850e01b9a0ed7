/* Events and directed stimulus of las.rects (docs/units/las.md). */
#include "las/las_rects.h"
#include "lockstep/stim_unit.h"

enum {
    WRITE,
    WRITE_TAKEN,
    WRITE_LAST,
    FREE,
    FREE_UNTAKEN,
    WRITE_AND_FREE,
    WRITE_AND_FREE_OTHER,
    CLEAR,
    CLEAR_AND_WRITE,
    FULL,
    READ_ALL,
    READ_SOME,
    READ_BEYOND,
    AT_TAKEN,
    AT_UNTAKEN,
    NO_SUCH_WRITE,
    NO_SUCH_FREE,
    NO_SUCH_GROUP,
    NO_SUCH_AT,
};

static unsigned groups(unsigned n, unsigned lanes)
{
    return (n + lanes - 1) / lanes;
}

static bool two_places(const void *cfg)
{
    const las_rects_cfg_t *c = cfg;
    return c->rows * c->cols > 1;
}

static bool two_read(const void *cfg)
{
    const las_rects_cfg_t *c = cfg;
    return c->lanes > 1 && c->cols > 1;
}

static bool lane_beyond(const void *cfg)
{
    const las_rects_cfg_t *c = cfg;
    return c->cols % c->lanes != 0;
}

static bool place_beyond(const void *cfg)
{
    const las_rects_cfg_t *c = cfg;
    return !bits_every_index(c->rows) || !bits_every_index(c->cols);
}

static bool group_beyond(const void *cfg)
{
    const las_rects_cfg_t *c = cfg;
    return !bits_every_index(c->rows) || !bits_every_index(groups(c->cols, c->lanes));
}

static const stim_event_t events[] = {
    [WRITE] = {.name = "write"},
    [WRITE_TAKEN] = {.name = "write_taken"},
    [WRITE_LAST] = {.name = "write_last"},
    [FREE] = {.name = "free"},
    [FREE_UNTAKEN] = {.name = "free_untaken"},
    [WRITE_AND_FREE] = {.name = "write_and_free"},
    [WRITE_AND_FREE_OTHER] = {.name = "write_and_free_other", .possible = two_places},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_WRITE] = {.name = "clear_and_write"},
    [FULL] = {.name = "full"},
    [READ_ALL] = {.name = "read_all"},
    [READ_SOME] = {.name = "read_some", .possible = two_read},
    [READ_BEYOND] = {.name = "read_beyond", .possible = lane_beyond},
    [AT_TAKEN] = {.name = "at_taken"},
    [AT_UNTAKEN] = {.name = "at_untaken"},
    [NO_SUCH_WRITE] = {.name = "no_such_write", .possible = place_beyond},
    [NO_SUCH_FREE] = {.name = "no_such_free", .possible = place_beyond},
    [NO_SUCH_GROUP] = {.name = "no_such_group", .possible = group_beyond},
    [NO_SUCH_AT] = {.name = "no_such_at", .possible = place_beyond},
};

static void watch_lanes(const las_rects_t *u, const las_rects_in_t *in, const las_rects_out_t *out,
                        bool *happened)
{
    const las_rects_cfg_t *c = &u->cfg;
    if (in->row >= c->rows || in->group >= groups(c->cols, c->lanes)) {
        happened[NO_SUCH_GROUP] = true;
        return;
    }
    const unsigned left = c->cols - in->group * c->lanes, n = left < c->lanes ? left : c->lanes;
    const uint32_t all = (uint32_t)bits_mask(n);
    happened[READ_ALL] = out->taken == all;
    happened[READ_SOME] = out->taken != 0 && out->taken != all;
    happened[READ_BEYOND] = n < c->lanes;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_rects_cfg_t *c = cfg;
    const las_rects_t *u = state;
    const las_rects_in_t *in = input;
    const las_rects_out_t *out = output;
    const bool writes = in->write_en && in->write_row < c->rows && in->write_col < c->cols;
    const bool frees = in->free_en && in->free_row < c->rows && in->free_col < c->cols;
    const bool at = in->at_row < c->rows && in->at_col < c->cols;
    const unsigned place = in->write_row * c->cols + in->write_col;
    const unsigned left = in->free_row * c->cols + in->free_col;
    unsigned n = 0;
    for (unsigned i = 0; i < c->rows * c->cols; i++)
        n += u->valid[i];

    happened[WRITE] = writes && !in->clear_en && !u->valid[place];
    happened[WRITE_TAKEN] = writes && !in->clear_en && u->valid[place];
    happened[WRITE_LAST] = writes && !in->clear_en && place == c->rows * c->cols - 1;
    happened[FREE] = frees && u->valid[left];
    happened[FREE_UNTAKEN] = frees && !u->valid[left];
    happened[WRITE_AND_FREE] = writes && frees && place == left && u->valid[left];
    happened[WRITE_AND_FREE_OTHER] = writes && frees && place != left;
    happened[CLEAR] = in->clear_en && n;
    happened[CLEAR_AND_WRITE] = in->clear_en && writes;
    happened[FULL] = n == c->rows * c->cols;
    happened[AT_TAKEN] = at && u->valid[in->at_row * c->cols + in->at_col];
    happened[AT_UNTAKEN] = at && !u->valid[in->at_row * c->cols + in->at_col];
    happened[NO_SUCH_WRITE] = in->write_en && !writes;
    happened[NO_SUCH_FREE] = in->free_en && !frees;
    happened[NO_SUCH_AT] = !at;
    watch_lanes(u, in, out, happened);
}

static void write_place(const las_rects_cfg_t *c, unsigned place, unsigned number,
                        las_rects_in_t *in)
{
    in->write_en = 1;
    in->write_row = (uint8_t)(place / c->cols % c->rows);
    in->write_col = (uint8_t)(place % c->cols);
    for (unsigned a = 0; a < c->arrays; a++)
        in->write_rects[a] = UINT64_C(0x9e3779b97f4a7c15) * (number + a + 1) & bits_mask(c->rect_w);
}

static void free_place(const las_rects_cfg_t *c, unsigned place, las_rects_in_t *in)
{
    in->free_en = 1;
    in->free_row = (uint8_t)(place / c->cols % c->rows);
    in->free_col = (uint8_t)(place % c->cols);
}

static void read_place(const las_rects_cfg_t *c, unsigned place, las_rects_in_t *in)
{
    in->row = in->at_row = (uint8_t)(place / c->cols % c->rows);
    in->at_col = (uint8_t)(place % c->cols);
    in->group = (uint8_t)(in->at_col / c->lanes);
}

static unsigned all_places(const void *cfg)
{
    const las_rects_cfg_t *c = cfg;
    return c->rows * c->cols;
}

/* All places are taken; the one before is read. */
static void fill(const void *cfg, unsigned k, void *input)
{
    const las_rects_cfg_t *c = cfg;
    las_rects_in_t *in = input;
    write_place(c, k, k, in);
    read_place(c, k + c->rows * c->cols - 1, in);
}

/* All are read. */
static void read(const void *cfg, unsigned k, void *input)
{
    const las_rects_cfg_t *c = cfg;
    las_rects_in_t *in = input;
    read_place(c, k, in);
}

/* Each place is left, and taken again in the same cycle, or another one is. */
static void exchange(const void *cfg, unsigned k, void *input)
{
    const las_rects_cfg_t *c = cfg;
    las_rects_in_t *in = input;
    free_place(c, k, in);
    write_place(c, k % 3 ? k : k + 1, k + 7, in);
    read_place(c, k, in);
}

/* Half of the places are left, each of them twice. */
static void leave(const void *cfg, unsigned k, void *input)
{
    const las_rects_cfg_t *c = cfg;
    las_rects_in_t *in = input;
    free_place(c, k / 2, in);
    read_place(c, k / 2, in);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* A clear meets a write. */
static void clear(const void *cfg, unsigned k, void *input)
{
    const las_rects_cfg_t *c = cfg;
    las_rects_in_t *in = input;
    write_place(c, k, k, in);
    in->clear_en = k % 2;
}

/* The largest numbers: no place unless all numbers name one. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const las_rects_cfg_t *c = cfg;
    las_rects_in_t *in = input;
    const uint8_t row = (uint8_t)bits_mask(bits_index_w(c->rows));
    const uint8_t col = (uint8_t)bits_mask(bits_index_w(c->cols));
    write_place(c, 0, k, in);
    free_place(c, 0, in);
    in->write_row = in->free_row = in->row = in->at_row = k % 2 ? row : 0;
    in->write_col = in->free_col = in->at_col = k % 2 ? 0 : col;
    in->group = (uint8_t)(k % 2 ? 0 : bits_mask(bits_index_w(groups(c->cols, c->lanes))));
}

static const stim_directed_t directed[] = {
    {"fill", all_places, fill},   {"read", all_places, read},   {"exchange", all_places, exchange},
    {"leave", all_places, leave}, {"refill", all_places, fill}, {"clear", four, clear},
    {"largest", four, largest},
};

const stim_unit_t las_rects_stim = {
    .unit = &las_rects_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
