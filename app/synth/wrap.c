#include "synth/wrap.h"

static bool has_state(const unit_desc_t *unit)
{
    for (unsigned i = 0; i < unit->n_fields; i++)
        if (unit->fields[i].dir == UNIT_STATE)
            return true;
    return false;
}

/* "[N-1:0] " for all bits of a field, empty for one bit. */
static void write_range(FILE *out, const unit_field_t *f, const void *cfg)
{
    unsigned bits = f->width(cfg) * f->count(cfg);
    if (bits > 1 || f->capacity > 1)
        fprintf(out, "[%u:0] ", bits - 1);
}

static void write_ports(FILE *out, const unit_desc_t *unit, const void *cfg)
{
    fprintf(out, "module %s_synth (\n  input logic clk_i,\n  input logic rst_ni", unit->prefix);
    for (unsigned i = 0; i < unit->n_fields; i++) {
        const unit_field_t *f = &unit->fields[i];
        if (f->dir == UNIT_STATE)
            continue;
        fprintf(out, ",\n  %s logic ", f->dir == UNIT_IN ? "input" : "output");
        write_range(out, f, cfg);
        fprintf(out, "%s_%c", f->name, f->dir == UNIT_IN ? 'i' : 'o');
    }
    fprintf(out, "\n);\n");
}

static void write_registers(FILE *out, const unit_desc_t *unit, const void *cfg)
{
    bool clocked = has_state(unit);
    if (clocked)
        fprintf(out, "  (* keep *) logic in_rst_q;\n");
    for (unsigned i = 0; i < unit->n_fields; i++) {
        const unit_field_t *f = &unit->fields[i];
        if (f->dir == UNIT_STATE)
            continue;
        fprintf(out, "  (* keep *) logic "); /* by these names the registers are told apart */
        write_range(out, f, cfg);
        if (f->dir == UNIT_IN)
            fprintf(out, "in_%s_q;\n", f->name);
        else
            fprintf(out, "out_%s_d, out_%s_q;\n", f->name, f->name);
    }
    fprintf(out, "  always_ff @(posedge clk_i) begin\n");
    if (clocked)
        fprintf(out, "    in_rst_q <= rst_ni;\n");
    for (unsigned i = 0; i < unit->n_fields; i++) {
        const unit_field_t *f = &unit->fields[i];
        if (f->dir == UNIT_IN)
            fprintf(out, "    in_%s_q <= %s_i;\n", f->name, f->name);
        else if (f->dir == UNIT_OUT)
            fprintf(out, "    out_%s_q <= out_%s_d;\n", f->name, f->name);
    }
    fprintf(out, "  end\n");
    for (unsigned i = 0; i < unit->n_fields; i++)
        if (unit->fields[i].dir == UNIT_OUT)
            fprintf(out, "  assign %s_o = out_%s_q;\n", unit->fields[i].name, unit->fields[i].name);
}

static void write_instance(FILE *out, const unit_desc_t *unit, const void *cfg)
{
    fprintf(out, "  %s #(", unit->prefix);
    for (unsigned i = 0; i < unit->n_params; i++)
        fprintf(out, "%s\n    .%s(%u)", i ? "," : "", unit->params[i].rtl_name,
                *(const uint32_t *)(const void *)((const char *)cfg + unit->params[i].offset));
    fprintf(out, "\n  ) i_dut (");
    const char *comma = "";
    if (has_state(unit)) {
        fprintf(out, "\n    .clk_i(clk_i),\n    .rst_ni(in_rst_q)");
        comma = ",";
    }
    for (unsigned i = 0; i < unit->n_fields; i++) {
        const unit_field_t *f = &unit->fields[i];
        if (f->dir == UNIT_STATE)
            continue;
        if (f->dir == UNIT_IN)
            fprintf(out, "%s\n    .%s_i(in_%s_q)", comma, f->name, f->name);
        else
            fprintf(out, "%s\n    .%s_o(out_%s_d)", comma, f->name, f->name);
        comma = ",";
    }
    fprintf(out, "\n  );\n");
}

void wrap_write(FILE *out, const unit_desc_t *unit, const void *cfg)
{
    fprintf(out, "// registers at the ports of %s, for timing\n", unit->name);
    write_ports(out, unit, cfg);
    write_registers(out, unit, cfg);
    write_instance(out, unit, cfg);
    fprintf(out, "endmodule\n");
}
