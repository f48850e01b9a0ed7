#include "lockstep/model_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/model_port.h"

enum { PATH = 512, NAME_MAX_CHARS = 160 };

/* FNV-1a, for names that are too long to be spelled out. */
static uint64_t hash_of(const char *text)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return h;
}

const char *model_name(const unit_desc_t *d, const void *cfg, char *text, size_t n)
{
    int used = snprintf(text, n, "%s", d->name);
    for (unsigned i = 0; i < d->n_params && used > 0 && (size_t)used < n; i++)
        used += snprintf(text + used, n - (size_t)used, "-%s%" PRIu32, d->params[i].name,
                         unit_param_get(&d->params[i], cfg));
    if (strlen(text) > NAME_MAX_CHARS) {
        uint64_t h = hash_of(text);
        snprintf(text, n, "%s-%016" PRIx64, d->name, h);
    }
    return text;
}

/* A variable "logic [W-1:0] NAME ENDING [0:N-1]" of the field's width and count. */
static void variable(FILE *out, const unit_field_t *f, const void *cfg, const char *name,
                     const char *ending)
{
    fprintf(out, "logic [%u:0] %s%s", f->width(cfg) - 1, name, ending);
    if (f->capacity > 1)
        fprintf(out, " [0:%u]", f->count(cfg) - 1);
}

static void header(FILE *out, const model_spec_t *m)
{
    const unit_desc_t *d = m->desc;
    char name[128], params[UNIT_LABEL];
    fprintf(
        out,
        "// %s with %s: the unit behind registers that take its inputs over when hold_i\n"
        "// changes. When tick_i changes, the clock rises, and falls again by itself. Made from "
        "the\n"
        "// unit's field list.\n"
        "module held (\n    input logic tick_i,\n    input logic hold_i,\n    input logic rst_ni",
        d->name, unit_cfg_params(d, m->cfg, params, sizeof params));
    if (m->netlist)
        fprintf(out, ",\n    input logic [15:0] mut_i");
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        if (f->dir == UNIT_STATE)
            continue;
        fprintf(out, ",\n    %s ", f->dir == UNIT_IN ? "input" : "output");
        variable(out, f, m->cfg, model_port_name(f, name, sizeof name), "");
    }
    fprintf(out, "\n);\n");
}

static void input_registers(FILE *out, const model_spec_t *m)
{
    const unit_desc_t *d = m->desc;
    char name[128];
    fprintf(out, "    logic clk;\n"
                 "    logic ticked = 1'b0;\n"
                 "    assign clk = tick_i ^ ticked;\n"
                 "    always_ff @(posedge clk) ticked <= tick_i;\n"
                 "    logic rst_ni_held;\n");
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        if (f->dir != UNIT_IN)
            continue;
        fprintf(out, "    ");
        variable(out, f, m->cfg, model_port_name(f, name, sizeof name), "_held");
        fprintf(out, ";\n");
    }
    fprintf(out, "    always_ff @(posedge hold_i or negedge hold_i) begin\n"
                 "        rst_ni_held <= rst_ni;\n");
    for (unsigned i = 0; i < d->n_fields; i++)
        if (d->fields[i].dir == UNIT_IN) {
            model_port_name(&d->fields[i], name, sizeof name);
            fprintf(out, "        %s_held <= %s;\n", name, name);
        }
    fprintf(out, "    end\n");
}

/* Ports of rtl/ are flat vectors, element i at [i*W +: W]. */
static void flat_vectors(FILE *out, const model_spec_t *m)
{
    char name[128];
    for (unsigned i = 0; i < m->desc->n_fields; i++) {
        const unit_field_t *f = &m->desc->fields[i];
        if (f->dir == UNIT_STATE || f->capacity == 1)
            continue;
        unsigned w = f->width(m->cfg), n = f->count(m->cfg);
        model_port_name(f, name, sizeof name);
        fprintf(out,
                "    logic [%u:0] %s_flat;\n    for (genvar g = 0; g < %u; g++) begin : gen_%s\n",
                w * n - 1, name, n, name);
        if (f->dir == UNIT_IN)
            fprintf(out, "        assign %s_flat[g*%u +: %u] = %s_held[g];\n", name, w, w, name);
        else
            fprintf(out, "        assign %s[g] = %s_flat[g*%u +: %u];\n", name, name, w, w);
        fprintf(out, "    end\n");
    }
}

