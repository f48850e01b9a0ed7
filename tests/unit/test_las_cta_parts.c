/* The parts of las.cta, rects, overlap, scores and select: the worked examples of
 * docs/units/las.md, what figure 3.9 of the thesis shows, and references in plain C. */
#include "unit_bench.h"

#include "las/las_overlap.h"
#include "las/las_rects.h"
#include "las/las_scores.h"
#include "las/las_select.h"

/* ---- las.rects ---- */

static las_rects_t rects_make(void)
{
    las_rects_t u;
    const las_rects_cfg_t cfg = {.rows = 2, .cols = 3, .lanes = 2, .arrays = 1, .rect_w = 3};
    assert_int_equal(las_rects_init(&u, &cfg), 0);
    return u;
}

static las_rects_out_t rects_read(const las_rects_t *u, unsigned row, unsigned group)
{
    las_rects_out_t out;
    las_rects_eval(u, &(las_rects_in_t){.row = (uint8_t)row, .group = (uint8_t)group}, &out);
    return out;
}

static uint64_t rects_at(const las_rects_t *u, unsigned row, unsigned col)
{
    las_rects_out_t out;
    las_rects_eval(u, &(las_rects_in_t){.at_row = (uint8_t)row, .at_col = (uint8_t)col}, &out);
    return out.at_rects[0];
}

static las_rects_in_t rects_write(unsigned row, unsigned col, uint64_t rect)
{
    return (las_rects_in_t){
        .write_en = 1, .write_row = (uint8_t)row, .write_col = (uint8_t)col, .write_rects = {rect}};
}

static void las_rects_010_worked_example(void **state)
{
    (void)state;
    las_rects_t u = rects_make();
    las_rects_in_t in = rects_write(1, 2, 5);
    las_rects_tick(&u, &in);
    las_rects_out_t out = rects_read(&u, 1, 1);
    assert_true(out.places[5] == 1 && memchr(out.places, 1, 5) == NULL); /* 1 * 3 + 2 */
    assert_true(out.taken == 1 && out.rects[0] == 5 && out.rects[1] == 0);
    assert_int_equal(rects_read(&u, 1, 0).taken, 0);

    in = rects_write(1, 2, 6);
    in.free_en = 1, in.free_row = 1, in.free_col = 2;
    las_rects_tick(&u, &in);
    assert_true(rects_at(&u, 1, 2) == 6 && rects_at(&u, 1, 1) == 0);

    in = rects_write(0, 1, 15); /* a bit too many */
    in.free_en = 1, in.free_row = 1, in.free_col = 2;
    las_rects_tick(&u, &in);
    out = rects_read(&u, 0, 0);
    assert_true(out.taken == 2 && out.rects[0] == 0 && out.rects[1] == 7);
    assert_true(rects_read(&u, 1, 1).taken == 0 && rects_at(&u, 1, 2) == 0);

    in = rects_write(0, 0, 1);
    in.clear_en = 1;
    las_rects_tick(&u, &in);
    assert_int_equal(rects_read(&u, 0, 0).taken, 0);
}

static void las_rects_020_what_names_no_place(void **state)
{
    (void)state;
    las_rects_t u;
    const las_rects_cfg_t cfg = {.rows = 3, .cols = 3, .lanes = 2, .arrays = 1, .rect_w = 3};
    assert_int_equal(las_rects_init(&u, &cfg), 0);
    for (unsigned p = 0; p < 9; p++) {
        const las_rects_in_t in = rects_write(p / 3, p % 3, 1 + p % 7);
        las_rects_tick(&u, &in);
    }
    const las_rects_t before = u;
    las_rects_in_t in = rects_write(0, 3, 7);
    in.free_en = 1, in.free_row = 3;
    las_rects_tick(&u, &in);
    in = rects_write(3, 0, 7);
    in.free_en = 1, in.free_col = 3;
    las_rects_tick(&u, &in);
    assert_memory_equal(&u, &before, sizeof u);
    assert_true(rects_at(&u, 0, 3) == 0 && rects_at(&u, 3, 0) == 0 && rects_at(&u, 2, 2) == 2);
    assert_true(rects_read(&u, 3, 0).taken == 0 && rects_read(&u, 0, 1).taken == 1);
}

