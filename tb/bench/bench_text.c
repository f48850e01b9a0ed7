#include "bench/bench_text.h"

#include <inttypes.h>

#include "bench/bench_vectors.h"
#include "lockstep/model_port.h"

/* What a text is written from. */
typedef struct from {
    FILE *out;
    const unit_desc_t *d;
    const void *cfg;
    const bench_size_t *size;
} from_t;

/* The fields of one direction, one after the other: number *k and its port's name. */
static const unit_field_t *next_port(const from_t *f, unit_dir_t dir, unsigned *k, char name[128])
{
    while (*k < f->d->n_fields) {
        const unit_field_t *u = &f->d->fields[(*k)++];
        if (u->dir == dir) {
            model_port_name(u, name, 128);
            return u;
        }
    }
    return NULL;
}

static void head(const from_t *f, const char *said)
{
    char params[UNIT_LABEL];
    fprintf(
        f->out,
        "// A bench of %s in plain Verilog-2005. %s with\n// %s.\n//\n"
        "// Stimulus: %s. A line of " BENCH_INPUTS " has the inputs of one cycle, and the\n"
        "// same line of " BENCH_EXPECTED " the outputs that the C model of lockwarp has for "
        "them.\n//\n"
        "// " BENCH_SCRIPT
        " runs the bench with Icarus Verilog. Any four-state simulator can run it that reads the\n"
        "// SystemVerilog files named in " BENCH_RTL
        ": the top module is bench, and the current folder is this one.\n"
        "// The last line printed begins with PASS or FAIL. With +vcd the bench writes the "
        "waveform bench.vcd.\n//\n"
        "// In each cycle the inputs change after the falling edge of the clock, and the "
        "outputs are\n"
        "// compared just before the rising edge. The outputs mean nothing before the first "
        "edge under\n"
        "// reset and are compared from then on. The first cycle with a difference ends the "
        "run.\n\n",
        f->d->prefix, f->d->name, unit_cfg_params(f->d, f->cfg, params, sizeof params), said);
}

static void declarations(const from_t *f)
{
    const unit_field_t *u;
    char name[128];
    fprintf(f->out,
            "module bench;\n"
            "    localparam [63:0] RECORDS = 64'd%" PRIu64 ";\n"
            "    localparam [63:0] BITS = 64'd%" PRIu64 "; // compared in all\n\n"
            "    reg clk_i;\n"
            "    reg rst_ni;\n"
            "    reg clocked; // 0: the outputs are compared without a clock edge\n"
            "    reg rst_ni_read, clocked_read; // the line that was read last\n",
            f->size->records, f->size->bits);
    for (unsigned k = 0; (u = next_port(f, UNIT_IN, &k, name));)
        fprintf(f->out, "    reg [%u:0] %s, %s_read;\n", model_port_width(u, f->cfg) - 1, name,
                name);
    for (unsigned k = 0; (u = next_port(f, UNIT_OUT, &k, name));)
        fprintf(f->out, "    wire [%u:0] %s;\n    reg [%u:0] %s_expected;\n",
                model_port_width(u, f->cfg) - 1, name, model_port_width(u, f->cfg) - 1, name);
}

static void instance(const from_t *f)
{
    const char *comma = "";
    char name[128];
    fprintf(f->out, "\n    %s ", f->d->prefix);
    model_port_params(f->out, f->d, f->cfg);
    fprintf(f->out, "i_dut (");
    if (model_port_clocked(f->d)) {
        fprintf(f->out, "\n        .clk_i(clk_i),\n        .rst_ni(rst_ni)");
        comma = ",";
    }
    for (int dir = UNIT_IN; dir <= UNIT_OUT; dir++)
        for (unsigned k = 0; next_port(f, (unit_dir_t)dir, &k, name); comma = ",")
            fprintf(f->out, "%s\n        .%s(%s)", comma, name, name);
    fprintf(f->out, "\n    );\n\n");
}

static void variables(const from_t *f)
{
    fprintf(f->out, "    integer inputs, expected; // files\n"
                    "    integer differences, numbers;\n"
                    "    reg [63:0] record, cycle, compared, bits;\n"
                    "    reg known;  // a clock edge under reset has been seen\n"
                    "    reg failed;\n\n"
                    "    task skip_line;\n"
                    "        input integer file;\n"
                    "        integer c;\n"
                    "        begin\n"
                    "            c = $fgetc(file);\n"
                    "            while (c != 10 && c != -1) c = $fgetc(file);\n"
                    "        end\n"
                    "    endtask\n\n");
}

