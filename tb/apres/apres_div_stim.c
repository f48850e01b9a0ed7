/* Events and directed stimulus of apres.div (docs/units/apres.md). */
#include "apres/apres_div.h"
#include "lockstep/stim_unit.h"

enum {
    POS_POS_EXACT,
    POS_POS_INEXACT,
    POS_NEG_EXACT,
    POS_NEG_INEXACT,
    NEG_POS_EXACT,
    NEG_POS_INEXACT,
    NEG_NEG_EXACT,
    NEG_NEG_INEXACT,
    ZERO_BY_POSITIVE,
    ZERO_BY_NEGATIVE,
    DIVIDEND_SMALLER,
    DIVISOR_ONE,
    DIVISOR_MINUS_ONE,
    DIVISOR_LARGEST,
    DIVISOR_MOST_NEGATIVE,
    MOST_NEGATIVE,
    MOST_NEGATIVE_BY_MINUS_ONE,
    DIVISOR_ZERO,
    DIVISOR_ZERO_BUSY,
    DIVISOR_ZERO_AT_END,
    REPLACES,
    REPLACES_AT_LAST_STEP,
    START_AT_END,
    CLEAR_BUSY,
    CLEAR_AT_LAST_STEP,
    CLEAR_AT_END,
    CLEAR_AND_START,
    DONE_POSITIVE,
    DONE_NEGATIVE,
    DONE_ZERO,
    DONE_MINUS_ZERO,
    DONE_EXACT,
    DONE_INEXACT,
    DONE_INEXACT_NEGATIVE,
    DONE_LARGEST,
};

/* A number of one bit is 0 or -1. */
static bool positive_num(const void *cfg)
{
    const apres_div_cfg_t *c = cfg;
    return c->num_w > 1;
}

static bool positive_den(const void *cfg)
{
    const apres_div_cfg_t *c = cfg;
    return c->den_w > 1;
}

static bool both_positive(const void *cfg)
{
    return positive_num(cfg) && positive_den(cfg);
}

/* A remainder needs a divisor of magnitude 2: -2, or 2. */
static bool den_minus_two(const void *cfg)
{
    const apres_div_cfg_t *c = cfg;
    return c->den_w > 1;
}

static bool den_two(const void *cfg)
{
    const apres_div_cfg_t *c = cfg;
    return c->den_w > 2;
}

static bool num_positive_den_two(const void *cfg)
{
    return positive_num(cfg) && den_two(cfg);
}

static bool num_positive_den_minus_two(const void *cfg)
{
    return positive_num(cfg) && den_minus_two(cfg);
}

/* One of the two can be positive, and the other negative. */
static bool different_signs(const void *cfg)
{
    return positive_num(cfg) || positive_den(cfg);
}

static bool different_signs_inexact(const void *cfg)
{
    return den_two(cfg) || num_positive_den_minus_two(cfg);
}

/* More than one step is needed. */
static bool two_steps(const void *cfg)
{
    const apres_div_cfg_t *c = cfg;
    return c->num_w > c->bits;
}

static const stim_event_t events[] = {
    [POS_POS_EXACT] = {.name = "pos_pos_exact", .possible = both_positive},
    [POS_POS_INEXACT] = {.name = "pos_pos_inexact", .possible = num_positive_den_two},
    [POS_NEG_EXACT] = {.name = "pos_neg_exact", .possible = positive_num},
    [POS_NEG_INEXACT] = {.name = "pos_neg_inexact", .possible = num_positive_den_minus_two},
    [NEG_POS_EXACT] = {.name = "neg_pos_exact", .possible = positive_den},
    [NEG_POS_INEXACT] = {.name = "neg_pos_inexact", .possible = den_two},
    [NEG_NEG_EXACT] = {.name = "neg_neg_exact"},
    [NEG_NEG_INEXACT] = {.name = "neg_neg_inexact", .possible = den_minus_two},
    [ZERO_BY_POSITIVE] = {.name = "zero_by_positive", .possible = positive_den},
    [ZERO_BY_NEGATIVE] = {.name = "zero_by_negative"},
    [DIVIDEND_SMALLER] = {.name = "dividend_smaller", .possible = den_minus_two},
    [DIVISOR_ONE] = {.name = "divisor_one", .possible = positive_den},
    [DIVISOR_MINUS_ONE] = {.name = "divisor_minus_one"},
    [DIVISOR_LARGEST] = {.name = "divisor_largest", .possible = positive_den},
    [DIVISOR_MOST_NEGATIVE] = {.name = "divisor_most_negative"},
    [MOST_NEGATIVE] = {.name = "most_negative", .possible = positive_den},
    [MOST_NEGATIVE_BY_MINUS_ONE] = {.name = "most_negative_by_minus_one"},
    [DIVISOR_ZERO] = {.name = "divisor_zero"},
    [DIVISOR_ZERO_BUSY] = {.name = "divisor_zero_busy"},
    [DIVISOR_ZERO_AT_END] = {.name = "divisor_zero_at_end"},
    [REPLACES] = {.name = "replaces", .possible = two_steps},
    [REPLACES_AT_LAST_STEP] = {.name = "replaces_at_last_step"},
    [START_AT_END] = {.name = "start_at_end"},
    [CLEAR_BUSY] = {.name = "clear_busy", .possible = two_steps},
    [CLEAR_AT_LAST_STEP] = {.name = "clear_at_last_step"},
    [CLEAR_AT_END] = {.name = "clear_at_end"},
    [CLEAR_AND_START] = {.name = "clear_and_start"},
    [DONE_POSITIVE] = {.name = "done_positive"},
    [DONE_NEGATIVE] = {.name = "done_negative", .possible = different_signs},
    [DONE_ZERO] = {.name = "done_zero", .possible = positive_den},
    [DONE_MINUS_ZERO] = {.name = "done_minus_zero"},
    [DONE_EXACT] = {.name = "done_exact"},
    [DONE_INEXACT] = {.name = "done_inexact", .possible = den_minus_two},
    [DONE_INEXACT_NEGATIVE] = {.name = "done_inexact_negative",
                               .possible = different_signs_inexact},
    [DONE_LARGEST] = {.name = "done_largest"},
};