/* Three bits name rows 5 to 7, and there are five. */
static void las_rects_030_every_row_beyond_the_last_is_none(void **state)
{
    (void)state;
    las_rects_t u;
    const las_rects_cfg_t cfg = {.rows = 5, .cols = 3, .lanes = 2, .arrays = 1, .rect_w = 3};
    assert_int_equal(las_rects_init(&u, &cfg), 0);
    const las_rects_t before = u;
    for (unsigned row = 5; row < 8; row++) {
        const las_rects_in_t in = rects_write(row, 1, 7);
        las_rects_tick(&u, &in);
        assert_memory_equal(&u, &before, sizeof u);
        assert_true(rects_at(&u, row, 1) == 0 && rects_read(&u, row, 0).taken == 0);
    }
}

/* ---- las.overlap ---- */

typedef struct box {
    unsigned x, y, w, h;
} box_t;

static uint64_t pack(const las_overlap_cfg_t *c, box_t b)
{
    return b.x | (uint64_t)b.y << c->coord_w | (uint64_t)b.w << (2 * c->coord_w) |
           (uint64_t)b.h << (2 * c->coord_w + c->size_w);
}

/* Lines that both have, counted one by one. */
static unsigned shared(box_t a, box_t b)
{
    unsigned n = 0;
    for (unsigned x = a.x; x < a.x + a.w; x++)
        for (unsigned y = a.y; y < a.y + a.h; y++)
            n += x >= b.x && x < b.x + b.w && y >= b.y && y < b.y + b.h;
    return n;
}

static las_overlap_out_t overlap_cycle(las_overlap_t *u, las_overlap_in_t in)
{
    las_overlap_out_t out;
    las_overlap_eval(u, &in, &out);
    las_overlap_tick(u, &in);
    return out;
}

/* The result of one comparison of one array, four cycles after it has begun. */
static unsigned lines_of(box_t a, box_t b)
{
    las_overlap_t u;
    const las_overlap_cfg_t cfg = {.lanes = 2, .arrays = 1, .coord_w = 4, .size_w = 4};
    assert_int_equal(las_overlap_init(&u, &cfg), 0);
    const las_overlap_in_t in = {
        .look_en = 1, .use = 2, .one = {pack(&cfg, a)}, .others = {0, pack(&cfg, b)}};
    for (unsigned k = 0; k < 4; k++)
        assert_int_equal(overlap_cycle(&u, k == 0 ? in : (las_overlap_in_t){0}).done, 0);
    assert_int_equal(las_overlap_quiet(&u), 0);
    const las_overlap_out_t out = overlap_cycle(&u, (las_overlap_in_t){0});
    assert_true(out.done == 2 && out.lines[0] == 0 && las_overlap_idle(&u));
    return out.lines[1];
}

static void las_overlap_010_worked_example(void **state)
{
    (void)state;
    las_overlap_t u;
    const las_overlap_cfg_t cfg = {.lanes = 1, .arrays = 1, .coord_w = 4, .size_w = 4};
    assert_int_equal(las_overlap_init(&u, &cfg), 0);
    overlap_cycle(&u, (las_overlap_in_t){.look_en = 1,
                                         .use = 1,
                                         .one = {pack(&cfg, (box_t){2, 0, 4, 2})},
                                         .others = {pack(&cfg, (box_t){4, 1, 3, 3})}});
    assert_true(u.left[0] == 4 && u.right[0] == 6 && u.top[0] == 1 && u.bottom[0] == 2);
    overlap_cycle(&u, (las_overlap_in_t){0});
    assert_true(u.wide[0] == 2 && u.high[0] == 1);
    assert_int_equal(lines_of((box_t){2, 0, 4, 2}, (box_t){4, 1, 3, 3}), 2);
    assert_int_equal(lines_of((box_t){2, 0, 4, 2}, (box_t){6, 0, 4, 2}), 0);
    assert_int_equal(lines_of((box_t){0, 0, 8, 8}, (box_t){2, 2, 1, 1}), 1);
}

