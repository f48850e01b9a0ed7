/*
 * The presets against the papers' configuration tables, value by value; the variants against what
 * they say they vary; and that every value of a preset names its source: the paper, or an
 * assumption with its reason.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/file.h"
#include "config/preset.h"
#include "config/run_config.h"

enum { KEY_MAX = 32 };

static run_config_t load(const char *name)
{
    run_config_t c;
    diag_t d = {{0}};
    if (run_config_load(&c, name, &d) || run_config_check(&c, &d))
        fail_msg("%s: %s", name, d.text);
    return c;
}

/* The table of the papers, with the clocks of the releases: the papers' 1150 and 1400 MHz are the
 * shader clock. Sizes in KB; timing in the units of the keys. */
typedef struct row {
    const char *name;
    uint32_t sms, core_mhz, icnt_mhz, l2_mhz, simt, warp, warps, ctas, schedulers, policy,
        registers, shared_kb;
    uint32_t l1_kb, l1_ways, line, l1_plru, mshrs;
    uint32_t l2_kb, l2_ways, l3_kb, l3_ways, channels, dram_mhz;
} row_t;

/* clang-format off */
static const row_t table[] = {
    {"apres", 15, 700, 700, 700, 32, 32, 48, 8, 1, GPU_SCHED_LRR, 32768, 48,
     32, 8, 128, 0, 64, 768, 8, 0, 0, 6, 924},
    {"mrpb-s", 14, 575, 1150, 575, 32, 32, 48, 8, 2, GPU_SCHED_LRR, 32768, 48,
     16, 4, 128, 0, 32, 6 * 128, 16, 0, 0, 6, 750},
    {"mrpb-l", 14, 575, 1150, 575, 32, 32, 48, 8, 2, GPU_SCHED_LRR, 32768, 16,
     48, 6, 128, 0, 32, 6 * 128, 16, 0, 0, 6, 750},
    {"las", 15, 700, 700, 700, 32, 32, 48, 8, 2, GPU_SCHED_GTO, 32768, 48,
     16, 4, 128, 0, 32, 768, 8, 0, 0, 6, 924},
    {"apcm-fermi", 15, 700, 700, 700, 32, 32, 48, 8, 2, GPU_SCHED_LRR, 32768, 48,
     16, 4, 128, 0, 64, 768, 8, 0, 0, 384 / 64, 924},
    {"apcm-kepler", 16, 876, 876, 876, 32, 32, 64, 16, 4, GPU_SCHED_LRR, 65536, 48,
     16, 4, 128, 0, 64, 1536, 16, 0, 0, 384 / 64, 1750},
    {"abyp-gcn", 8, 1000, 1000, 1000, 16, 64, 40, 16, 4, GPU_SCHED_OLDEST, 65536, 64,
     16, 8, 64, 1, 64, 256, 16, 4096, 16, 2, 1000},
};
/* clang-format on */
enum { ROWS = sizeof table / sizeof table[0] };

static void presets_101_machines_are_the_tables(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROWS; i++) {
        const row_t *w = &table[i];
        const run_config_t c = load(w->name);
        const gpu_cfg_t *g = &c.gpu;
        print_message("%s\n", w->name);
        assert_int_equal(g->n_sms, w->sms);
        assert_int_equal(g->core_mhz, w->core_mhz);
        assert_int_equal(g->icnt_mhz, w->icnt_mhz);
        assert_int_equal(g->l2_mhz, w->l2_mhz);
        assert_int_equal(g->simt_width, w->simt);
        assert_int_equal(g->warp_size, w->warp);
        assert_int_equal(g->warps_per_sm, w->warps);
        assert_int_equal(g->ctas_per_sm, w->ctas);
        assert_int_equal(g->schedulers, w->schedulers);
        assert_int_equal(g->sched_policy, w->policy);
        assert_int_equal(g->regs_per_sm, w->registers);
        assert_int_equal(g->shared_bytes, w->shared_kb << 10);
        assert_int_equal(g->dram_channels, w->channels);
        assert_int_equal(g->dram_mhz, w->dram_mhz);
        assert_string_equal(energy_choice_name((energy_choice_t)c.energy),
                            strcmp(w->name, "abyp-gcn") ? "cacti45" : "abyp-table3");
    }
}

