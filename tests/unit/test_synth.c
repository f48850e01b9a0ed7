/* The synthesis flow's own parts, and that a wrong storage formula does not pass. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#include "common/file.h"
#include "lockstep/activity_log.h"
#include "synth/activity.h"
#include "synth/liberty.h"
#include "synth/netlist.h"
#include "synth/sram.h"
#include "synth/synth.h"

#define OSU018 "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"

/* A file in a folder of its own, gone with forget(). */
typedef struct synth_rig {
    char dir[64], path[96];
} synth_rig_t;

static void scratch_file(synth_rig_t *s, const char *text)
{
    diag_t d = {{0}};
    strcpy(s->dir, "/tmp/lw-test-synth-XXXXXX");
    assert_non_null(mkdtemp(s->dir));
    snprintf(s->path, sizeof s->path, "%s/file", s->dir);
    assert_int_equal(file_write(s->path, text, strlen(text), &d), 0);
}

static void forget(synth_rig_t *s)
{
    unlink(s->path);
    rmdir(s->dir);
}

static const char small_library[] =
    "/* two cells */ library(tiny) {\n"
    "  time_unit : \"1ns\";\n"
    "  operating_conditions(typical) { process : 1; }\n"
    "  cell (NAND2X1) { area : 2.5; pin(A) { direction : input; } }\n"
    "  cell(DFFX1) {\n"
    "    ff (\"IQ\", \"IQN\") { next_state : \"D\"; clocked_on : \"CK\"; }\n"
    "    pin(Q) { area : 99; function : \"IQ\"; }\n"
    "    area : 7;\n"
    "  }\n"
    "}\n";

static void check_small_library(const char *path)
{
    liberty_t lib;
    diag_t d = {{0}};
    assert_int_equal(liberty_read(path, &lib, &d), 0);
    assert_string_equal(lib.name, "tiny");
    assert_int_equal(lib.n_cells, 2);
    const liberty_cell_t *nand = liberty_find(&lib, "NAND2X1"), *dff = liberty_find(&lib, "DFFX1");
    assert_true(nand && !nand->flop && nand->area == 2.5);
    assert_true(dff && dff->flop && !dff->latch && dff->area == 7);
    assert_null(liberty_find(&lib, "IQ"));
    liberty_free(&lib);
}

static void synth_010_liberty_gives_areas_and_flops(void **state)
{
    (void)state;
    synth_rig_t s;
    scratch_file(&s, small_library);
    check_small_library(s.path);
    forget(&s);
}

static void synth_011_liberty_may_be_compressed(void **state)
{
    (void)state;
    synth_rig_t s;
    scratch_file(&s, "");
    gzFile out = gzopen(s.path, "wb");
    assert_int_equal(gzwrite(out, small_library, sizeof small_library - 1),
                     (int)sizeof small_library - 1);
    assert_int_equal(gzclose(out), Z_OK);
    check_small_library(s.path);
    forget(&s);
}

static void synth_012_broken_liberty_names_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *where;
    } cases[] = {
        {"module(x) {\n}\n", ":1: "},
        {"library(x) {\n  cell(A) {\n    area : big;\n", ":3: "},
        {"library(x) {\n  cell(A) {\n", ":3: "},
        {"library(x) {\n}\n}\n", ":3: "},
        {"library(x) {\n}\n", "no cell"},
        {"", "no cell"},
        {"library(x) { cell(A) { area : 1; } }", "no flip-flop"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        synth_rig_t s;
        liberty_t lib;
        diag_t d = {{0}};
        scratch_file(&s, cases[i].text);
        assert_true(liberty_read(s.path, &lib, &d) < 0);
        assert_non_null(strstr(d.text, cases[i].where));
        liberty_free(&lib);
        forget(&s);
    }
}

/* cmocka compares floats only. */
static void assert_near(double a, double b)
{
    assert_true(fabs(a - b) < 1e-12);
}

/* Rows at 256 and 512 bytes, one port and two, so that means and ratios are known here. */
static sram_table_t two_sizes(void)
{
    return (sram_table_t){.n_rows = 4,
                          .rows = {{256, 8, 1, 0, 0, 0.2, 1, 2, 10, 0.1},
                                   {512, 8, 1, 0, 0, 0.4, 3, 4, 30, 0.3},
                                   {256, 8, 0, 1, 1, 0.3, 2, 4, 15, 0.2},
                                   {512, 8, 0, 1, 1, 0.6, 6, 8, 45, 0.6}}};
}