/* Figure 3.9: two blocks of one size share (width - distance) * (height - distance) lines. */
static void las_overlap_020_figure_3_9(void **state)
{
    (void)state;
    for (unsigned dx = 0; dx <= 6; dx++)
        for (unsigned dy = 0; dy <= 5; dy++) {
            const unsigned lines = dx < 5 && dy < 4 ? (5 - dx) * (4 - dy) : 0;
            assert_int_equal(lines_of((box_t){3, 3, 5, 4}, (box_t){3 + dx, 3 + dy, 5, 4}), lines);
            assert_int_equal(lines_of((box_t){3 + dx, 3, 5, 4}, (box_t){3, 3 + dy, 5, 4}), lines);
        }
}

static void las_overlap_030_ends_beyond_the_last_coordinate(void **state)
{
    (void)state;
    assert_int_equal(lines_of((box_t){15, 15, 15, 15}, (box_t){14, 12, 15, 15}), 14 * 12);
    assert_int_equal(lines_of((box_t){15, 0, 15, 15}, (box_t){15, 0, 15, 15}), 225);
    assert_int_equal(lines_of((box_t){3, 3, 0, 4}, (box_t){0, 0, 15, 15}), 0);
    assert_int_equal(lines_of((box_t){3, 3, 4, 0}, (box_t){3, 3, 4, 0}), 0);
}

/* A comparison in each cycle, of every lane and array, against lines counted one by one. */
static void las_overlap_040_one_a_cycle(void **state)
{
    (void)state;
    enum { CYCLES = 600 };
    static unsigned lines[CYCLES][3];
    static uint32_t use[CYCLES];
    las_overlap_t u;
    const las_overlap_cfg_t cfg = {.lanes = 3, .arrays = 2, .coord_w = 5, .size_w = 4};
    assert_int_equal(las_overlap_init(&u, &cfg), 0);
    rng_t rng;
    rng_seed(&rng, 40);
    for (unsigned k = 0; k < CYCLES; k++) {
        las_overlap_in_t in = {.look_en = rng_below(&rng, 4) != 0, .use = rng_below(&rng, 16)};
        in.clear_en = k % 50 == 49;
        use[k] = in.look_en && !in.clear_en ? in.use & 7 : 0; /* there is no lane 3 */
        box_t box[2][4];
        for (unsigned i = 0; i < 8; i++)
            box[i / 4][i % 4] = (box_t){rng_below(&rng, 32), rng_below(&rng, 32),
                                        rng_below(&rng, 16), rng_below(&rng, 16)};
        for (unsigned a = 0; a < 2; a++)
            in.one[a] = pack(&cfg, box[a][3]) | UINT64_C(1) << 20; /* a bit too many */
        for (unsigned l = 0; l < 3; l++) {
            lines[k][l] = 0;
            for (unsigned a = 0; a < 2; a++) {
                in.others[l * 2 + a] = pack(&cfg, box[a][l]);
                lines[k][l] += shared(box[a][3], box[a][l]);
            }
        }
        if (in.clear_en)
            for (unsigned n = k - 3; n < k; n++)
                use[n] = 0;
        const las_overlap_out_t out = overlap_cycle(&u, in);
        assert_int_equal(out.done, k < 4 ? 0 : use[k - 4]);
        for (unsigned l = 0; k >= 4 && l < 3; l++)
            assert_int_equal(out.lines[l], use[k - 4] >> l & 1 ? lines[k - 4][l] : 0);
    }
}

