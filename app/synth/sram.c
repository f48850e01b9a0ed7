#include "synth/sram.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/file.h"
#include "synth/tool.h"

enum { MAX_SOURCE = 16 << 20, MAX_JSON = 1 << 30 };

static const char flop_array[] = "(* mem2reg *)";
static const char memory_array[] = "(* nomem2reg *)";

static bool is_large(const unit_field_t *f, const void *cfg)
{
    return f->dir == UNIT_STATE && f->capacity > 1 && f->count(cfg) > 1 &&
           (uint64_t)f->width(cfg) * f->count(cfg) >= SRAM_MIN_BITS;
}

/* --- the RTL with memories ------------------------------------------------------------------- */

/* Does the declaration that follows the attribute name the register of a large field? */
static bool declares_large(const char *declaration, const unit_desc_t *unit, const void *cfg)
{
    const char *end = strchr(declaration, ';');
    for (unsigned i = 0; end && i < unit->n_fields; i++) {
        char name[80];
        snprintf(name, sizeof name, " %s_q[", unit->fields[i].name);
        const char *at = strstr(declaration, name);
        if (at && at < end && is_large(&unit->fields[i], cfg))
            return true;
    }
    return false;
}

static int copy_one(const char *to, const char *from, const unit_desc_t *unit, const void *cfg,
                    diag_t *d)
{
    char *text;
    size_t bytes;
    int rc = file_read(from, MAX_SOURCE, &text, &bytes, d);
    if (rc)
        return rc;
    FILE *out = fopen(to, "w");
    if (!out) {
        free(text);
        return diag_at(d, to, 0, 0, "cannot write: %s", strerror(errno));
    }
    const char *p = text, *at;
    while ((at = strstr(p, flop_array))) {
        const char *after = at + strlen(flop_array);
        fwrite(p, 1, (size_t)(at - p), out);
        fputs(declares_large(after, unit, cfg) ? memory_array : flop_array, out);
        p = after;
    }
    fputs(p, out);
    free(text);
    return fclose(out) ? diag_at(d, to, 0, 0, "cannot write") : 0;
}

int sram_copy_rtl(const char *dir, const glob_t *rtl, const unit_desc_t *unit, const void *cfg,
                  diag_t *d)
{
    char path[PATH_MAX];
    char copies[PATH_MAX];
    tool_path(copies, dir, "rtl");
    if (mkdir(copies, 0777) && errno != EEXIST)
        return diag_at(d, copies, 0, 0, "cannot make the folder: %s", strerror(errno));
    int rc = 0;
    for (size_t i = 0; !rc && i < rtl->gl_pathc; i++) {
        const char *from = rtl->gl_pathv[i];
        rc = copy_one(tool_path(path, copies, strrchr(from, '/') + 1), from, unit, cfg, d);
    }
    return rc;
}

/* --- what Yosys found --------------------------------------------------------------------------
 */

static unsigned parameter(const cJSON *cell, const char *name)
{
    const cJSON *p = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(cell, "parameters"), name);
    if (cJSON_IsNumber(p))
        return (unsigned)p->valuedouble;
    return cJSON_IsString(p) ? (unsigned)strtoul(p->valuestring, NULL, 2) : 0;
}

static void print_map(FILE *map, const sram_macro_t *m)
{
    fprintf(map,
            "  if (MEMID == \"%s%s\") begin\n    %s _TECHMAP_REPLACE_ (\n      .clk(WR_CLK[0])",
            m->memory[0] == '\\' ? "\\" : "", m->memory, m->cell);
    for (unsigned r = 0; r < m->reads; r++) {
        for (unsigned b = 0; b < m->address_bits; b++)
            fprintf(map, ",\n      .ra%u_%u(RD_ADDR[%u])", r, b, r * m->address_bits + b);
        for (unsigned b = 0; b < m->width; b++)
            fprintf(map, ",\n      .rd%u_%u(RD_DATA[%u])", r, b, r * m->width + b);
    }
    for (unsigned w = 0; w < m->writes; w++) {
        fprintf(map, ",\n      .we%u(|WR_EN[%u:%u])", w, (w + 1) * m->width - 1, w * m->width);
        for (unsigned b = 0; b < m->address_bits; b++)
            fprintf(map, ",\n      .wa%u_%u(WR_ADDR[%u])", w, b, w * m->address_bits + b);
        for (unsigned b = 0; b < m->width; b++)
            fprintf(map, ",\n      .wd%u_%u(WR_DATA[%u])", w, b, w * m->width + b);
    }
    fprintf(map, ");\n  end else ");
}

static void print_pin(FILE *lib, const char *kind, unsigned port, unsigned bit)
{
    fprintf(lib,
            "    pin(%s%u_%u) { direction : input; capacitance : 2;\n"
            "      timing() { related_pin : \"clk\"; timing_type : setup_rising;\n"
            "        rise_constraint(scalar) { values(\"0.05\"); }\n"
            "        fall_constraint(scalar) { values(\"0.05\"); } } }\n",
            kind, port, bit);
}

