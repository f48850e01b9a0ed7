/*
 * Runs as a whole: how they end, what stops them, conservation, configuration keys, counters.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu/gpu_int.h"
#include "gpu_synth.h"

#define BASE UINT64_C(0x10000000)

static uint64_t addr_spread(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return BASE + ((uint64_t)at->cta * 64 + at->warp * 8 + at->iter) * 4096 + lane * 4;
}

static void mixed_program(synth_t *s, uint32_t ctas)
{
    synth_init(s, ctas, 4, 32);
    synth_load(s, 1, 0);
    synth_alu(s, 2, 1);
    synth_store(s, 2);
    s->repeat = 4;
    s->addr = addr_spread;
}

static char *dump_text(gpu_t *g, gpu_status_t want, front_t *f)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    gpu_set_dump(g, out);
    assert_int_equal(gpu_run(g, f), want);
    gpu_set_dump(g, NULL);
    fclose(out);
    return text;
}

/* ---- How runs end ---- */

static gpu_l1_decision_t hold(void *ctx, const gpu_l1_access_t *a)
{
    (void)ctx, (void)a;
    return GPU_L1_HOLD;
}

static void gpu_run_010_watchdog_stops_and_dumps(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "hold", .on_l1_access = hold};
    gpu_cfg_t c = synth_preset(PLAIN);
    c.watchdog_cycles = 5000;
    synth_t s;
    mixed_program(&s, 3);
    gpu_t *g = gpu_new(&c);
    gpu_attach(g, &hooks, NULL, NULL);
    char *text = dump_text(g, GPU_WATCHDOG, &s.front);
    /* One line of message, then every kind of component. */
    assert_non_null(strstr(gpu_message(g), "nothing has moved"));
    assert_non_null(strstr(text, gpu_message(g)));
    assert_non_null(strstr(text, "held by a policy"));
    assert_non_null(strstr(text, "SM 14:"));
    assert_non_null(strstr(text, "crossbar requests"));
    assert_non_null(strstr(text, "l2 slice 11"));
    assert_non_null(strstr(text, "dram channel 5"));
    gpu_stats_t st;
    gpu_stats(g, &st);
    assert_true(st.run.cycles > 5000 && st.run.cycles < 5000 + 4096);
    /* All cycles but the first few were rejections, slept through or not. */
    assert_true(st.l1d.fail_policy > 3 * 5000 - 3 * 100);
    /* The GPU stays stuck. */
    assert_int_equal(gpu_run(g, &s.front), GPU_WATCHDOG);
    free(text);
    gpu_free(g);
    synth_free(&s);
}

static void gpu_run_011_max_cycles(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset(PLAIN);
    gpu_stats_t st;
    synth_t s;
    mixed_program(&s, 60);
    gpu_t *g = gpu_new(&c);
    gpu_set_max_cycles(g, 700);
    assert_int_equal(gpu_run(g, &s.front), GPU_MAX_CYCLES);
    gpu_stats(g, &st);
    assert_int_equal(st.run.cycles, 700);
    assert_int_equal(st.sm.scheduler_cycles, 700 * 15);
    assert_int_equal(st.sm.issued + st.sm.stall_structural + st.sm.stall_raw_memory +
                         st.sm.stall_raw_data + st.sm.stall_idle,
                     700 * 15);
    gpu_free(g);
    synth_free(&s);
}

static void failing_step(void *ctx, front_warp_t *w, warp_step_t *out)
{
    synth_t *s = ctx;
    synth_step(ctx, w, out);
    if (s->steps == 5)
        s->front.error = 7;
}

static void gpu_run_012_front_end_fault(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset(PLAIN);
    front_ops_t ops = synth_ops;
    ops.step = failing_step;
    synth_t s;
    mixed_program(&s, 2);
    s.front.ops = &ops;
    gpu_t *g = gpu_new(&c);
    assert_int_equal(gpu_run(g, &s.front), GPU_FAULT);
    assert_int_equal(s.steps, 5); /* nothing was stepped after it */
    gpu_free(g);
    synth_free(&s);
}

static void gpu_run_013_empty_grid_and_empty_warps(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset(PLAIN);
    gpu_stats_t st;
    synth_t s;
    mixed_program(&s, 0);
    synth_run(&c, &s, &st);
    assert_int_equal(st.run.ctas, 0);
    synth_free(&s);
    mixed_program(&s, 20);
    s.repeat = 0; /* first() is NULL: nothing to do */
    synth_run(&c, &s, &st);
    assert_int_equal(st.run.ctas, 20);
    assert_int_equal(st.run.warp_instructions, 0);
    synth_free(&s);
}