static const las_overlap_cfg_t one_lane = {.lanes = 1, .arrays = 1, .coord_w = 4, .size_w = 4};

/* After a comparison of 2 lines; and what begins another one, of 6. */
static las_overlap_t after_2_lines(las_overlap_in_t *six)
{
    las_overlap_t u;
    assert_int_equal(las_overlap_init(&u, &one_lane), 0);
    las_overlap_in_t in = {.look_en = 1,
                           .use = 1,
                           .one = {pack(&one_lane, (box_t){2, 0, 4, 2})},
                           .others = {pack(&one_lane, (box_t){4, 1, 3, 3})}};
    overlap_cycle(&u, in);
    for (unsigned k = 0; k < 4; k++)
        overlap_cycle(&u, (las_overlap_in_t){0});
    assert_true(las_overlap_idle(&u) && u.area[0] == 2 && u.sum[0] == 2);
    in.others[0] = pack(&one_lane, (box_t){3, 0, 3, 3});
    *six = in;
    return u;
}

/* A lane that is not in use in a step stores nothing in it: of a comparison that is dropped, the
 * steps that come after the clear keep what they had. */
static void las_overlap_050_the_steps_of_a_dropped_comparison_store_nothing(void **state)
{
    (void)state;
    for (unsigned area = 0; area < 2;
         area++) { /* the clear comes at the edge of its area, or before */
        las_overlap_in_t six;
        las_overlap_t u = after_2_lines(&six);
        overlap_cycle(&u, six);
        if (area) {
            overlap_cycle(&u, (las_overlap_in_t){0});
            assert_true(u.size_use == 1 && u.wide[0] == 3 && u.high[0] == 2);
        }
        overlap_cycle(&u, (las_overlap_in_t){.clear_en = 1});
        assert_true(las_overlap_idle(&u));
        for (unsigned k = 0; k < 3; k++) {
            assert_true(u.sum[0] == 2 && (area || u.area[0] == 2));
            assert_int_equal(overlap_cycle(&u, (las_overlap_in_t){0}).done, 0);
        }
    }
}

/* A comparison of 6 lines in the cycle of a clear does not begin. No later step stores anything of
 * it: each keeps what the comparison of 2 lines has left there. */
static void las_overlap_060_a_comparison_that_is_cleared_as_it_begins(void **state)
{
    (void)state;
    las_overlap_in_t in;
    las_overlap_t u = after_2_lines(&in);
    in.clear_en = 1;
    for (unsigned k = 0; k < 5; k++) {
        overlap_cycle(&u, k == 0 ? in : (las_overlap_in_t){0});
        assert_true(las_overlap_idle(&u) && u.wide[0] == 2 && u.high[0] == 1);
        assert_true(u.area[0] == 2 && u.sum[0] == 2);
    }
}

/* ---- las.scores ---- */

static las_scores_t scores_make(unsigned sum_w)
{
    las_scores_t u;
    const las_scores_cfg_t cfg = {.window = 3, .sms = 2, .slots = 2, .lanes = 2, .sum_w = sum_w};
    assert_int_equal(las_scores_init(&u, &cfg), 0);
    return u;
}

static void assert_scores(const las_scores_t *u, unsigned sm, unsigned group, const unsigned *here,
                          const unsigned *all)
{
    las_scores_out_t out;
    las_scores_eval(u, &(las_scores_in_t){.sm = (uint8_t)sm, .group = (uint8_t)group}, &out);
    for (unsigned l = 0; l < 2; l++) {
        assert_int_equal(out.here[l], here[l]);
        assert_int_equal(out.all[l], all[l]);
    }
}
#define PAIR(a, b) ((const unsigned[]){a, b})