/* Reads are combinational, address to data; writes are set up 0.05 ns before the edge, about what
 * a flop asks for. */
static void print_cell(FILE *lib, const sram_macro_t *m)
{
    double ns = m->figure.access_ns;
    fprintf(lib, "  cell(%s) {\n    area : %.6g;\n    dont_touch : true;\n", m->cell,
            m->figure.area_mm2 * 1e6);
    fprintf(lib, "    pin(clk) { direction : input; clock : true; capacitance : 2; }\n");
    for (unsigned w = 0; w < m->writes; w++) {
        fprintf(lib,
                "    pin(we%u) { direction : input; capacitance : 2;\n"
                "      timing() { related_pin : \"clk\"; timing_type : setup_rising;\n"
                "        rise_constraint(scalar) { values(\"0.05\"); }\n"
                "        fall_constraint(scalar) { values(\"0.05\"); } } }\n",
                w);
        for (unsigned b = 0; b < m->address_bits; b++)
            print_pin(lib, "wa", w, b);
        for (unsigned b = 0; b < m->width; b++)
            print_pin(lib, "wd", w, b);
    }
    for (unsigned r = 0; r < m->reads; r++) {
        for (unsigned b = 0; b < m->address_bits; b++)
            fprintf(lib, "    pin(ra%u_%u) { direction : input; capacitance : 2; }\n", r, b);
        for (unsigned b = 0; b < m->width; b++) {
            fprintf(lib,
                    "    pin(rd%u_%u) { direction : output;\n      timing() { related_pin : \"", r,
                    b);
            for (unsigned a = 0; a < m->address_bits; a++)
                fprintf(lib, "%sra%u_%u", a ? " " : "", r, a);
            fprintf(lib,
                    "\"; timing_sense : non_unate;\n"
                    "        cell_rise(scalar) { values(\"%.6g\"); }"
                    " rise_transition(scalar) { values(\"0.03\"); }\n"
                    "        cell_fall(scalar) { values(\"%.6g\"); }"
                    " fall_transition(scalar) { values(\"0.03\"); } } }\n",
                    ns, ns);
        }
    }
    fprintf(lib, "  }\n");
}

static int plan_macro(const cJSON *cell, const unit_desc_t *unit, const sram_table_t *table,
                      sram_plan_t *plan, diag_t *d)
{
    const cJSON *parameters = cJSON_GetObjectItemCaseSensitive(cell, "parameters");
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(parameters, "MEMID");
    unsigned element;
    if (plan->n_macros == SRAM_MAX_MACROS)
        return diag_at(d, unit->name, 0, 0, "more than %d memories", SRAM_MAX_MACROS);
    sram_macro_t *m = &plan->macros[plan->n_macros];
    *m = (sram_macro_t){.words = parameter(cell, "SIZE"),
                        .width = parameter(cell, "WIDTH"),
                        .reads = parameter(cell, "RD_PORTS"),
                        .writes = parameter(cell, "WR_PORTS"),
                        .address_bits = parameter(cell, "ABITS")};
    const char *id = cJSON_IsString(name) ? name->valuestring : "";
    snprintf(m->memory, sizeof m->memory, "%s", id);
    int field = netlist_owner(unit, id[0] == '\\' ? id + 1 : id, &element);
    if (field < 0)
        return diag_at(d, unit->name, 0, 0, "memory %s belongs to no field", id);
    if (sram_figure(table, m->words, m->width, m->reads, m->writes, &m->figure))
        return 0; /* below every row: flops */
    snprintf(m->cell, sizeof m->cell, "lw_sram_%u", plan->n_macros);
    plan->field_bits[field] += (uint64_t)m->words * m->width;
    plan->n_macros++;
    return 1;
}