typedef struct ticker {
    unsigned calls;
    uint64_t last;
} ticker_t;

static void on_progress(void *ctx, const gpu_t *g)
{
    ticker_t *t = ctx;
    gpu_stats_t st;
    gpu_stats(g, &st);
    assert_true(st.sm.scheduler_cycles > t->last); /* slept cycles are charged by then */
    assert_int_equal(st.sm.scheduler_cycles % 15, 0);
    t->last = st.sm.scheduler_cycles;
    t->calls++;
}

static void gpu_run_014_progress_calls(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset(PLAIN);
    ticker_t t = {0};
    gpu_stats_t st;
    synth_t s;
    mixed_program(&s, 300);
    gpu_t *g = gpu_new(&c);
    gpu_set_progress(g, on_progress, &t, 2000);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    assert_true(t.calls >= st.run.cycles / 4000);
    assert_true(t.calls <= st.run.cycles / 2000 + 1);
    gpu_free(g);
    synth_free(&s);
}

static void gpu_run_015_same_input_same_statistics(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset("mrpb-s");
    gpu_stats_t a, b;
    synth_t s;
    mixed_program(&s, 100);
    synth_run(&c, &s, &a);
    synth_run(&c, &s, &b);
    assert_memory_equal(&a, &b, sizeof a);
    synth_free(&s);
}

/* ---- Conservation ---- */

typedef struct thief {
    gpu_t *g;
    unsigned what;
} thief_t;

/* Tampers with one count at the end of the first CTA. */
static void steal(void *ctx, const gpu_cta_event_t *e)
{
    thief_t *t = ctx;
    gpu_t *g = t->g;
    if (e->cta != 0)
        return;
    uint64_t *const counter[] = {
        &g->sm[0].l1.stats.hits,
        &g->sm[0].stats.stall_idle,
        &g->sm[0].stats.load_requests,
        &g->sm[0].l1.stats.fills,
        &g->sm[0].l1.stats.cold_misses,
        &g->sm[0].l1.stats.sectors_received,
        &g->sm[0].l1.stats.acks_due,
        &g->l2[0].stats.reads,
        &g->l2[0].stats.fills,
        &g->channel[0].stats.reads,
        &g->channel[0].stats.row_hits,
        &g->req_net->stats.packets_out,
        &g->sm[0].l1.stats.prefetches_asked,
        &g->sm[0].l1.stats.prefetches_useful,
        &g->sm[0].l1.stats.writes_kept,
        &g->sm[0].l1.stats.writebacks,
    };
    if (t->what == sizeof counter / sizeof counter[0]) {
        g->channel[0].shared_credits++;
        return;
    }
    assert_true(t->what < sizeof counter / sizeof counter[0]);
    ++*counter[t->what];
}

static void gpu_run_020_a_lost_count_is_found(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "thief", .on_cta_finish = steal};
    gpu_cfg_t c = synth_preset(PLAIN);
    c.watchdog_cycles = 20000;
    for (unsigned what = 0; what < 17; what++) {
        thief_t t = {.what = what};
        synth_t s;
        mixed_program(&s, 30);
        gpu_t *g = t.g = gpu_new(&c);
        gpu_attach(g, &hooks, &t, NULL);
        char *text = dump_text(g, GPU_BROKEN, &s.front);
        assert_non_null(strstr(gpu_message(g), "internal error"));
        assert_non_null(strstr(text, "SM 0:"));
        free(text);
        gpu_free(g);
        synth_free(&s);
    }
}

/* ---- Configuration and counters ---- */

static void gpu_run_030_presets_hold_every_key_in_range(void **state)
{
    (void)state;
    const char *names[] = {"apres",      "mrpb-s",      "mrpb-l",  "las",
                           "apcm-fermi", "apcm-kepler", "abyp-gcn"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        gpu_cfg_t c = synth_preset(names[i]);
        const gpu_cfg_key_t *k = NULL;
        char why[200];
        assert_int_equal(gpu_cfg_check(&c, &k, why, sizeof why), 0);
    }
}