/* One $fscanf for a line. */
static void read_file(const from_t *f, unit_dir_t dir, const char *file, const char *name)
{
    const unit_field_t *u;
    char port[128];
    const unsigned n = dir == UNIT_IN ? f->size->inputs + 2 : f->size->outputs;
    const char *blank = "";
    fprintf(f->out, "            numbers = $fscanf(%s, \"", file);
    if (dir == UNIT_IN) {
        fprintf(f->out, "%%b %%b");
        blank = " ";
    }
    for (unsigned k = 0; (u = next_port(f, dir, &k, port)); blank = " ")
        fprintf(f->out, "%s%s", blank, dir == UNIT_OUT && u->gated ? "%b" : "%h");
    fprintf(f->out, "\"%s", dir == UNIT_IN ? ",\n                rst_ni_read, clocked_read" : "");
    for (unsigned k = 0; next_port(f, dir, &k, port);)
        fprintf(f->out, ",\n                %s%s", port, dir == UNIT_IN ? "_read" : "_expected");
    fprintf(
        f->out,
        ");\n"
        "            if (numbers != %u) begin\n"
        "                $display(\"%s, line %%0d: not the %u numbers expected\", record + 2);\n"
        "                failed = 1;\n"
        "            end\n",
        n, name, n);
}

static void read_line(const from_t *f)
{
    fprintf(f->out, "    task read_line;\n        begin\n");
    read_file(f, UNIT_IN, "inputs", BENCH_INPUTS);
    read_file(f, UNIT_OUT, "expected", BENCH_EXPECTED);
    fprintf(f->out, "        end\n    endtask\n\n");
}

/* Inputs are assigned after they are read: not every simulator sees a change that $fscanf makes. */
static void drive(const from_t *f)
{
    char name[128];
    fprintf(f->out, "    task drive;\n        begin\n            rst_ni = rst_ni_read;\n"
                    "            clocked = clocked_read;\n");
    for (unsigned k = 0; next_port(f, UNIT_IN, &k, name);)
        fprintf(f->out, "            %s = %s_read;\n", name, name);
    fprintf(f->out, "        end\n    endtask\n\n");
}

/* Bits that are x in what is expected are not compared: there, and only there, both sides of the
 * comparison are x. */
static void compare_gated(const from_t *f, const unit_field_t *u, const char *name)
{
    fprintf(f->out, "            if ((%s ^ %s_expected) !== (%s_expected ^ %s_expected)) begin\n",
            name, name, name, name);
    fprintf(f->out,
            "                $display(\"cycle %%0d: %s is %%b, expected %%b\", cycle, %s, "
            "%s_expected);\n"
            "                differences = differences + 1;\n"
            "            end\n"
            "            for (k = 0; k < %u; k = k + 1)\n"
            "                if (%s_expected[k] !== 1'bx) bits = bits + 1;\n",
            name, name, name, model_port_width(u, f->cfg), name);
}

static void compare(const from_t *f)
{
    const unit_field_t *u;
    char name[128];
    unsigned bits = 0;
    bool gated = false;
    for (unsigned k = 0; (u = next_port(f, UNIT_OUT, &k, name));) {
        bits += u->gated ? 0 : model_port_width(u, f->cfg);
        gated |= u->gated;
    }
    fprintf(f->out, "    task compare;\n%s        begin\n", gated ? "        integer k;\n" : "");
    for (unsigned k = 0; (u = next_port(f, UNIT_OUT, &k, name));)
        if (u->gated)
            compare_gated(f, u, name);
        else
            fprintf(f->out,
                    "            if (%s !== %s_expected) begin\n"
                    "                $display(\"cycle %%0d: %s is %%h, expected %%h\", cycle, %s, "
                    "%s_expected);\n"
                    "                differences = differences + 1;\n"
                    "            end\n",
                    name, name, name, name, name);
    fprintf(f->out,
            "            bits = bits + %u;\n"
            "            compared = compared + 1;\n"
            "            failed = differences != 0;\n"
            "        end\n    endtask\n\n",
            bits);
}