static int register_path(const model_spec_t *m, const unit_field_t *f, char *path, diag_t *diag)
{
    if (unit_field_rtl(m->desc, f, path, PATH) < 0)
        return diag_at(diag, m->desc->name, 0, 0, "no sub-unit has the state of %s (%s)", f->name,
                       f->rtl);
    return 0;
}

static char *whole_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t n = 0;
    FILE *mem = f ? open_memstream(&text, &n) : NULL;
    char part[1 << 16];
    for (size_t got; mem && (got = fread(part, 1, sizeof part, f)) > 0;)
        fwrite(part, 1, got, mem);
    if (f)
        fclose(f);
    if (mem)
        fclose(mem);
    return text;
}

/* A netlist's wires have the registers' paths as names: an element a wire, or a vector. */
static int netlist_state(FILE *out, const model_spec_t *m, diag_t *diag)
{
    char path[PATH], wire[PATH + 8], name[128];
    char *text = whole_file(m->netlist);
    if (!text)
        return diag_at(diag, m->netlist, 0, 0, "cannot read: %s", strerror(errno));
    int err = 0;
    for (unsigned i = 0; !err && i < m->desc->n_fields; i++) {
        const unit_field_t *f = &m->desc->fields[i];
        if (f->dir != UNIT_STATE || (err = register_path(m, f, path, diag)))
            continue;
        unsigned w = f->width(m->cfg), n = f->count(m->cfg);
        if (!n)
            continue;
        snprintf(wire, sizeof wire, "\\%s[0] ", path); /* an escaped name */
        bool elements = strstr(text, wire) != NULL;
        snprintf(name, sizeof name, "st_%s", f->name);
        fprintf(out, "    ");
        variable(out, f, m->cfg, name, "");
        fprintf(out, " /*verilator public_flat_rd*/;\n");
        for (unsigned k = 0; k < n; k++) {
            fprintf(out, "    assign %s", name);
            if (f->capacity > 1)
                fprintf(out, "[%u]", k);
            fprintf(out, " = i_dut.\\%s", path);
            if (elements)
                fprintf(out, "[%u] ", k);
            else if (n == 1)
                fprintf(out, " ");
            else if (w == 1)
                fprintf(out, " [%u]", k);
            else
                fprintf(out, " [%u:%u]", k * w + w - 1, k * w);
            fprintf(out, ";\n");
        }
    }
    free(text);
    return err;
}

/* Module listed: exactly the list's ports, each connected to the unit's port of that name. What
 * comes in is a port here too, so that an output of the unit of that name is refused. */
static int listed(FILE *out, const model_spec_t *m, diag_t *diag)
{
    const unit_desc_t *d = m->desc;
    char name[128];
    const char *comma = "";
    fprintf(out, "module listed (\n    input logic clk_i,\n    input logic rst_ni");
    if (m->netlist)
        fprintf(out, ",\n    input logic [15:0] mut_i");
    for (unsigned i = 0; i < d->n_fields; i++)
        if (d->fields[i].dir != UNIT_STATE)
            fprintf(out, ",\n    %s logic [%u:0] %s",
                    d->fields[i].dir == UNIT_IN ? "input" : "output",
                    model_port_width(&d->fields[i], m->cfg) - 1,
                    model_port_name(&d->fields[i], name, sizeof name));
    fprintf(out, "\n);\n    %s ", d->prefix);
    if (!m->netlist)
        model_port_params(out, d, m->cfg);
    fprintf(out, "i_dut (");
    if (m->netlist) {
        fprintf(out, "\n        .mut_sel(mut_i)");
        comma = ",";
    }
    if (model_port_clocked(d)) {
        fprintf(out, "%s\n        .clk_i(clk_i),\n        .rst_ni(rst_ni)", comma);
        comma = ",";
    }
    for (unsigned i = 0; i < d->n_fields; i++)
        if (d->fields[i].dir != UNIT_STATE) {
            model_port_name(&d->fields[i], name, sizeof name);
            fprintf(out, "%s\n        .%s(%s)", comma, name, name);
            comma = ",";
        }
    fprintf(out, "\n    );\n");
    int err = m->netlist ? netlist_state(out, m, diag) : 0;
    fprintf(out, "endmodule\n");
    return err;
}

static void instance(FILE *out, const model_spec_t *m)
{
    const unit_desc_t *d = m->desc;
    char name[128];
    fprintf(out, "    listed i_list (\n        .clk_i(clk),\n        .rst_ni(rst_ni_held)");
    if (m->netlist)
        fprintf(out, ",\n        .mut_i(mut_i)");
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        if (f->dir == UNIT_STATE)
            continue;
        model_port_name(f, name, sizeof name);
        fprintf(out, ",\n        .%s(%s%s)", name, name,
                f->capacity > 1     ? "_flat"
                : f->dir == UNIT_IN ? "_held"
                                    : "");
    }
    fprintf(out, "\n    );\n");
}

