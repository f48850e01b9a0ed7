/*
 * Bypass prediction in a program of one's own: a load that always misses is seen by the predictor
 * of abyp, until it predicts that the load bypasses the L1.
 *
 *   warm [ENGINE]      c (default), rtl or lockstep
 *
 * Each line is a miss: how many there were, and what is predicted for the next access of the load's
 * PC.
 */
#include <inttypes.h>
#include <stdio.h>

#include <lockwarp/unit.h>

enum { MISSES = 4 };

static int wrong(const lw_unit_t *u)
{
    fprintf(stderr, "warm: %s\n", lw_unit_message(u));
    lw_unit_free((lw_unit_t *)u);
    return 1;
}

int main(int argc, char **argv)
{
    const lw_setting_t settings[] = {{"entries", 100}, {"threshold", 3}};
    const unsigned hash = 42; /* of the PC */
    lw_error_t error;
    lw_unit_t *u = lw_unit_new("abyp.table", settings, 2, argc > 1 ? argv[1] : "c", &error);
    if (!u) {
        fprintf(stderr, "warm: %s\n", error.text);
        return 2;
    }
    const int lookup = lw_unit_find(u, "lookup_idx"), predict = lw_unit_find(u, "predict");
    const int inc_en = lw_unit_find(u, "inc_en"), inc_idx = lw_unit_find(u, "inc_idx");
    if (lw_unit_set(u, lookup, 0, hash) || lw_unit_set(u, inc_idx, 0, hash) ||
        lw_unit_set(u, inc_en, 0, 1))
        return wrong(u);
    for (unsigned misses = 0; misses <= MISSES; misses++) {
        uint64_t bypass;
        if (lw_unit_get(u, predict, 0, &bypass))
            return wrong(u);
        printf("%u misses: %s\n", misses, bypass ? "bypass" : "cache");
        if (lw_unit_tick(u))
            return wrong(u);
    }
    printf("%" PRIu64 " cycles of %s\n", lw_unit_cycle(u), lw_unit_about("abyp.table"));
    lw_unit_free(u);
    return 0;
}