static int print_all(const char *dir, const cJSON *cells, const unit_desc_t *unit,
                     const sram_table_t *table, sram_plan_t *plan, diag_t *d)
{
    char path[PATH_MAX];
    tool_path(path, dir, "sram.lib");
    FILE *lib = fopen(path, "w");
    tool_path(path, dir, "sram_map.v");
    FILE *map = fopen(path, "w");
    if (!lib || !map) {
        diag_at(d, path, 0, 0, "cannot write: %s", strerror(errno));
        if (lib)
            fclose(lib);
        if (map)
            fclose(map);
        return -EIO;
    }
    fprintf(lib, "library(lw_sram) {\n  time_unit : \"1ns\";\n  voltage_unit : \"1V\";\n"
                 "  current_unit : \"1mA\";\n  leakage_power_unit : \"1nW\";\n"
                 "  capacitive_load_unit(1,ff);\n  delay_model : table_lookup;\n"
                 "  input_threshold_pct_rise : 50;\n  input_threshold_pct_fall : 50;\n"
                 "  output_threshold_pct_rise : 50;\n  output_threshold_pct_fall : 50;\n"
                 "  slew_lower_threshold_pct_rise : 30;\n"
                 "  slew_lower_threshold_pct_fall : 30;\n"
                 "  slew_upper_threshold_pct_rise : 70;\n"
                 "  slew_upper_threshold_pct_fall : 70;\n"
                 "  nom_process : 1;\n  nom_voltage : 1.1;\n  nom_temperature : 25;\n");
    fprintf(map,
            "module \\$mem_v2 (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN,"
            " WR_ADDR, WR_DATA);\n"
            "  parameter MEMID = \"\";\n  parameter signed SIZE = 4;\n"
            "  parameter signed OFFSET = 0;\n  parameter signed ABITS = 2;\n"
            "  parameter signed WIDTH = 8;\n  parameter INIT = 0;\n"
            "  parameter signed RD_PORTS = 1;\n  parameter RD_CLK_ENABLE = 0;\n"
            "  parameter RD_CLK_POLARITY = 0;\n  parameter RD_TRANSPARENCY_MASK = 0;\n"
            "  parameter RD_COLLISION_X_MASK = 0;\n  parameter RD_WIDE_CONTINUATION = 0;\n"
            "  parameter RD_CE_OVER_SRST = 0;\n  parameter RD_ARST_VALUE = 0;\n"
            "  parameter RD_SRST_VALUE = 0;\n  parameter RD_INIT_VALUE = 0;\n"
            "  parameter signed WR_PORTS = 1;\n  parameter WR_CLK_ENABLE = 0;\n"
            "  parameter WR_CLK_POLARITY = 0;\n  parameter WR_PRIORITY_MASK = 0;\n"
            "  parameter WR_WIDE_CONTINUATION = 0;\n"
            "  input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;\n"
            "  input [RD_PORTS*ABITS-1:0] RD_ADDR;\n  output [RD_PORTS*WIDTH-1:0] RD_DATA;\n"
            "  input [WR_PORTS-1:0] WR_CLK;\n  input [WR_PORTS*WIDTH-1:0] WR_EN;\n"
            "  input [WR_PORTS*ABITS-1:0] WR_ADDR;\n  input [WR_PORTS*WIDTH-1:0] WR_DATA;\n"
            "  generate\n");
    int rc = 0;
    const cJSON *cell;
    cJSON_ArrayForEach(cell, cells)
    {
        const cJSON *type = cJSON_GetObjectItemCaseSensitive(cell, "type");
        if (rc < 0 || !cJSON_IsString(type) || strcmp(type->valuestring, "$mem_v2") != 0)
            continue;
        rc = plan_macro(cell, unit, table, plan, d);
        if (rc == 1) {
            print_map(map, &plan->macros[plan->n_macros - 1]);
            print_cell(lib, &plan->macros[plan->n_macros - 1]);
        }
    }
    fprintf(map, "begin\n    wire _TECHMAP_FAIL_ = 1;\n  end\n  endgenerate\nendmodule\n");
    fprintf(lib, "}\n");
    bool bad = ferror(lib) || ferror(map);
    bad = fclose(lib) != 0 || bad; /* both are closed, whatever failed before */
    bad = fclose(map) != 0 || bad;
    return rc < 0 ? rc : bad ? diag_at(d, path, 0, 0, "cannot write") : 0;
}

int sram_find(scratch_t *s, const char *dir, const char *root, const char *top,
              const unit_desc_t *unit, const void *cfg, sram_plan_t *plan, diag_t *d)
{
    *plan = (sram_plan_t){0};
    bool any = false;
    for (unsigned i = 0; i < unit->n_fields; i++)
        any |= is_large(&unit->fields[i], cfg);
    if (!any)
        return 0;
    char path[PATH_MAX], script[PATH_MAX];
    sram_table_t table;
    tool_path(path, root, "synth/sram_45nm.csv");
    int rc = sram_table_read(path, &table, d);
    if (rc)
        return rc;
    tool_path(script, root, "synth/memories.tcl");
    char *argv[] = {"yosys", "-q", "-c", script, NULL};
    rc = tool_run(s, dir, "memories.log", "yosys", argv, d);
    if (rc)
        return rc;
    char *text;
    size_t bytes;
    tool_path(path, dir, "mem.json");
    rc = file_read(path, MAX_JSON, &text, &bytes, d);
    if (rc)
        return rc;
    cJSON *json = cJSON_ParseWithLength(text, bytes);
    free(text);
    const cJSON *module =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(json, "modules"), top);
    rc = module ? print_all(dir, cJSON_GetObjectItemCaseSensitive(module, "cells"), unit, &table,
                            plan, d)
                : diag_at(d, path, 0, 0, "no module %s", top);
    cJSON_Delete(json);
    return rc;
}