static void presets_102_caches_are_the_tables(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROWS; i++) {
        const row_t *w = &table[i];
        const gpu_cfg_t g = load(w->name).gpu;
        uint32_t repl = w->l1_plru ? GPU_REPL_PLRU : GPU_REPL_LRU;
        print_message("%s\n", w->name);
        assert_int_equal(g.line_bytes, w->line);
        assert_int_equal(g.l1_sets * g.l1_ways * g.line_bytes, w->l1_kb << 10);
        assert_int_equal(g.l1_ways, w->l1_ways);
        assert_int_equal(g.l1_replacement, repl);
        assert_int_equal(g.l1_mshrs, w->mshrs);
        assert_int_equal(g.l1_mshr_merge, 8);
        assert_int_equal(g.l2_sets * g.l2_ways * g.line_bytes * g.l2_slices * g.dram_channels,
                         w->l2_kb << 10);
        assert_int_equal(g.l2_ways, w->l2_ways);
        assert_int_equal(g.l2_replacement, repl);
        assert_int_equal(g.l3_enabled, w->l3_kb != 0);
        if (!w->l3_kb)
            continue;
        assert_int_equal(g.l3_sets * g.l3_ways * g.line_bytes * g.dram_channels, w->l3_kb << 10);
        assert_int_equal(g.l3_ways, w->l3_ways);
        assert_int_equal(g.l3_replacement, repl);
    }
}

/* GDDR5, and abyp's caches. */
static void presets_103_latencies_are_the_tables(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROWS; i++) {
        const gpu_cfg_t g = load(table[i].name).gpu;
        print_message("%s\n", table[i].name);
        assert_int_equal(g.smem_banks, 32);
        assert_int_equal(g.header_bytes, 8);
        assert_int_equal(g.dram_banks, 16);
        assert_int_equal(g.dram_queue, 16);
        assert_int_equal(g.t_rrd, 6);
        assert_int_equal(g.t_rcd, 12);
        assert_int_equal(g.t_ras, 28);
        assert_int_equal(g.t_rp, 12);
        assert_int_equal(g.t_rc, 40);
        assert_int_equal(g.t_cl, 12);
        assert_int_equal(g.t_wr, 12);
    }
    const gpu_cfg_t gcn = load("abyp-gcn").gpu;
    /* a wavefront takes a SIMD four cycles, transcendental functions and integer products 16 */
    assert_int_equal(gcn.op_latencies, GPU_LATENCIES_OPCODES);
    assert_true(gcn.logic_latency == 4 && gcn.fp_mad_latency == 4 && gcn.int_mul_latency == 16);
    assert_true(gcn.dp_add_latency == 8 && gcn.dp_mul_latency == 16);
    assert_true(gcn.fp_mad_initiation == 1 && gcn.int_mul_initiation == 4);
    assert_int_equal(gcn.smem_latency, 24);
    assert_int_equal(gcn.l1_hit_latency, 1 + 4 + 1); /* tags, data, address generation */
    assert_int_equal(gcn.rop_latency, 4);
    assert_int_equal(gcn.l2_latency, 16);
    assert_int_equal(gcn.l3_tag_latency, 15);
    assert_int_equal(gcn.l3_latency, 30);
    /* 64 lanes a CU, and a line of 64 B with its header a cycle */
    assert_int_equal(gcn.simt_width * gcn.sp_units, 64);
    assert_int_equal(gcn.flit_bytes, gcn.line_bytes + gcn.header_bytes);
}

/* A paper's preset is its release but for what the paper gives: the release's values are those of
 * its settings. */