static void las_scores_010_worked_example(void **state)
{
    (void)state;
    las_scores_t u = scores_make(2);
    las_scores_in_t each = {.each_en = 1, .each_sm = 1, .each_use = 3, .each_lines = {3, 1}};
    las_scores_tick(&u, &each);
    assert_scores(&u, 1, 0, PAIR(3, 1), PAIR(3, 1));
    las_scores_tick(&u, &(las_scores_in_t){.one_en = 1, .one_lines = 2});
    assert_scores(&u, 0, 0, PAIR(2, 0), PAIR(5, 1));
    each.each_minus = 1, each.each_use = 1;
    las_scores_tick(&u, &each);
    assert_scores(&u, 1, 0, PAIR(0, 1), PAIR(2, 1));
    las_scores_tick(&u, &(las_scores_in_t){.zero_en = 1});
    assert_scores(&u, 1, 0, PAIR(0, 1), PAIR(0, 1));
    assert_scores(&u, 0, 0, PAIR(0, 0), PAIR(0, 1));
}

static void las_scores_020_what_comes_later_wins(void **state)
{
    (void)state;
    las_scores_t u = scores_make(4);
    las_scores_in_t in = {.each_en = 1, .each_sm = 1, .each_use = 3, .each_lines = {3, 18}};
    in.one_en = 1, in.one_sm = 1, in.one_lines = 9; /* of candidate 0: lost */
    las_scores_tick(&u, &in);
    assert_scores(&u, 1, 0, PAIR(3, 2), PAIR(3, 2));
    in.one_idx = 2, in.one_lines = 33; /* of another one; a bit too many */
    in.zero_en = 1, in.zero_idx = 1;
    las_scores_tick(&u, &in);
    assert_scores(&u, 1, 0, PAIR(6, 0), PAIR(6, 0));
    assert_scores(&u, 1, 1, PAIR(1, 0), PAIR(1, 0));
    in.zero_idx = 2;
    las_scores_tick(&u, &in);
    assert_scores(&u, 1, 1, PAIR(0, 0), PAIR(0, 0));
}

static void las_scores_030_what_names_nothing(void **state)
{
    (void)state;
    las_scores_t u;
    const las_scores_cfg_t cfg = {.window = 3, .sms = 3, .slots = 1, .lanes = 2, .sum_w = 2};
    assert_int_equal(las_scores_init(&u, &cfg), 0);
    las_scores_in_t in = {.each_en = 1, .each_group = 1, .each_use = 3, .each_lines = {1, 1}};
    las_scores_tick(&u, &in); /* candidate 3 does not exist */
    const las_scores_t before = u;
    assert_scores(&u, 0, 1, PAIR(1, 0), PAIR(1, 0));
    assert_scores(&u, 3, 1, PAIR(0, 0), PAIR(1, 0)); /* nor does SM 3 */
    in.each_sm = 3;
    in.one_en = 1, in.one_idx = 3, in.one_lines = 1;
    in.zero_en = 1, in.zero_idx = 3;
    las_scores_tick(&u, &in);
    in.one_idx = 1, in.one_sm = 3;
    las_scores_tick(&u, &in);
    assert_memory_equal(&u, &before, sizeof u);
}

static void las_scores_040_sums_wrap(void **state)
{
    (void)state;
    las_scores_t u = scores_make(2);
    las_scores_in_t in = {.each_en = 1, .each_minus = 1, .each_use = 1, .each_lines = {1}};
    las_scores_tick(&u, &in);
    assert_scores(&u, 0, 0, PAIR(7, 0), PAIR(15, 0)); /* 3 bits and 4 bits */
    las_scores_tick(&u, &(las_scores_in_t){.one_en = 1, .one_lines = 3});
    assert_scores(&u, 0, 0, PAIR(2, 0), PAIR(2, 0));
}

/* ---- las.select ---- */

typedef struct look {
    unsigned score[3], total[3], cta[3];
} look_t;

static las_select_t select_make(void)
{
    las_select_t u;
    const las_select_cfg_t cfg = {.window = 5, .lanes = 3, .score_w = 2, .total_w = 2, .cta_w = 2};
    assert_int_equal(las_select_init(&u, &cfg), 0);
    return u;
}