int model_text_wrapper(FILE *out, const model_spec_t *m, diag_t *diag)
{
    header(out, m);
    input_registers(out, m);
    flat_vectors(out, m);
    instance(out, m);
    fprintf(out, "endmodule\n\n");
    return listed(out, m, diag);
}

int model_text_config(FILE *out, const model_spec_t *m, diag_t *diag)
{
    fprintf(out, "`verilator_config\n");
    if (m->netlist)
        return 0;
    char path[PATH];
    for (unsigned i = 0; i < m->desc->n_fields; i++) {
        const unit_field_t *f = &m->desc->fields[i];
        if (f->dir != UNIT_STATE || f->count(m->cfg) == 0)
            continue;
        int err = register_path(m, f, path, diag);
        if (err)
            return err;
        const char *dot = strrchr(path, '.');
        fprintf(out, "public_flat_rd -module \"%s\" -var \"%s\"\n",
                unit_field_owner(m->desc, f)->prefix, dot ? dot + 1 : path);
    }
    return 0;
}

static const char *c_type(const unit_field_t *f)
{
    switch (f->elem_bytes) {
    case 1:
        return "uint8_t";
    case 2:
        return "uint16_t";
    case 4:
        return "uint32_t";
    default:
        return "uint64_t";
    }
}

static int fields(FILE *out, const model_spec_t *m, diag_t *diag)
{
    const unit_desc_t *d = m->desc;
    char path[PATH];
    fprintf(out, "#define SHIM_FIELDS(I, O, S)");
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        fprintf(out, " \\\n    ");
        if (f->dir != UNIT_STATE) {
            fprintf(out, "%s(%s, %s, %zu, %u)", f->dir == UNIT_IN ? "I" : "O", f->name, c_type(f),
                    f->offset, f->capacity > 1 ? f->count(m->cfg) : 1);
        } else if (m->netlist) {
            fprintf(out, "S(\"TOP.held.i_list\", \"st_%s\")", f->name);
        } else {
            int err = register_path(m, f, path, diag);
            if (err)
                return err;
            char *dot = strrchr(path, '.');
            if (dot)
                *dot = 0;
            fprintf(out, "S(\"TOP.held.i_list.i_dut%s%s\", \"%s\")", dot ? "." : "",
                    dot ? path : "", dot ? dot + 1 : path);
        }
    }
    fprintf(out, "\n");
    return 0;
}

int model_text_source(FILE *out, const model_spec_t *m, char *const *generated, size_t n,
                      diag_t *diag)
{
    char params[UNIT_LABEL];
    /* Functions that run once are half of a large unit's code: a quarter of GCC's time. */
    for (size_t i = 0; i < n; i++)
        fprintf(out,
                strstr(generated[i], "Slow.cpp")
                    ? "#pragma GCC push_options\n#pragma GCC optimize(\"O0\")\n"
                      "#include \"%s\"\n#pragma GCC pop_options\n"
                    : "#include \"%s\"\n",
                generated[i]);
    fprintf(out, "#define SHIM_UNIT \"%s\"\n#define SHIM_PARAMS \"%s\"\n", m->desc->name,
            unit_cfg_params(m->desc, m->cfg, params, sizeof params));
    if (m->netlist)
        fprintf(out, "#define SHIM_SELECT mut_i\n");
    if (m->coverage)
        fprintf(out, "#define SHIM_COVERAGE 1\n");
    int err = fields(out, m, diag);
    fprintf(out, "#include \"lockstep/shim.cpp\"\n");
    return err;
}

void model_text_args(FILE *out, const model_spec_t *m)
{
    for (unsigned i = 0; i < m->desc->n_params; i++)
        fprintf(out, "-G%s=%" PRIu32 "\n", m->desc->params[i].rtl_name,
                unit_param_get(&m->desc->params[i], m->cfg));
}

int model_text_state(FILE *out, const model_spec_t *m, diag_t *diag)
{
    char path[PATH];
    for (unsigned i = 0; i < m->desc->n_fields; i++) {
        const unit_field_t *f = &m->desc->fields[i];
        if (f->dir != UNIT_STATE || f->count(m->cfg) == 0)
            continue;
        int err = register_path(m, f, path, diag);
        if (err)
            return err;
        fprintf(out, "%s\n", path);
    }
    return 0;
}
