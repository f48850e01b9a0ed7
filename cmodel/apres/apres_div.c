#include "apres/apres_div.h"

#include <errno.h>
#include <string.h>

int apres_div_init(apres_div_t *u, const apres_div_cfg_t *cfg)
{
    if (unit_cfg_check(&apres_div_unit, cfg, NULL) != 0 || cfg->num_w % cfg->bits != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

/* Of a number of w bits in two's complement. */

static bool is_negative(uint64_t x, unsigned w)
{
    return x >> (w - 1) & 1;
}

static uint64_t magnitude(uint64_t x, unsigned w)
{
    return (is_negative(x, w) ? -x : x) & bits_mask(w);
}

void apres_div_eval(const apres_div_t *u, const apres_div_in_t *in, apres_div_out_t *out)
{
    (void)in; /* a function of the state alone */
    const uint64_t quot = u->neg ? -u->quo : u->quo;
    out->done = u->ended;
    out->quot = out->done ? quot & bits_mask(u->cfg.num_w) : 0;
    out->exact = out->done && u->rem == 0;
}

static void start(apres_div_t *u, const apres_div_in_t *in)
{
    const unsigned num_w = u->cfg.num_w, den_w = u->cfg.den_w;
    u->neg = is_negative(in->num, num_w) != is_negative(in->den, den_w);
    u->by = (uint16_t)magnitude(in->den, den_w);
    u->rem = 0;
    u->quo = magnitude(in->num, num_w);
    u->left = (uint8_t)(num_w / u->cfg.bits);
}

/* The next digit of the dividend gives a digit of the quotient. */
static void digit(apres_div_t *u)
{
    const unsigned with_next = u->rem * 2u | (u->quo >> (u->cfg.num_w - 1) & 1);
    const bool fits = with_next >= u->by;
    u->rem = (uint16_t)((fits ? with_next - u->by : with_next) & bits_mask(u->cfg.den_w));
    u->quo = (u->quo << 1 | fits) & bits_mask(u->cfg.num_w);
}

void apres_div_tick(apres_div_t *u, const apres_div_in_t *in)
{
    const bool starts = in->start_en && (in->den & bits_mask(u->cfg.den_w)) != 0;
    if (in->clear_en) {
        u->left = u->ended = 0;
        return;
    }
    u->ended = u->left == 1 && !starts;
    if (starts) {
        start(u, in);
    } else if (u->left != 0) {
        for (unsigned i = 0; i < u->cfg.bits; i++)
            digit(u);
        u->left--;
    }
}

uint64_t apres_div_quiet(const apres_div_t *u)
{
    if (u->left != 0)
        return u->left;
    return u->ended ? 0 : UNIT_QUIET_EVER;
}

void apres_div_skip(apres_div_t *u, uint64_t n)
{
    const apres_div_in_t nothing = {0};
    for (; n > 0 && !apres_div_idle(u); n--)
        apres_div_tick(u, &nothing);
}

bool apres_div_idle(const apres_div_t *u)
{
    return u->left == 0 && !u->ended;
}