static las_select_in_t select_look(unsigned group, unsigned use, const look_t *look)
{
    las_select_in_t in = {.look_en = 1, .group = (uint8_t)group, .use = use};
    for (unsigned l = 0; l < 3; l++) {
        in.score[l] = look->score[l];
        in.total[l] = look->total[l];
        in.cta[l] = look->cta[l];
    }
    return in;
}

static las_select_out_t select_cycle(las_select_t *u, las_select_in_t in)
{
    las_select_out_t out;
    las_select_eval(u, &in, &out);
    las_select_tick(u, &in);
    return out;
}

/* The best of one group. */
static unsigned best_of(const look_t *look)
{
    las_select_t u = select_make();
    las_select_in_t in = select_look(0, 7, look);
    in.begin_en = 1;
    assert_false(select_cycle(&u, in).under_way);
    assert_true(select_cycle(&u, (las_select_in_t){0}).under_way);
    assert_true(select_cycle(&u, (las_select_in_t){0}).under_way);
    const las_select_out_t out = select_cycle(&u, (las_select_in_t){0});
    assert_true(!out.under_way && las_select_idle(&u));
    return out.best;
}

static void las_select_010_worked_example(void **state)
{
    (void)state;
    las_select_t u = select_make();
    const look_t look = {{0, 2, 2}, {3, 3, 3}, {0, 3, 1}};
    las_select_in_t in = select_look(0, 7, &look);
    in.begin_en = 1;
    select_cycle(&u, in);
    assert_true(u.node_valid[1] && u.node_lane[1] == 1 && u.node_score[1] == 2);
    assert_true(u.node_valid[2] && u.node_lane[2] == 0 && !u.node_valid[0]);
    select_cycle(&u, (las_select_in_t){0});
    assert_true(u.node_valid[0] && !u.node_valid[1] && !u.node_valid[2]);
    assert_true(u.node_lane[0] == 0 && u.node_lane[3] == 1); /* lane 2: its bits 0 and 1 */
    select_cycle(&u, (las_select_in_t){0});
    assert_true(u.best_valid && u.best_idx == 2 && u.best_cta == 1);
    assert_int_equal(best_of(&look), 2);
    assert_int_equal(best_of(&(look_t){{0, 0, 0}, {3, 1, 1}, {0, 3, 1}}), 2);
}

static void las_select_020_what_decides(void **state)
{
    (void)state;
    /* a total does not matter above score 0, and the lower number wins */
    assert_int_equal(best_of(&(look_t){{1, 1, 1}, {3, 0, 0}, {0, 1, 2}}), 0);
    assert_int_equal(best_of(&(look_t){{1, 1, 2}, {0, 0, 3}, {0, 1, 3}}), 2);
    assert_int_equal(best_of(&(look_t){{0, 0, 0}, {2, 2, 1}, {0, 1, 3}}), 2);
    assert_int_equal(best_of(&(look_t){{0, 0, 0}, {1, 1, 1}, {2, 1, 1}}), 1); /* the first */
    assert_int_equal(best_of(&(look_t){{4, 1, 0}, {0, 0, 0}, {0, 0, 0}}), 1); /* a bit too many */
}