/* The magnitude of a number of w bits. */
static uint64_t magnitude(uint64_t x, unsigned w)
{
    return x >> (w - 1) & 1 ? -x & bits_mask(w) : x;
}

/* A division that starts: its operands. */
static void watch_start(const apres_div_cfg_t *c, const apres_div_in_t *in, bool *happened)
{
    const uint64_t num = magnitude(in->num, c->num_w), den = magnitude(in->den, c->den_w);
    const uint64_t num_top = UINT64_C(1) << (c->num_w - 1), den_top = UINT64_C(1) << (c->den_w - 1);
    const bool num_neg = in->num & num_top, den_neg = in->den & den_top;
    const bool exact = num % den == 0;
    const bool pp = num && !num_neg && !den_neg, pn = num && !num_neg && den_neg;
    const bool np = num_neg && !den_neg, nn = num_neg && den_neg;

    happened[POS_POS_EXACT] = pp && exact;
    happened[POS_POS_INEXACT] = pp && !exact;
    happened[POS_NEG_EXACT] = pn && exact;
    happened[POS_NEG_INEXACT] = pn && !exact;
    happened[NEG_POS_EXACT] = np && exact;
    happened[NEG_POS_INEXACT] = np && !exact;
    happened[NEG_NEG_EXACT] = nn && exact;
    happened[NEG_NEG_INEXACT] = nn && !exact;
    happened[ZERO_BY_POSITIVE] = num == 0 && !den_neg;
    happened[ZERO_BY_NEGATIVE] = num == 0 && den_neg;
    happened[DIVIDEND_SMALLER] = num != 0 && num < den;
    happened[DIVISOR_ONE] = den == 1 && !den_neg;
    happened[DIVISOR_MINUS_ONE] = den == 1 && den_neg;
    happened[DIVISOR_LARGEST] = in->den == den_top - 1;
    happened[DIVISOR_MOST_NEGATIVE] = in->den == den_top;
    happened[MOST_NEGATIVE] = in->num == num_top && !den_neg;
    happened[MOST_NEGATIVE_BY_MINUS_ONE] = in->num == num_top && den == 1 && den_neg;
}

/* A division that has ended: its result. */
static void watch_end(const apres_div_t *u, bool *happened)
{
    const uint64_t largest = UINT64_C(1) << (u->cfg.num_w - 1);
    happened[DONE_POSITIVE] = u->quo && !u->neg;
    happened[DONE_NEGATIVE] = u->quo && u->neg;
    happened[DONE_ZERO] = !u->quo && !u->neg;
    happened[DONE_MINUS_ZERO] = !u->quo && u->neg;
    happened[DONE_EXACT] = u->rem == 0;
    happened[DONE_INEXACT] = u->rem != 0 && !u->neg;
    happened[DONE_INEXACT_NEGATIVE] = u->rem != 0 && u->neg;
    happened[DONE_LARGEST] = u->quo == largest && !u->neg;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apres_div_cfg_t *c = cfg;
    const apres_div_t *u = state;
    const apres_div_in_t *in = input;
    const bool asked = in->start_en && !in->clear_en;
    const bool starts = asked && in->den != 0, by_zero = asked && in->den == 0;
    const bool last = u->left == 1;
    (void)output;

    if (starts)
        watch_start(c, in, happened);
    if (u->ended)
        watch_end(u, happened);
    happened[DIVISOR_ZERO] = by_zero && u->left == 0 && !u->ended;
    happened[DIVISOR_ZERO_BUSY] = by_zero && u->left != 0;
    happened[DIVISOR_ZERO_AT_END] = by_zero && u->ended;
    happened[REPLACES] = starts && u->left > 1;
    happened[REPLACES_AT_LAST_STEP] = starts && last;
    happened[START_AT_END] = starts && u->ended;
    happened[CLEAR_BUSY] = in->clear_en && u->left > 1;
    happened[CLEAR_AT_LAST_STEP] = in->clear_en && last;
    happened[CLEAR_AT_END] = in->clear_en && u->ended;
    happened[CLEAR_AND_START] = in->clear_en && in->start_en && in->den != 0;
}