static void presets_104_releases_are_their_settings(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const gpu_cfg_t g = load(i ? "gpgpusim-322-gtx480" : "gpgpusim-320-c2050").gpu;
        assert_true(g.l1_sets == 32 && g.line_bytes == 128 && g.l1_ways == 4);
        assert_true(g.l1_mshrs == 32 && g.l1_mshr_merge == 8 && g.l1_miss_queue == 8);
        assert_true(g.l2_sets == 64 && g.l2_ways == (i ? 8 : 16) && g.l2_slices == (i ? 2 : 1));
        assert_true(g.l2_mshrs == 32 && g.l2_mshr_merge == 4 && g.l2_miss_queue == 4);
        assert_true(g.l1i_sets == 4 && g.l1i_ways == 4 && g.l1i_mshrs == 2);
        assert_true(g.l1c_sets == 64 && g.l1c_line_bytes == 64 && g.l1c_ways == 2);
        assert_true(g.l1c_mshrs == 2 && g.l1c_merge == 32);
        assert_true(g.l1t_sets == 4 && g.l1t_line_bytes == 128 && g.l1t_ways == 24);
        assert_true(g.sp_units == 2 && g.sfu_units == 1 && g.ldst_units == 1 && g.wb_ports == 2);
        assert_true(g.int_add_latency == 4 && g.int_max_latency == 13 && g.int_mul_latency == 4);
        assert_true(g.int_mad_latency == 5 && g.int_div_latency == 145);
        assert_true(g.int_add_initiation == 1 && g.int_max_initiation == 2);
        assert_true(g.int_mul_initiation == 2 && g.int_mad_initiation == 1);
        assert_int_equal(g.int_div_initiation, 8);
        assert_true(g.fp_add_latency == 4 && g.fp_max_latency == 13 && g.fp_mul_latency == 4);
        assert_true(g.fp_mad_latency == 5 && g.fp_div_latency == 39);
        assert_true(g.fp_add_initiation == 1 && g.fp_max_initiation == 2);
        assert_true(g.fp_mul_initiation == 1 && g.fp_mad_initiation == 1);
        assert_int_equal(g.fp_div_initiation, 4);
        assert_true(g.dp_add_latency == 8 && g.dp_max_latency == 19 && g.dp_mul_latency == 8);
        assert_true(g.dp_mad_latency == 8 && g.dp_div_latency == 330);
        assert_true(g.dp_add_initiation == 8 && g.dp_max_initiation == 16);
        assert_true(g.dp_mul_initiation == 8 && g.dp_mad_initiation == 8);
        assert_int_equal(g.dp_div_initiation, 130);
        assert_true(g.rop_latency == 120 && g.dram_latency == 100);
        assert_int_equal(g.latency_clock, GPU_LATENCY_CORE);
        assert_true(g.dram_queue == 16 && g.dram_return_queue == (i ? 116 : 16));
        assert_true(g.dram_atom_bytes == 2 * 4 * 8 && g.dram_burst == 8 / 4);
        assert_true(g.t_ccd == 2 && g.t_wl == 4 && g.t_cdlr == 5 && g.t_ccdl == 3);
        assert_true(g.t_rtpl == 2 && g.dram_bank_groups == 2);
        assert_int_equal(g.t_rcdwr, g.t_rcd - (g.t_wl + 1));
        assert_true(g.flit_bytes == 32 && g.icnt_gap == i);
        assert_true(g.icnt_in_flits == 9 + 8 && g.icnt_out_flits == 8 + 16);
        assert_int_equal(g.sched_policy, i ? GPU_SCHED_GTO : GPU_SCHED_LRR);
    }
}

/* What a variant's L1 is; all else is its base's. */
typedef struct variant {
    const char *name, *base;
    uint32_t kb, ways; /* ways 0: as the base */
} variant_t;