static void gpu_run_031_preset_sizes_are_the_papers(void **state)
{
    (void)state;
    const struct {
        const char *name;
        uint32_t sms, l1_kb, l1_ways, l2_kb, l2_ways, mshrs, line;
    } want[] = {
        {"apres", 15, 32, 8, 768, 8, 64, 128},      {"mrpb-s", 14, 16, 4, 768, 16, 32, 128},
        {"mrpb-l", 14, 48, 6, 768, 16, 32, 128},    {"las", 15, 16, 4, 768, 8, 32, 128},
        {"apcm-fermi", 15, 16, 4, 768, 8, 64, 128}, {"apcm-kepler", 16, 16, 4, 1536, 16, 64, 128},
        {"abyp-gcn", 8, 16, 8, 256, 16, 64, 64},
    };
    for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++) {
        gpu_cfg_t c = synth_preset(want[i].name);
        assert_int_equal(c.n_sms, want[i].sms);
        assert_int_equal(c.line_bytes, want[i].line);
        assert_int_equal(c.l1_sets * c.l1_ways * c.line_bytes, want[i].l1_kb << 10);
        assert_int_equal(c.l1_ways, want[i].l1_ways);
        assert_int_equal(c.l2_sets * c.l2_ways * c.line_bytes * c.l2_slices * c.dram_channels,
                         want[i].l2_kb << 10);
        assert_int_equal(c.l2_ways, want[i].l2_ways);
        assert_int_equal(c.l1_mshrs, want[i].mshrs);
    }
    gpu_cfg_t gcn = synth_preset("abyp-gcn");
    assert_int_equal(gcn.l3_sets * gcn.l3_ways * gcn.line_bytes * gcn.dram_channels, 4 << 20);
}

static void gpu_run_032_keys_parse_and_format(void **state)
{
    (void)state;
    char text[64], why[200];
    gpu_cfg_t c = synth_preset(PLAIN);
    for (unsigned i = 0; i < gpu_cfg_key_count; i++) {
        const gpu_cfg_key_t *k = &gpu_cfg_keys[i];
        uint32_t v = gpu_cfg_get(&c, k), back = ~v;
        assert_ptr_equal(gpu_cfg_key(k->name), k);
        gpu_cfg_format(k, v, text, sizeof text);
        assert_int_equal(gpu_cfg_parse(k, text, &back, why, sizeof why), 0);
        assert_int_equal(back, v);
        const char *bad[] = {"", "-1", "x", "1x", "0x10", "99999999999999999999", " 1"};
        for (unsigned b = 0; b < sizeof bad / sizeof bad[0]; b++) {
            assert_int_equal(gpu_cfg_parse(k, bad[b], &back, why, sizeof why), -EINVAL);
            assert_null(strstr(why, "must be")); /* what is said after "expected" */
            assert_true(k->kind == GPU_CFG_BOOL   ? !strcmp(why, "true or false")
                        : k->kind == GPU_CFG_ENUM ? !!strstr(why, k->unit)
                                                  : !strncmp(why, "a whole number of ", 18));
        }
    }
    assert_null(gpu_cfg_key("l1_way"));
}

static void gpu_run_033_rules_between_keys(void **state)
{
    (void)state;
    const struct {
        const char *set, *named;
        uint32_t v;
    } cases[] = {
        {"l1_sets", "l1_sets", 48},
        {"warp_size", "warp_size", 48},
        {"simt_width", "simt_width", 5},
        {"l2_sector_bytes", "l2_sector_bytes", 256},
        {"interleave_bytes", "interleave_bytes", 64},
        {"dram_channels", "dram_channels", 32 + 1},
        {"line_bytes", "line_bytes", 96},
        {"l1_index", "l1_index", 99},
        {"dram_bank_groups", "dram_bank_groups", 3},
        {"dram_scan", "dram_scan", 3},
        {"l1_read_spare", "l1_read_spare", 8},
        {"coalescer", "coalescer", 3},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gpu_cfg_t c = synth_preset(PLAIN);
        const gpu_cfg_key_t *k = NULL;
        char why[200];
        gpu_cfg_set(&c, gpu_cfg_key(cases[i].set), cases[i].v);
        assert_int_equal(gpu_cfg_check(&c, &k, why, sizeof why), -EINVAL);
        assert_string_equal(k->name, cases[i].named);
    }
    gpu_cfg_t c = synth_preset(PLAIN); /* plru wants powers of two */
    const gpu_cfg_key_t *k = NULL;
    char why[200];
    c.l1_ways = 6;
    assert_int_equal(gpu_cfg_check(&c, &k, why, sizeof why), 0);
    c.l1_replacement = GPU_REPL_PLRU;
    assert_int_equal(gpu_cfg_check(&c, &k, why, sizeof why), -EINVAL);
    assert_string_equal(k->name, "l1_ways");
}