static void synth_020_sram_is_interpolated_by_size(void **state)
{
    (void)state;
    sram_table_t t = two_sizes();
    sram_row_t at, middle;
    assert_int_equal(sram_figure(&t, 64, 64, 1, 1, &at), 0); /* 512 bytes: a row */
    assert_near(at.area_mm2, 0.6);
    assert_near(at.access_ns, 0.6);
    assert_int_equal(sram_figure(&t, 48, 64, 1, 1, &middle), 0); /* 384: half way */
    assert_near(middle.area_mm2, (0.2 + 0.6) / 2);
    assert_near(middle.leak_mw, (15 + 45) / 2.0);
}

static void synth_021_sram_charges_further_ports_by_ratio(void **state)
{
    (void)state;
    sram_table_t t = two_sizes();
    sram_row_t r;
    assert_int_equal(sram_figure(&t, 64, 64, 1, 2, &r), 0);
    assert_near(r.area_mm2, 0.6 * (0.6 / 0.3));
    assert_near(r.read_nj, 6 * (6 / 3.0));
}

static void synth_022_sram_splits_what_is_larger_than_its_table(void **state)
{
    (void)state;
    sram_table_t t = two_sizes();
    sram_row_t r;
    assert_int_equal(sram_figure(&t, 96, 64, 1, 1, &r), 0); /* 768 bytes: two of 384 */
    assert_near(r.area_mm2, 2 * (0.2 + 0.6) / 2);
    assert_near(r.read_nj, (2 + 6) / 2.0); /* one bank is read */
}

static void synth_023_sram_leaves_small_and_wide_memories_alone(void **state)
{
    (void)state;
    sram_table_t t = two_sizes();
    sram_row_t r;
    assert_true(sram_figure(&t, 31, 64, 1, 1, &r) < 0);  /* 248 bytes */
    assert_true(sram_figure(&t, 32, 128, 1, 1, &r) < 0); /* no such width */
}

/* One port in all is the one-port row, as it stands and between rows. */
static void synth_025_sram_with_one_port(void **state)
{
    (void)state;
    sram_table_t t = two_sizes();
    sram_row_t r;
    assert_int_equal(sram_figure(&t, 64, 64, 1, 0, &r), 0);
    assert_near(r.area_mm2, 0.3);
    assert_near(r.access_ns, 0.4);
    assert_int_equal(sram_figure(&t, 48, 64, 1, 0, &r), 0);
    assert_near(r.area_mm2, (0.1 + 0.3) / 2);
    assert_int_equal(sram_figure(&t, 96, 64, 1, 0, &r), 0); /* two of 384 bytes */
    assert_near(r.area_mm2, 2 * (0.1 + 0.3) / 2);
    assert_near(r.access_ns, (0.2 + 0.4) / 2);
}

static void synth_026_memories_have_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned words, width, reads, writes;
    } good[] = {{"384x64/1rw", 384, 64, 1, 0},
                {"1x1/1r1w", 1, 1, 1, 1},
                {"1048576x1024/2r9w", 1048576, 1024, 2, 9}};
    static const struct {
        const char *name;
        size_t at;
        const char *says;
    } bad[] = {
        {"", 0, "words"},         {"0x64/1rw", 0, "words"},    {"1048577x1/1rw", 0, "words"},
        {"384", 3, "x and"},      {"384x", 4, "bits"},         {"384x1025/1rw", 4, "bits"},
        {"384x64", 6, "/ and"},   {"384x64/", 7, "the ports"}, {"384x64/0r1w", 7, "the ports"},
        {"384x64/1", 8, "ports"}, {"384x64/2rw", 7, "one"},    {"384x64/1r", 9, "the ports"},
        {"384x64/1r1", 10, "w"},  {"384x64/1rw+", 10, "end"}};
    sram_memory_t m;
    size_t at;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_null(sram_memory_parse(good[i].name, strlen(good[i].name), &m, &at));
        assert_int_equal(m.words, good[i].words);
        assert_int_equal(m.width, good[i].width);
        assert_int_equal(m.reads, good[i].reads);
        assert_int_equal(m.writes, good[i].writes);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *says = sram_memory_parse(bad[i].name, strlen(bad[i].name), &m, &at);
        if (!says || !strstr(says, bad[i].says) || at != bad[i].at)
            fail_msg("\"%s\": \"%s\" at %zu; expected \"%s\" at %zu", bad[i].name,
                     says ? says : "nothing", at, bad[i].says, bad[i].at);
    }
    assert_non_null(sram_memory_parse("384x64/1rw", 9, &m, &at)); /* cut short */
}