static void run(const from_t *f)
{
    fprintf(f->out,
            "    task one_cycle;\n"
            "        begin\n"
            "            read_line;\n"
            "            drive;\n"
            "            #4;\n"
            "            if (known && !failed) compare;\n"
            "            #1 clk_i = clocked;\n"
            "            #5 clk_i = 0;\n"
            "            if (!rst_ni) known = 1;\n"
            "            if (clocked) cycle = cycle + 1;\n"
            "            record = record + 1;\n"
            "        end\n"
            "    endtask\n\n"
            "    initial begin\n"
            "        if ($test$plusargs(\"vcd\")) begin\n"
            "            $dumpfile(\"bench.vcd\");\n"
            "            $dumpvars(0, bench);\n"
            "        end\n"
            "        clk_i = 0;\n"
            "        known = 0;\n"
            "        failed = 0;\n"
            "        record = 0;\n"
            "        compared = 0;\n"
            "        differences = 0;\n"
            "        bits = 0;\n"
            "        cycle = 64'd%" PRIu64 ";\n"
            "        inputs = $fopen(\"" BENCH_INPUTS "\", \"r\");\n"
            "        expected = $fopen(\"" BENCH_EXPECTED "\", \"r\");\n"
            "        if (inputs == 0 || expected == 0) begin\n"
            "            $display(\"cannot open " BENCH_INPUTS " and " BENCH_EXPECTED
            " in the current folder\");\n"
            "            failed = 1;\n"
            "        end else begin\n"
            "            skip_line(inputs);\n"
            "            skip_line(expected);\n"
            "        end\n"
            "        while (record < RECORDS && !failed) one_cycle;\n"
            "        if (!failed && bits != BITS) begin\n"
            "            $display(\"%%0d bits were to be compared\", BITS);\n"
            "            failed = 1;\n"
            "        end\n",
            f->size->first_cycle);
    fprintf(
        f->out,
        "        if (failed)\n"
        "            $display(\"FAIL: %s, %%0d cycles, %%0d bits compared, %%0d ports differ\", "
        "compared, bits, differences);\n"
        "        else\n"
        "            $display(\"PASS: %s, %%0d cycles, %%0d bits compared\", compared, bits);\n"
        "`ifdef __ICARUS__\n"
        "        $finish_and_return(failed); // the exit status\n"
        "`else\n"
        "        $finish(0);\n"
        "`endif\n"
        "    end\n"
        "endmodule\n",
        f->d->name, f->d->name);
}

void bench_text_verilog(FILE *out, const unit_desc_t *d, const void *cfg, const bench_size_t *size,
                        const char *said)
{
    const from_t f = {out, d, cfg, size};
    head(&f, said);
    declarations(&f);
    instance(&f);
    variables(&f);
    read_line(&f);
    drive(&f);
    compare(&f);
    run(&f);
}

void bench_text_script(FILE *out)
{
    fputs("#!/bin/sh\n"
          "# Compiles the RTL and the bench with Icarus Verilog and runs them; +vcd writes the "
          "waveform\n"
          "# bench.vcd. Exit status: 0 if the last line begins with PASS, 1 if an output differs, "
          "2 if the\n"
          "# bench cannot be compiled.\n"
          "cd \"$(dirname \"$0\")\" || exit 2\n"
          "command -v iverilog >/dev/null || { echo 'run.sh: iverilog is not installed' >&2; exit "
          "2; }\n"
          "work=$(mktemp -d) || exit 2\n"
          "trap 'rm -rf \"$work\"' EXIT\n"
          "trap 'exit 2' HUP INT TERM\n\n"
          "# Icarus Verilog 11 can run always_comb blocks for ever although no input of theirs "
          "changes, so it\n"
          "# reads copies with the older form. Assertions in combinational blocks would be "
          "evaluated while\n"
          "# signals still settle, so assertions are left out, and these blocks are empty.\n"
          "while read -r file; do\n"
          "    sed 's/always_comb/always @(*)/' \"$file\" >\"$work/${file##*/}\" || exit 2\n"
          "done <" BENCH_RTL "\n"
          "iverilog -g2012 -gno-assertions -s bench -o \"$work/bench.vvp\" "
          "\"$work\"/*.sv " BENCH_VERILOG " 2>\"$work/said\"\n"
          "compiled=$?\n"
          "grep -v '@\\* found no sensitivities' \"$work/said\" >&2\n"
          "[ $compiled -eq 0 ] || exit 2\n"
          "vvp -n \"$work/bench.vvp\" \"$@\"\n",
          out);
}