static void las_select_030_groups_and_the_best_so_far(void **state)
{
    (void)state;
    las_select_t u = select_make();
    const look_t first = {{1, 0, 1}, {0, 0, 0}, {2, 0, 1}}, second = {{1, 3, 3}, {0, 0, 0}, {0}};
    select_cycle(&u, select_look(0, 1, &first));
    select_cycle(&u, select_look(0, 6, &first));
    select_cycle(&u, select_look(1, 5, &second)); /* lane 2 would be candidate 5 */
    for (unsigned k = 0; k < 3; k++)
        select_cycle(&u, (las_select_in_t){0});
    assert_true(las_select_idle(&u) && u.best_idx == 3 && u.best_score == 1);
    select_cycle(&u, select_look(0, 4, &first)); /* worse: the best stays */
    las_select_in_t none = select_look(0, 7, &first);
    none.look_en = 0;
    select_cycle(&u, none);
    select_cycle(&u, (las_select_in_t){0});
    assert_int_equal(select_cycle(&u, (las_select_in_t){0}).best, 3);

    select_cycle(&u, select_look(0, 7, &first));
    las_select_in_t begin = select_look(1, 2, &second);
    begin.begin_en = 1; /* drops the node and the best */
    select_cycle(&u, begin);
    assert_int_equal(select_cycle(&u, (las_select_in_t){0}).best, 0);
    select_cycle(&u, (las_select_in_t){0});
    assert_int_equal(select_cycle(&u, (las_select_in_t){0}).best, 4);
}

/* Group 1 of 4 lanes is candidates 4 to 7, and there are five: lanes 1 to 3 have none. */
static void las_select_035_lanes_beyond_the_window_have_no_candidate(void **state)
{
    (void)state;
    for (unsigned lane = 1; lane < 4; lane++) {
        las_select_t u;
        const las_select_cfg_t cfg = {
            .window = 5, .lanes = 4, .score_w = 2, .total_w = 2, .cta_w = 2};
        assert_int_equal(las_select_init(&u, &cfg), 0);
        las_select_in_t in = {.look_en = 1, .group = 1, .use = 15, .score = {1}};
        in.score[lane] = 3;
        select_cycle(&u, in);
        while (!las_select_idle(&u))
            select_cycle(&u, (las_select_in_t){0});
        assert_true(u.best_valid && u.best_idx == 4 && u.best_score == 1);
    }
}

static void las_select_040_one_lane_has_no_tree(void **state)
{
    (void)state;
    las_select_t u;
    const las_select_cfg_t cfg = {.window = 5, .lanes = 1, .score_w = 2, .total_w = 2, .cta_w = 2};
    assert_int_equal(las_select_init(&u, &cfg), 0);
    for (unsigned g = 0; g < 7; g++) {
        const look_t look = {{g == 3 || g > 4}, {0}, {0}};
        assert_false(select_cycle(&u, select_look(g, 1, &look)).under_way);
        assert_int_equal(u.best_idx, g < 3 ? 0 : 3);
    }
    assert_int_equal(las_select_nodes(1), 0);
    assert_int_equal(las_select_nodes(8), 7);
    assert_int_equal(las_select_nodes(9), 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(las_rects_010_worked_example),
        cmocka_unit_test(las_rects_020_what_names_no_place),
        cmocka_unit_test(las_rects_030_every_row_beyond_the_last_is_none),
        cmocka_unit_test(las_overlap_010_worked_example),
        cmocka_unit_test(las_overlap_020_figure_3_9),
        cmocka_unit_test(las_overlap_030_ends_beyond_the_last_coordinate),
        cmocka_unit_test(las_overlap_040_one_a_cycle),
        cmocka_unit_test(las_overlap_050_the_steps_of_a_dropped_comparison_store_nothing),
        cmocka_unit_test(las_overlap_060_a_comparison_that_is_cleared_as_it_begins),
        cmocka_unit_test(las_scores_010_worked_example),
        cmocka_unit_test(las_scores_020_what_comes_later_wins),
        cmocka_unit_test(las_scores_030_what_names_nothing),
        cmocka_unit_test(las_scores_040_sums_wrap),
        cmocka_unit_test(las_select_010_worked_example),
        cmocka_unit_test(las_select_020_what_decides),
        cmocka_unit_test(las_select_030_groups_and_the_best_so_far),
        cmocka_unit_test(las_select_035_lanes_beyond_the_window_have_no_candidate),
        cmocka_unit_test(las_select_040_one_lane_has_no_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