/* The table's own rows come back by name of memory and column. */
static void synth_027_columns_of_the_projects_table(void **state)
{
    (void)state;
    static const double row_3072[SRAM_COLUMNS] = {0.236891, 0.00303463, 0.00505159, 4.43251,
                                                  0.011695};
    sram_table_t t;
    sram_row_t r;
    diag_t d = {{0}};
    assert_int_equal(sram_table_read("synth/sram_45nm.csv", &t, &d), 0);
    assert_int_equal(sram_figure(&t, 384, 64, 1, 0, &r), 0);
    for (unsigned i = 0; i < SRAM_COLUMNS; i++)
        assert_near(sram_column(&r, i), row_3072[i]);
    assert_string_equal(sram_columns[0], "access_ns");
    assert_string_equal(sram_columns[SRAM_COLUMNS - 1], "area_mm2");
}

static void synth_024_sram_table_of_the_project_is_whole(void **state)
{
    (void)state;
    sram_table_t t;
    diag_t d = {{0}};
    assert_int_equal(sram_table_read("synth/sram_45nm.csv", &t, &d), 0);
    sram_row_t r;
    for (unsigned bytes = SRAM_MIN_BITS / 8; bytes <= 4096; bytes += 256)
        for (unsigned width = 1; width <= 64; width++)
            assert_int_equal(sram_figure(&t, bytes * 8 / width + 1, width, 1, 1, &r), 0);
}

/* A unit of 4 + 1 bits for hand-made netlists. */
typedef struct tiny_state {
    uint8_t mem[2], busy;
} tiny_state_t;
static unsigned two(const void *cfg)
{
    (void)cfg;
    return 2;
}
static unsigned one(const void *cfg)
{
    (void)cfg;
    return 1;
}
static const unit_field_t tiny_fields[] = {
    {.name = "x", .dir = UNIT_IN, .elem_bytes = 1, .capacity = 1, .width = two, .count = one},
    {.name = "mem",
     .dir = UNIT_STATE,
     .elem_bytes = 1,
     .capacity = 2,
     .width = two,
     .count = two,
     .rtl = "i_sub.mem_q"},
    {.name = "busy",
     .dir = UNIT_STATE,
     .elem_bytes = 1,
     .capacity = 1,
     .width = one,
     .count = one,
     .rtl = "busy_q"},
};
static const unit_desc_t tiny = {
    .name = "tiny", .prefix = "tiny", .fields = tiny_fields, .n_fields = 3};

static const char tiny_netlist[] =
    "{\"modules\": {\"tiny_synth\": {\n"
    "\"ports\": {\"clk_i\": {\"direction\": \"input\", \"bits\": [2]}},\n"
    "\"cells\": {\n"
    "\"a\": {\"type\": \"$dff\", \"port_directions\": {\"D\": \"input\", \"Q\": \"output\","
    " \"CLK\": \"input\"}, \"connections\": {\"CLK\": [2], \"D\": [9, 9], \"Q\": [3, 4]}},\n"
    "\"b\": {\"type\": \"$dff\", \"port_directions\": {\"D\": \"input\", \"Q\": \"output\","
    " \"CLK\": \"input\"}, \"connections\": {\"CLK\": [2], \"D\": [9], \"Q\": [5]}},\n"
    "\"c\": {\"type\": \"$dffe\", \"port_directions\": {\"D\": \"input\", \"Q\": \"output\","
    " \"CLK\": \"input\"}, \"connections\": {\"CLK\": [2], \"D\": [3], \"Q\": [6]}},\n"
    "\"d\": {\"type\": \"$dff\", \"port_directions\": {\"D\": \"input\", \"Q\": \"output\","
    " \"CLK\": \"input\"}, \"connections\": {\"CLK\": [2], \"D\": [9], \"Q\": [7]}}},\n"
    "\"netnames\": {\n"
    "\"clk_i\": {\"bits\": [2]}, \"i_dut.i_sub.mem_q[1]\": {\"bits\": [3, 4, \"0\"]},\n"
    "\"i_dut.busy_q\": {\"bits\": [5]}, \"i_dut.spare_q\": {\"bits\": [6]},\n"
    "\"in_x_q\": {\"bits\": [7, \"0\"]}, \"i_dut.wire\": {\"bits\": [9]}}}}}\n";

