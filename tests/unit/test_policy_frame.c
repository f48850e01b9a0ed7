/* What a policy declares is made, forgotten, reported, saved and listed by the frame: a policy of
 * the test's own with arrays in records, a unit a record and one beside them. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/fifo.h"
#include "policy/policy.h"
#include "state_memory.h"

enum { SMS = 3, SETS = 4, WAYS = 2 };

typedef struct sm {
    uint32_t before; /* plain members on both sides of the pointers */
    uint16_t *line;
    unit_inst_t *unit;
    uint64_t *table;
    uint64_t after;
} sm_t;

struct policy {
    policy_run_t run;
    uint32_t side, depth; /* options */
    sm_t *sm;
    unit_inst_t *own;
    uint64_t loads, hits;
};

static const policy_option_t options[] = {
    {"side", 8, 2, 64, "a power of two", .at = offsetof(policy_t, side), .pow2 = true},
    {"depth", 4, 1, 9, "any", .at = offsetof(policy_t, depth)},
};

static uint32_t table_entries(const policy_t *p)
{
    return p->side * p->depth;
}

static void configure(const policy_t *p, void *cfg)
{
    unit_cfg_geometry(&fifo_unit, UNIT_PAPER, cfg);
    ((fifo_cfg_t *)cfg)->depth = p->depth;
}

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, side,) F(KEEP, depth,) F(KEEP, sm,) F(KEEP, own,) F(ANY, loads,) F(ANY, hits,)
#define SM_MEMBERS(F) F(ANY, before,) F(KEEP, line,) F(KEEP, unit,) F(KEEP, table,) F(ANY, after,)
/* clang-format on */
STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);

static void walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *sm = element;
    (void)p;
    STATE_WALK(sm, io, SM_MEMBERS);
}

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

static const policy_part_t sm_parts[] = {
    {.at = offsetof(sm_t, line), .size = 2, .count = policy_l1_lines, .launch = true},
    {.at = offsetof(sm_t, unit), .unit = &fifo_unit, .configure = configure},
    {.at = offsetof(sm_t, table), .size = sizeof(uint64_t), .count = table_entries},
};

static const policy_part_t parts[] = {
    {.at = offsetof(policy_t, sm),
     .size = sizeof(sm_t),
     .count = policy_sms,
     .each = "sm",
     .walk = walk_sm,
     .parts = sm_parts,
     .n_parts = sizeof sm_parts / sizeof *sm_parts},
    {.at = offsetof(policy_t, own), .unit = &fifo_unit, .configure = configure},
};

static const policy_count_t counts[] = {
    {"loads", offsetof(policy_t, loads)},
    {"hits", offsetof(policy_t, hits)},
};

static int init(policy_t *p, diag_t *d)
{
    if (p->depth == 9)
        return diag_at(d, "probe.depth", 0, 0, "not nine");
    p->sm[SMS - 1].after = p->side;
    return 0;
}

static unsigned derive(const policy_t *p, policy_row_t *rows)
{
    rows[0] = policy_ratio("hit_rate", p->hits, p->loads);
    return 1;
}

static void check(const policy_t *p, state_io_t *io)
{
    if (p->sm[0].before > p->side)
        state_fail(io, "probe: before is %u", p->sm[0].before);
}

static const gpu_hooks_t hooks = {.policy = "probe"};

static const policy_ops_t probe = {
    .name = "probe",
    .hooks = &hooks,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = sizeof parts / sizeof *parts,
    .n_counts = sizeof counts / sizeof *counts,
    .init = init,
    .derive = derive,
    .walk = walk,
    .check = check,
};

static const gpu_cfg_t cfg = {.n_sms = SMS, .l1_sets = SETS, .l1_ways = WAYS};