static void gpu_run_034_descriptors_cover_the_structs(void **state)
{
    (void)state;
    size_t end = 0;
    for (unsigned i = 0; i < gpu_stat_group_count; i++) {
        const gpu_stat_group_t *g = &gpu_stat_groups[i];
        assert_int_equal(g->offset, end);
        for (unsigned k = 0; k < g->n_stats; k++)
            assert_int_equal(g->stats[k].offset, 8 * k);
        end += 8 * g->n_stats;
    }
    assert_int_equal(end, sizeof(gpu_stats_t));
    assert_int_equal(8 * gpu_stat_load_group.n_stats, sizeof(gpu_stats_load_t));
    assert_int_equal(8 * gpu_stat_sleep_group.n_stats, sizeof(gpu_stats_sleep_t));
}

static void gpu_run_035_fermi_index_spreads_columns(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset("las");
    l1d_t d;
    gpu_hook_table_t hooks = {0};
    c.l1_index = GPU_INDEX_FERMI;
    memset(&d, 0, sizeof d);
    assert_true(l1d_init(&d, 0, &c, &hooks, NULL, NULL));
    uint32_t linear = 0, hashed = 0;
    for (uint64_t row = 0; row < 32; row++) { /* 2 KB apart */
        linear |= 1u << ((row * 16) & 31);
        hashed |= 1u << l1d_set(&d, row * 16);
    }
    assert_int_equal(bits_popcount(linear), 2);
    /* Address bits 13-15 reach sets 0-7 beside bit 11's two halves: 16 sets. */
    assert_int_equal(bits_popcount(hashed), 16);
    /* By the definition: line 5, address bits 13, 15, 17, 19 -> 5 ^ (1 | 4 | 8 | 16). */
    uint64_t addr = 5 * 128 | 1 << 13 | 1 << 15 | 1 << 17 | 1 << 19;
    assert_int_equal(l1d_set(&d, addr >> 7), 5 ^ (1 | 4 | 8 | 16));
    l1d_free(&d);
}

static void gpu_run_036_components_sleep(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset(PLAIN);
    c.l2_mhz = 500;
    gpu_stats_t st;
    gpu_stats_sleep_t sl;
    synth_t s;
    mixed_program(&s, 15);
    gpu_t *g = gpu_new(&c);
    gpu_set_never_sleep(g, false); /* whatever the build's default */
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    gpu_stats_sleep(g, &sl);
    assert_int_equal(sl.sm_ticked + sl.sm_slept, 15 * st.run.cycles);
    assert_int_equal(sl.icnt_ticked + sl.icnt_slept, 2 * st.run.icnt_cycles);
    assert_int_equal(sl.l2_ticked + sl.l2_slept, 12 * st.run.l2_cycles);
    assert_int_equal(sl.dram_ticked + sl.dram_slept, 6 * st.run.dram_cycles);
    /* Four warps an SM that wait for DRAM most of the time: nearly everything sleeps. */
    assert_true(sl.sm_slept > 8 * sl.sm_ticked);
    gpu_free(g);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_run_010_watchdog_stops_and_dumps),
        cmocka_unit_test(gpu_run_011_max_cycles),
        cmocka_unit_test(gpu_run_012_front_end_fault),
        cmocka_unit_test(gpu_run_013_empty_grid_and_empty_warps),
        cmocka_unit_test(gpu_run_014_progress_calls),
        cmocka_unit_test(gpu_run_015_same_input_same_statistics),
        cmocka_unit_test(gpu_run_020_a_lost_count_is_found),
        cmocka_unit_test(gpu_run_030_presets_hold_every_key_in_range),
        cmocka_unit_test(gpu_run_031_preset_sizes_are_the_papers),
        cmocka_unit_test(gpu_run_032_keys_parse_and_format),
        cmocka_unit_test(gpu_run_033_rules_between_keys),
        cmocka_unit_test(gpu_run_034_descriptors_cover_the_structs),
        cmocka_unit_test(gpu_run_035_fermi_index_spreads_columns),
        cmocka_unit_test(gpu_run_036_components_sleep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