static void synth_030_netlist_counts_flops_by_field(void **state)
{
    (void)state;
    synth_rig_t s;
    netlist_t n;
    diag_t d = {{0}};
    scratch_file(&s, tiny_netlist);
    assert_int_equal(netlist_read(s.path, "tiny_synth", &tiny, NULL, &n, &d), 0);
    assert_int_equal(n.field_bits[1], 2); /* one element of mem */
    assert_int_equal(n.field_bits[2], 1);
    assert_int_equal(n.constant_bits[1], 1);
    assert_int_equal(n.elements[1], 1);
    assert_int_equal(n.constant_bits[2], 0); /* nor are those of the wrapper counted */
    assert_int_equal(n.wrapper_bits, 1);
    assert_int_equal(n.hidden_bits, 1);
    assert_string_equal(n.hidden_name, "i_dut.spare_q");
    assert_int_equal(n.worst_fanout, 4); /* net 9; the clock, 4 too, is left out */
    assert_string_equal(n.worst_net, "i_dut.wire");
    netlist_free(&n);
    assert_true(netlist_read(s.path, "other", &tiny, NULL, &n, &d) < 0);
    netlist_free(&n);
    forget(&s);
}

/* Also where a register lies in a part of a part, and where two parts have one of the same name. */
static void synth_031_every_register_belongs_to_its_field(void **state)
{
    (void)state;
    for (unsigned u = 0; u < unit_registry_count; u++) {
        const unit_desc_t *d = unit_registry[u];
        for (unsigned i = 0; i < d->n_fields; i++) {
            char path[256], wire[300];
            unsigned element;
            if (d->fields[i].dir != UNIT_STATE)
                continue;
            assert_true(unit_field_rtl(d, &d->fields[i], path, sizeof path) > 0);
            snprintf(wire, sizeof wire, NETLIST_DUT "%s", path);
            assert_int_equal(netlist_owner(d, wire, &element), (int)i);
            assert_int_equal(element, 0);
            snprintf(wire, sizeof wire, NETLIST_DUT "%s[17]", path);
            assert_int_equal(netlist_owner(d, wire, &element), (int)i);
            assert_int_equal(element, 17);
            assert_true(netlist_owner(d, path, &element) < 0);
            snprintf(wire, sizeof wire, NETLIST_DUT "i_other.%s", path);
            assert_true(netlist_owner(d, wire, &element) < 0);
        }
    }
}

static void synth_040_activity_becomes_rates(void **state)
{
    (void)state;
    synth_rig_t s;
    netlist_flop_t flops[] = {{1, 1, 0, "_7_", "Q"}, {2, 0, 0, "_8_", "QN"}};
    netlist_t n = {.flops = flops, .n_flops = 2};
    diag_t d = {{0}};
    char out[128], *text;
    size_t bytes;
    scratch_file(&s, "# counts\nlockwarp-activity 1\nunit tiny\ncycles 8\n"
                     "x 0 1 4 # half\nmem 1 0 2\n\nbusy 0 0 8\n");
    snprintf(out, sizeof out, "%s/out", s.dir);
    assert_int_equal(activity_write(out, s.path, &tiny, NULL, &n, &d), 0);
    assert_int_equal(file_read(out, 1 << 16, &text, &bytes, &d), 0);
    assert_string_equal(text, "set ports {\n  {{x_i[0]} 0}\n  {{x_i[1]} 0.5}\n}\n"
                              "set pins {\n  {{_7_/Q} 0.25}\n  {{_8_/QN} 1}\n}\n");
    free(text);
    unlink(out);
    forget(&s);
}