static const variant_t variants[] = {
    {"mrpb-s-20k-5way", "mrpb-s", 20, 5},
    {"mrpb-s-64way", "mrpb-s", 16, 64},
    {"mrpb-s-fa", "mrpb-s", 16, 16 * 1024 / 128},
    {"mrpb-s-x1024", "mrpb-s", 1024 * 16, 1024 * 16 * 1024 / 128},
    {"mrpb-l-fa", "mrpb-l", 48, 48 * 1024 / 128},
    {"mrpb-l-x1024", "mrpb-l", 1024 * 48, 1024 * 48 * 1024 / 128},
    {"apres-32mb", "apres", 32 * 1024, 0},
    {"abyp-gcn-32k", "abyp-gcn", 32, 0},
    {"abyp-gcn-64k", "abyp-gcn", 64, 0},
    {"apcm-fermi-32k", "apcm-fermi", 32, 8},
    {"apcm-fermi-48k", "apcm-fermi", 48, 6},
    {"apcm-fermi-128k", "apcm-fermi", 128, 8},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static void presets_110_variants_vary_the_l1_alone(void **state)
{
    (void)state;
    for (unsigned i = 0; i < VARIANTS; i++) {
        const variant_t *v = &variants[i];
        run_config_t c = load(v->name);
        const run_config_t base = load(v->base);
        print_message("%s\n", v->name);
        assert_int_equal(c.gpu.l1_sets * c.gpu.l1_ways * c.gpu.line_bytes, v->kb << 10);
        assert_int_equal(c.gpu.l1_ways, v->ways ? v->ways : base.gpu.l1_ways);
        c.gpu.l1_sets = base.gpu.l1_sets;
        c.gpu.l1_ways = base.gpu.l1_ways;
        assert_memory_equal(&c.gpu, &base.gpu, sizeof c.gpu);
        assert_int_equal(c.energy, base.energy);
    }
}

/* The releases, the seven machines and their variants; other presets have their own sources. */
static bool of_the_papers(const char *name)
{
    if (!strncmp(name, "gpgpusim-", 9) || !strcmp(name, "apres-200-440") ||
        !strcmp(name, "apres-3-loads"))
        return true;
    for (unsigned i = 0; i < ROWS; i++)
        if (!strcmp(table[i].name, name))
            return true;
    for (unsigned i = 0; i < VARIANTS; i++)
        if (!strcmp(variants[i].name, name))
            return true;
    return false;
}

/* "key: value   # unit; paper..." or "# unit; assumed: why": the key, or NULL of another line. */
static const gpu_cfg_key_t *key_of_line(const char *line, size_t len)
{
    char key[KEY_MAX];
    size_t n = strcspn(line, ":#\n");
    if (n >= len || line[n] != ':' || n >= sizeof key)
        return NULL;
    memcpy(key, line, n);
    key[n] = 0;
    return gpu_cfg_key(key);
}

/* What a source begins with: the paper, a release's settings or code, the chip that it describes,
 * or an assumption. */
static const char *const sources[] = {"paper",         "TeslaC2050", "GTX480",
                                      "GPGPU-Sim 3.2", "GCN: ",      "no L3"};

static void check_source(const char *preset, const char *line, size_t len)
{
    const char *comment = memchr(line, '#', len), *assumed = "assumed: ";
    char text[256] = "";
    if (comment)
        snprintf(text, sizeof text, "%.*s", (int)(line + len - comment), comment);
    const char *why = strstr(text, assumed);
    bool named = why && strlen(why) > strlen(assumed) + 3;
    for (unsigned i = 0; i < sizeof sources / sizeof sources[0]; i++)
        named |= strstr(text, sources[i]) != NULL;
    if (!named)
        fail_msg("%s: neither a source nor 'assumed: why': %.*s", preset, (int)len, line);
}

static void presets_120_every_value_names_its_source(void **state)
{
    (void)state;
    unsigned values = 0;
    for (unsigned i = 0; i < preset_registry_count; i++) {
        const preset_t *p = &preset_registry[i];
        if (!of_the_papers(p->name))
            continue;
        for (const char *line = p->text; line < p->end;) {
            size_t len = strcspn(line, "\n");
            if (key_of_line(line, len)) {
                check_source(p->name, line, len);
                values++;
            }
            line += len + 1;
        }
    }
    assert_true(values >= 2 * gpu_cfg_key_count + VARIANTS); /* a release and abyp-gcn give all */
}

static void presets_130_each_has_a_line_and_stands_in_the_guide(void **state)
{
    (void)state;
    char *page = NULL;
    size_t bytes = 0;
    diag_t d = {{0}};
    file_read("docs/guide/presets.md", 1 << 20, &page, &bytes, &d);
    assert_string_equal(d.text, "");
    for (unsigned i = 0; i < preset_registry_count; i++) {
        char want[80];
        const run_config_t c = load(preset_registry[i].name);
        if (!c.doc[0] || strlen(c.doc) > 80)
            fail_msg("%s: a doc of 1 to 80 characters", c.name);
        snprintf(want, sizeof want, "| `%s` |", c.name);
        if (!strstr(page, want))
            fail_msg("docs/guide/presets.md has no row of %s", c.name);
        if (i) /* the order of `lockwarp list configs` */
            assert_true(strcmp(preset_registry[i - 1].name, c.name) < 0);
    }
    free(page);
}

/* The values that the comparison with Accel-Sim is made with. */
static void presets_140_sm2_gtx480_is_the_configuration_of_the_comparison(void **state)
{
    (void)state;
    const gpu_cfg_t g = load("sm2-gtx480").gpu;
    assert_int_equal(g.n_sms, 15);
    assert_true(g.core_mhz == 700 && g.icnt_mhz == 700 && g.dram_mhz == 924);
    assert_true(g.regs_per_sm == 32768 && g.warps_per_sm * 32 == 1536 && g.ctas_per_sm == 8);
    assert_true(g.schedulers == 2 && g.sched_policy == GPU_SCHED_GTO && g.issue_per_sched == 1);
    assert_true(g.sp_units == 2 && g.sfu_units == 1 && g.dp_units == 0);
    assert_true(g.sp_latency == 4 && g.sp_initiation == 1);
    assert_true(g.sfu_latency == 20 && g.sfu_initiation == 4);
    assert_true(g.dp_latency == 20 && g.dp_initiation == 2);
    assert_true(g.smem_latency == 26 && g.smem_banks == 32);
    assert_true(g.l1_sets == 32 && g.l1_ways == 4 && g.line_bytes == 128);
    assert_true(g.l1_replacement == GPU_REPL_LRU && g.l1_mshrs == 64 && g.l1_mshr_merge == 8);
    assert_int_equal(g.l1_miss_queue, 8);
    assert_true(g.dram_channels == 6 && g.l2_slices == 2 && g.l2_sets == 64 && g.l2_ways == 8);
    assert_true(g.l2_sector_bytes == 32 && g.l2_write_miss == GPU_WRITE_LAZY);
    assert_true(g.l2_mshrs == 256 && g.l2_mshr_merge == 4 && g.l2_queue == 64);
    assert_true(g.l2_miss_queue == 4 && g.l2_dram_queue == 64 && g.l2_fill_queue == 64);
    assert_true(g.rop_latency == 120 && g.flit_bytes == 40 && g.interleave_bytes == 256);
    assert_true(g.dram_queue == 64 && g.dram_return_queue == 116);
    assert_true(g.dram_latency == 100 && g.latency_clock == GPU_LATENCY_CORE);
    assert_true(g.dram_atom_bytes == 2 * 4 * 8 && g.dram_banks == 16 && g.dram_bank_groups == 4);
    assert_true(g.t_ccd == 2 && g.t_rrd == 6 && g.t_rcd == 12 && g.t_ras == 28 && g.t_rp == 12);
    assert_true(g.t_rc == 40 && g.t_cl == 12 && g.t_wl == 4 && g.t_cdlr == 5 && g.t_wr == 12);
    assert_true(g.t_ccdl == 3 && g.t_rtp == 2 && g.t_rtpl == 2);
    assert_int_equal(g.t_rcdwr, g.t_rcd - (g.t_wl + 1));
    assert_true(g.dram_admit == GPU_DRAM_CREDITS && g.dram_take_up == GPU_DRAM_ONE);
    assert_true(g.dram_scan == GPU_DRAM_PAIR && g.dram_hold == GPU_DRAM_TAKEN);
    assert_true(g.dram_group_bits == GPU_DRAM_LOW && g.l2_fetch_first);
    assert_true(g.l1_local_store == GPU_LOCAL_BACK && g.local_map == GPU_LOCAL_SLOTS);
    /* the latency of 35 from the dispatch register: ldst_delay holds two of it */
    assert_int_equal(g.l1_lookup_delay, 35 - 2);
}

/* --- the table of docs/gpu.md ---------------------------------------------------------------- */

enum { COLUMNS = 6, CELL = 96 };

static const char *const column[COLUMNS][4] = {{"mrpb-s", "mrpb-l"},  {"apres"},
                                               {"las", "apcm-fermi"}, {"apcm-kepler"},
                                               {"sm2-gtx480"},        {"abyp-gcn"}};

/* Cell n of a row, from 0, without its blanks. */
static void cell(const char *row, unsigned n, char out[CELL])
{
    while (n--)
        row += 1 + strcspn(row + 1, "|");
    row += 1 + strspn(row + 1, " ");
    size_t len = strcspn(row, "|\n");
    while (len && row[len - 1] == ' ')
        len--;
    snprintf(out, CELL, "%.*s", (int)len, row);
}

/* The value of a key as a configuration file gives it. */
static void value_of(const char *preset, const char *key, char out[CELL])
{
    const run_config_t c = load(preset);
    const char *name = NULL;
    out[0] = 0;
    for (unsigned i = 0; run_config_key(&c, i, &name, out, CELL); i++)
        if (!strcmp(name, key))
            break;
    if (!name || strcmp(name, key))
        fail_msg("%s has no key %s", preset, key);
    if (out[0] == '"') { /* a word, as JSON has it */
        memmove(out, out + 1, strlen(out));
        out[strlen(out) - 1] = 0;
    }
}

static void presets_150_the_table_of_mechanisms_is_the_presets(void **state)
{
    (void)state;
    char *page = NULL;
    size_t bytes = 0;
    unsigned rows = 0;
    diag_t d = {{0}};
    file_read("docs/gpu.md", 1 << 20, &page, &bytes, &d);
    assert_string_equal(d.text, "");
    const char *line = strstr(page, "\n## Mechanisms of the releases\n");
    assert_non_null(line);
    line = strstr(line, "\n| --- ");
    assert_non_null(line);
    for (line = strchr(line + 1, '\n') + 1; *line == '|'; line = strchr(line, '\n') + 1, rows++) {
        char key[CELL], want[CELL], is[CELL];
        cell(line, 1, key);
        assert_true(key[0] == '`' && strlen(key) > 2);
        key[strlen(key) - 1] = 0;
        for (unsigned i = 0; i < COLUMNS; i++)
            for (unsigned k = 0; k < 4 && column[i][k]; k++) {
                cell(line, 2 + i, is);
                value_of(column[i][k], key + 1, want);
                if (strcmp(is, want))
                    fail_msg("%s, %s: docs/gpu.md says '%s', the preset '%s'", column[i][k],
                             key + 1, is, want);
            }
    }
    assert_true(rows >= 60);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_101_machines_are_the_tables),
        cmocka_unit_test(presets_102_caches_are_the_tables),
        cmocka_unit_test(presets_103_latencies_are_the_tables),
        cmocka_unit_test(presets_104_releases_are_their_settings),
        cmocka_unit_test(presets_110_variants_vary_the_l1_alone),
        cmocka_unit_test(presets_120_every_value_names_its_source),
        cmocka_unit_test(presets_140_sm2_gtx480_is_the_configuration_of_the_comparison),
        cmocka_unit_test(presets_150_the_table_of_mechanisms_is_the_presets),
        cmocka_unit_test(presets_130_each_has_a_line_and_stands_in_the_guide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