/* ---- Directed stimulus ---- */

/* Cycles from a start until the result. */
static unsigned latency(const apres_div_cfg_t *c)
{
    return c->num_w / c->bits + 1;
}

static void start(const apres_div_cfg_t *c, uint64_t num, uint64_t den, apres_div_in_t *in)
{
    in->start_en = 1;
    in->num = num & bits_mask(c->num_w);
    in->den = (uint16_t)(den & bits_mask(c->den_w));
}

/* Dividends and divisors at the ends of their ranges and beside them, as n counts. */
enum { NUMS = 8, DENS = 8 };

static uint64_t some_num(const apres_div_cfg_t *c, unsigned n)
{
    const uint64_t top = UINT64_C(1) << (c->num_w - 1);
    const uint64_t num[NUMS] = {0, 1, UINT64_MAX, 2, top - 1, top, top + 1, UINT64_C(-800)};
    return num[n % NUMS];
}

static uint64_t some_den(const apres_div_cfg_t *c, unsigned n)
{
    const uint64_t top = UINT64_C(1) << (c->den_w - 1);
    const uint64_t den[DENS] = {1, UINT64_MAX, 2, UINT64_C(-2), 3, top - 1, top, UINT64_C(-8)};
    return den[n % DENS];
}

static unsigned corners_cycles(const void *cfg)
{
    return NUMS * DENS * latency(cfg);
}

/* Each dividend by each divisor, each started in the cycle of the last one's result. */
static void corners(const void *cfg, unsigned k, void *input)
{
    const apres_div_cfg_t *c = cfg;
    const unsigned n = k / latency(c);
    if (k % latency(c) == 0)
        start(c, some_num(c, n % NUMS), some_den(c, n / NUMS), input);
}

static unsigned twice_each(const void *cfg)
{
    const unsigned n = latency(cfg) + 1;
    return 2 * n * n;
}

/* Divisions that are replaced in their first cycle, in the next, and so on until after their end;
 * by one that replaces them, and by one by 0, which does not. The new one is replaced by the next.
 */
static void replace(const void *cfg, unsigned k, void *input)
{
    const apres_div_cfg_t *c = cfg;
    const unsigned n = latency(c) + 1, which = k / n, at = k % n;
    if (at == 0)
        start(c, some_num(c, which + 1), some_den(c, which), input);
    else if (at - 1 == which / 2 % n)
        start(c, some_num(c, which + 2), which & 1 ? 0 : some_den(c, which + 3), input);
}

/* The same with clears, alone and together with a start. */
static void clear(const void *cfg, unsigned k, void *input)
{
    const apres_div_cfg_t *c = cfg;
    apres_div_in_t *in = input;
    const unsigned n = latency(c) + 1, which = k / n, at = k % n;
    in->clear_en = at != 0 && at - 1 == which / 2 % n;
    if (at == 0 || (in->clear_en && which & 1))
        start(c, some_num(c, which + 1), some_den(c, which), in);
}

static unsigned every_den(const void *cfg)
{
    const apres_div_cfg_t *c = cfg;
    const unsigned dens = 1u << (c->den_w < 4 ? c->den_w : 4);
    return dens * latency(c);
}

/* A dividend that many divisors divide, and one more than it. */
static void many_divisors(const void *cfg, unsigned k, void *input)
{
    const apres_div_cfg_t *c = cfg;
    const unsigned den = k / latency(c);
    if (k % latency(c) == 0)
        start(c, den & 1 ? UINT64_C(-5040) : 5041, den / 2 + 1, input);
}

static unsigned ends_cycles(const void *cfg)
{
    return 4 * (latency(cfg) + 2);
}

/* The largest quotient there is, and a division by 0 in the cycle of the result and in the next. */
static void ends(const void *cfg, unsigned k, void *input)
{
    const apres_div_cfg_t *c = cfg;
    const unsigned at = k % (latency(c) + 2);
    if (at == 0)
        start(c, UINT64_C(1) << (c->num_w - 1), UINT64_MAX, input);
    if (at >= latency(c))
        start(c, k, 0, input);
}

static const stim_directed_t directed[] = {
    {"corners", corners_cycles, corners},
    {"replace", twice_each, replace},
    {"clear", twice_each, clear},
    {"ends", ends_cycles, ends},
    {"many_divisors", every_den, many_divisors},
};

const stim_unit_t apres_div_stim = {
    .unit = &apres_div_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