static void synth_041_broken_activity_names_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *where;
    } cases[] = {
        {"lockwarp-activity 2\n", ":1: "},
        {"lockwarp-activity 1\nunit other\n", ":2: "},
        {"lockwarp-activity 1\nunit tiny\ncycles 0\n", ":3: "},
        {"lockwarp-activity 1\nunit tiny\n", "ends before"},
        {"lockwarp-activity 1\nunit tiny\ncycles 8\ny 0 0 1\n", ":4: "},
        {"lockwarp-activity 1\nunit tiny\ncycles 8\nx 0 2 1\n", ":4: "},
        {"lockwarp-activity 1\nunit tiny\ncycles 8\nmem 2 0 1\n", ":4: "},
        {"lockwarp-activity 1\nunit tiny\ncycles 8\nx 0 0 9\n", ":4: "},
        {"lockwarp-activity 1\nunit tiny\ncycles 8\nx 0 0\n", ":4: "},
    };
    netlist_t n = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        synth_rig_t s;
        diag_t d = {{0}};
        scratch_file(&s, cases[i].text);
        assert_true(activity_write("/dev/null", s.path, &tiny, NULL, &n, &d) < 0);
        assert_non_null(strstr(d.text, cases[i].where));
        forget(&s);
    }
}

/* The counts of a run that is written down here: x 0,3,3,1 and busy 0,0,1,1 at four edges. */
static void synth_042_toggles_are_counted_between_edges(void **state)
{
    (void)state;
    static const uint8_t x[] = {0, 3, 3, 1}, busy[] = {0, 0, 1, 1};
    unit_field_t fields[3];
    memcpy(fields, tiny_fields, sizeof fields);
    fields[1].offset = offsetof(tiny_state_t, mem);
    fields[2].offset = offsetof(tiny_state_t, busy);
    unit_desc_t d = tiny;
    d.fields = fields;
    d.in_bytes = 1;
    d.state_bytes = sizeof(tiny_state_t);
    activity_log_t *log = activity_log_open(&d, NULL);
    assert_non_null(log);
    for (unsigned i = 0; i < 4; i++) {
        tiny_state_t s = {.mem = {0, (uint8_t)(i & 2)}, .busy = busy[i]};
        activity_log_edge(log, &x[i], &s);
    }
    synth_rig_t s;
    diag_t diag = {{0}};
    char *text;
    size_t bytes;
    scratch_file(&s, "");
    assert_int_equal(activity_log_close(log, s.path, &diag), 0);
    assert_int_equal(file_read(s.path, 1 << 16, &text, &bytes, &diag), 0);
    assert_string_equal(text, "lockwarp-activity 1\nunit tiny\ncycles 3\n"
                              "x 0 0 1\nx 0 1 2\nmem 1 1 1\nbusy 0 0 1\n");
    free(text);
    forget(&s);
}

/* --- the whole flow ----------------------------------------------------------------------------
 */

static unsigned three(const void *cfg)
{
    (void)cfg;
    return 3;
}

/* Synthesizes abyp.table at the small geometry with a descriptor that may lie. */
static void synthesize(const unit_desc_t *unit, const char *activity, synth_row_t *row)
{
    if (access(OSU018, R_OK) || system("command -v yosys sta >/dev/null 2>&1")) {
        print_message("skipped: needs yosys, opensta and qflow-tech-osu018\n");
        skip();
    }
    liberty_t lib;
    diag_t d = {{0}};
    max_align_t cfg[16];
    assert_int_equal(liberty_read(OSU018, &lib, &d), 0);
    unit_cfg_geometry(unit, UNIT_SMALL, cfg);
    synth_job_t job = {.root = ".",
                       .activity = activity,
                       .liberty_path = OSU018,
                       .liberty = &lib,
                       .node_nm = 180,
                       .period_ns = 5,
                       .trials = 10,
                       .toggle = 0.1};
    int rc = synth_run(unit, cfg, &job, row, &d);
    liberty_free(&lib);
    if (rc)
        fail_msg("%s", d.text);
}

static void synth_050_storage_of_the_netlist_is_the_contract(void **state)
{
    (void)state;
    const unit_desc_t *unit = unit_find("abyp.table");
    synth_row_t row;
    synthesize(unit, NULL, &row);
    assert_string_equal(row.failure, "");
    assert_int_equal(row.netlist_bits, 3 * 2); /* entries x ctr_w of the small geometry */
    assert_int_equal(row.n_bits, 1);
    assert_true(row.area_um2 > 0 && row.critical_ns > 0 && row.dynamic_w > 0 && row.leakage_w > 0);
    assert_true(row.l1d_share < 0); /* 180 nm */
}