static policy_t *made(uint64_t side, uint64_t depth)
{
    const uint64_t opt[] = {side, depth};
    const policy_env_t env = {.cfg = &cfg, .engine = &unit_engine_c};
    policy_t *p = NULL;
    diag_t d = {{0}};
    if (policy_new(&probe, &env, opt, &p, &d))
        fail_msg("%s", d.text);
    return p;
}

static void policy_frame_100_options_set_members_and_are_checked(void **state)
{
    (void)state;
    policy_t *p = made(16, 5);
    assert_int_equal(p->side, 16);
    assert_int_equal(p->depth, 5);
    assert_ptr_equal(p->run.ops, &probe);
    assert_int_equal(p->sm[SMS - 1].after, 16); /* init comes last: its parts are there */
    policy_free(p);
    static const struct {
        uint64_t opt[2];
        const char *said;
    } bad[] = {{{12, 5}, "probe.side: expected a power of two"}, {{8, 9}, "probe.depth: not nine"}};
    for (unsigned i = 0; i < 2; i++) {
        const policy_env_t env = {.cfg = &cfg, .engine = &unit_engine_c};
        diag_t d = {{0}};
        p = NULL;
        assert_int_equal(policy_new(&probe, &env, bad[i].opt, &p, &d), -EINVAL);
        assert_string_equal(d.text, bad[i].said);
        assert_null(p);
    }
}

/* The unit refuses a depth beyond its range: half made, all freed (valgrind, sanitizers). */
static void policy_frame_110_a_refused_unit_is_said(void **state)
{
    (void)state;
    const uint64_t opt[] = {8, 1 << 20};
    const policy_env_t env = {.cfg = &cfg, .engine = &unit_engine_c};
    diag_t d = {{0}};
    policy_t *p = NULL;
    assert_int_equal(policy_new(&probe, &env, opt, &p, &d), -EINVAL);
    assert_non_null(strstr(d.text, "depth"));
}

static void policy_frame_120_forgets_what_is_of_a_launch(void **state)
{
    (void)state;
    policy_t *p = made(8, 4);
    for (uint32_t i = 0; i < SMS; i++) {
        memset(p->sm[i].line, 0xff, SETS * WAYS * sizeof *p->sm[i].line);
        memset(p->sm[i].table, 0xff, 8 * 4 * sizeof *p->sm[i].table);
        p->sm[i].before = 7;
    }
    policy_forget(p);
    for (uint32_t i = 0; i < SMS; i++) {
        for (uint32_t k = 0; k < SETS * WAYS; k++)
            assert_int_equal(p->sm[i].line[k], 0);
        for (uint32_t k = 0; k < 8 * 4; k++)
            assert_true(p->sm[i].table[k] == UINT64_MAX);
        assert_int_equal(p->sm[i].before, 7);
    }
    policy_free(p);
}

static void policy_frame_130_rows_are_counts_then_ratios(void **state)
{
    (void)state;
    policy_t *p = made(8, 4);
    policy_row_t rows[POLICY_MAX_ROWS];
    p->loads = 8;
    p->hits = 2;
    assert_int_equal(policy_report(p, rows), 3);
    assert_string_equal(rows[0].name, "loads");
    assert_int_equal(rows[0].count, 8);
    assert_string_equal(rows[1].name, "hits");
    assert_int_equal(rows[1].count, 2);
    assert_false(rows[1].is_ratio);
    assert_string_equal(rows[2].name, "hit_rate");
    assert_true(rows[2].is_ratio && rows[2].ratio == 0.25);
    p->loads = 0;
    policy_report(p, rows);
    assert_true(rows[2].ratio == 0);
    policy_free(p);
}

static void policy_frame_140_units_are_numbered_in_the_order_of_the_parts(void **state)
{
    (void)state;
    policy_t *p = made(8, 4);
    for (unsigned i = 0; i < SMS; i++)
        assert_ptr_equal(policy_instance(p, i), p->sm[i].unit);
    assert_ptr_equal(policy_instance(p, SMS), p->own);
    assert_null(policy_instance(p, SMS + 1));
    assert_null(policy_instance(p, SMS + 9));
    policy_free(p);
}