static void synth_051_wrong_storage_formula_is_found(void **state)
{
    (void)state;
    const unit_desc_t *good = unit_find("abyp.table");
    unit_field_t fields[16];
    unit_desc_t bad = *good;
    assert_true(good->n_fields <= 16);
    memcpy(fields, good->fields, good->n_fields * sizeof *fields);
    bad.fields = fields;
    for (unsigned i = 0; i < good->n_fields; i++)
        if (fields[i].dir == UNIT_STATE)
            fields[i].width = three; /* the RTL has 2 */
    synth_row_t row;
    synthesize(&bad, NULL, &row);
    assert_non_null(strstr(row.failure, "ctr has 6 bits"));
    assert_non_null(strstr(row.failure, "says 9"));
}

static void synth_052_state_that_no_field_names_is_found(void **state)
{
    (void)state;
    const unit_desc_t *good = unit_find("abyp.table");
    unit_field_t fields[16];
    unit_desc_t bad = *good;
    memcpy(fields, good->fields, good->n_fields * sizeof *fields);
    bad.fields = fields;
    for (unsigned i = 0; i < good->n_fields; i++)
        if (fields[i].dir == UNIT_STATE)
            fields[i].view = false, fields[i].rtl = "renamed_q";
    synth_row_t row;
    synthesize(&bad, NULL, &row);
    assert_non_null(strstr(row.failure, "6 flops belong to no field"));
}

/* Dynamic power when every bit of the table toggles in k of 10 cycles and no input does. */
static double power_at(unsigned k)
{
    char text[1024];
    int n = snprintf(text, sizeof text, "lockwarp-activity 1\nunit abyp.table\ncycles 10\n");
    for (unsigned element = 0; element < 3; element++)
        for (unsigned bit = 0; bit < 2; bit++)
            n += snprintf(text + n, sizeof text - (size_t)n, "ctr %u %u %u\n", element, bit, k);
    synth_rig_t s;
    synth_row_t row;
    scratch_file(&s, text);
    synthesize(unit_find("abyp.table"), s.path, &row);
    forget(&s);
    assert_string_equal(row.failure, "");
    return row.dynamic_w;
}

static void synth_053_power_follows_the_counts_of_the_state(void **state)
{
    (void)state;
    double none = power_at(0), some = power_at(2), twice = power_at(4);
    assert_true(some > none);
    double ratio = (twice - none) / (some - none);
    assert_true(fabs(ratio - 2) < 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(synth_010_liberty_gives_areas_and_flops),
        cmocka_unit_test(synth_011_liberty_may_be_compressed),
        cmocka_unit_test(synth_012_broken_liberty_names_its_line),
        cmocka_unit_test(synth_020_sram_is_interpolated_by_size),
        cmocka_unit_test(synth_021_sram_charges_further_ports_by_ratio),
        cmocka_unit_test(synth_022_sram_splits_what_is_larger_than_its_table),
        cmocka_unit_test(synth_023_sram_leaves_small_and_wide_memories_alone),
        cmocka_unit_test(synth_024_sram_table_of_the_project_is_whole),
        cmocka_unit_test(synth_025_sram_with_one_port),
        cmocka_unit_test(synth_026_memories_have_names),
        cmocka_unit_test(synth_027_columns_of_the_projects_table),
        cmocka_unit_test(synth_030_netlist_counts_flops_by_field),
        cmocka_unit_test(synth_031_every_register_belongs_to_its_field),
        cmocka_unit_test(synth_040_activity_becomes_rates),
        cmocka_unit_test(synth_041_broken_activity_names_its_line),
        cmocka_unit_test(synth_042_toggles_are_counted_between_edges),
        cmocka_unit_test(synth_050_storage_of_the_netlist_is_the_contract),
        cmocka_unit_test(synth_051_wrong_storage_formula_is_found),
        cmocka_unit_test(synth_052_state_that_no_field_names_is_found),
        cmocka_unit_test(synth_053_power_follows_the_counts_of_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