/* ---- State ---- */

static int save(policy_t *p, memory_t *m)
{
    diag_t d = {{0}};
    state_io_t *io = state_save(put, m);
    policy_state(p, io);
    return state_close(io, &d);
}

static int load(policy_t *p, memory_t *m, diag_t *d)
{
    state_io_t *io = state_load(get, m);
    policy_state(p, io);
    return state_close(io, d);
}

/* Every member and element gets a number of its own; units get a word more each. */
static void fill(policy_t *p)
{
    uint64_t next = 1;
    for (uint32_t i = 0; i < SMS; i++) {
        sm_t *sm = &p->sm[i];
        sm->before = i;
        sm->after = next++ << 40;
        for (uint32_t k = 0; k < SETS * WAYS; k++)
            sm->line[k] = (uint16_t)next++;
        for (uint32_t k = 0; k < table_entries(p); k++)
            sm->table[k] = next++ << 32;
        for (uint32_t k = 0; k <= i; k++)
            unit_inst_tick(sm->unit, &(fifo_in_t){.push_valid = 1, .push_data = k + 1});
    }
    unit_inst_tick(p->own, &(fifo_in_t){.push_valid = 1, .push_data = 9});
    p->loads = next++;
    p->hits = next;
}

static void policy_frame_200_state_is_all_but_the_pointers(void **state)
{
    (void)state;
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    policy_t *a = made(8, 4), *b = made(8, 4);
    fill(a);
    assert_int_equal(save(a, &m), 0);
    const policy_t at = *b;
    const sm_t was = b->sm[1];
    assert_int_equal(load(b, &m, &d), 0);
    assert_ptr_equal(b->sm, at.sm);
    assert_ptr_equal(b->own, at.own);
    assert_ptr_equal(b->sm[1].line, was.line);
    assert_ptr_equal(b->sm[1].unit, was.unit);
    assert_ptr_equal(b->sm[1].table, was.table);
    assert_int_equal(b->loads, a->loads);
    assert_int_equal(b->hits, a->hits);
    for (uint32_t i = 0; i < SMS; i++) {
        assert_int_equal(b->sm[i].before, a->sm[i].before);
        assert_int_equal(b->sm[i].after, a->sm[i].after);
        assert_memory_equal(b->sm[i].line, a->sm[i].line, SETS * WAYS * sizeof *a->sm[i].line);
        assert_memory_equal(b->sm[i].table, a->sm[i].table, 8 * 4 * sizeof *a->sm[i].table);
    }
    for (unsigned i = 0; i <= SMS; i++)
        assert_memory_equal(policy_instance(b, i)->model, policy_instance(a, i)->model,
                            fifo_unit.state_bytes);
    policy_free(a);
    policy_free(b);
    free(m.data);
}

static void policy_frame_210_a_number_that_is_no_index_is_refused(void **state)
{
    (void)state;
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    policy_t *a = made(8, 4), *b = made(8, 4);
    a->sm[0].before = 9;
    assert_int_equal(save(a, &m), 0); /* only what is loaded is checked */
    assert_int_equal(load(b, &m, &d), -EINVAL);
    assert_non_null(strstr(d.text, "probe: before is 9"));
    policy_free(a);
    policy_free(b);
    free(m.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_frame_100_options_set_members_and_are_checked),
        cmocka_unit_test(policy_frame_110_a_refused_unit_is_said),
        cmocka_unit_test(policy_frame_120_forgets_what_is_of_a_launch),
        cmocka_unit_test(policy_frame_130_rows_are_counts_then_ratios),
        cmocka_unit_test(policy_frame_140_units_are_numbered_in_the_order_of_the_parts),
        cmocka_unit_test(policy_frame_200_state_is_all_but_the_pointers),
        cmocka_unit_test(policy_frame_210_a_number_that_is_no_index_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
