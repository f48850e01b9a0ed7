/*
 * One unit's SystemC modules: engines, parameters, errors, waves.
 *
 *   test_sc_module FOLDER [broken]    broken: LW_MODELS has a FIFO whose RTL errs when it is full
 */
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "lockwarp/systemc/abyp_table.h"
#include "lockwarp/systemc/fifo.h"

static unsigned failures;

static void expect(bool right, const char *what)
{
    if (right)
        return;
    std::printf("FAIL %s\n", what);
    failures++;
}

/* What the report says that making the module throws. */
template <class Make> static std::string refusal(Make make)
{
    try {
        make();
    } catch (const sc_core::sc_report &r) {
        return std::string(r.get_msg_type()) + ": " + r.get_msg();
    }
    return "";
}

static bool has(const std::string &text, const char *words)
{
    if (text.find(words) != std::string::npos)
        return true;
    std::printf("'%s' has no '%s'\n", text.c_str(), words);
    return false;
}

static void refused()
{
    using table = lockwarp::sc_abyp_table<>;
    std::string why = refusal([] { table t("no_engine", "C"); });
    expect(has(why, "/lockwarp/unit: no_engine: no engine 'C'; expected c, rtl or lockstep"),
           "engine");
    why = refusal([] { lockwarp::sc_abyp_table<0> t("no_entries"); });
    expect(has(why, "abyp.table: entries is 0; expected 1 to 1024"), "range");
    why = refusal([] { table t("nosuch", "c", {{"nosuch", 1}}); });
    expect(has(why, "abyp.table: no parameter 'nosuch'"), "name");
    why = refusal([] { table t("ports", "c", {{"entries", 64}}); });
    expect(has(why, "port lookup_idx has another number or width in the unit than 1 of 7 bits"),
           "ports");
}

/* A prediction table whose counter 3 is incremented in every cycle. */
struct table_bench {
    lockwarp::sc_abyp_table<> table;
    sc_core::sc_signal<bool> rst_n, inc_en, dec_en, predict;
    sc_core::sc_signal<sc_dt::sc_uint<7>> lookup_idx, inc_idx, dec_idx;

    table_bench(const char *name, const char *engine, unsigned threshold,
                sc_core::sc_signal<bool> &clk)
        : table(name, engine, {{"threshold", threshold}}),
          rst_n((std::string(name) + "_rst_n").c_str(), true)
    {
        table.clk(clk);
        table.rst_n(rst_n);
        table.lookup_idx(lookup_idx);
        table.inc_en(inc_en);
        table.inc_idx(inc_idx);
        table.dec_en(dec_en);
        table.dec_idx(dec_idx);
        table.predict(predict);
        inc_en.write(true);
        inc_idx.write(3);
        lookup_idx.write(3);
    }
};

/* A FIFO into which a number is pushed in every cycle. */
struct fifo_bench {
    lockwarp::sc_fifo<> fifo;
    sc_core::sc_signal<bool> rst_n, push_valid, pop_ready, push_ready, pop_valid;
    sc_core::sc_signal<sc_dt::sc_uint<64>> push_data, pop_data;
    sc_core::sc_signal<sc_dt::sc_uint<4>> count;

    fifo_bench(const char *name, const char *engine, sc_core::sc_signal<bool> &clk)
        : fifo(name, engine), rst_n((std::string(name) + "_rst_n").c_str(), true)
    {
        fifo.clk(clk);
        fifo.rst_n(rst_n);
        fifo.push_valid(push_valid);
        fifo.push_data(push_data);
        fifo.pop_ready(pop_ready);
        fifo.push_ready(push_ready);
        fifo.pop_valid(pop_valid);
        fifo.pop_data(pop_data);
        fifo.count(count);
        push_valid.write(true);
    }
};

static const sc_core::sc_time half(1, sc_core::SC_NS);

static void cycle(sc_core::sc_signal<bool> &clk)
{
    sc_core::sc_start(half);
    clk.write(true);
    sc_core::sc_start(half);
    clk.write(false);
}

/* All names of the unit's fields are in the VCD file, and its values move as the FIFO fills. */
static void look_at_waves(const std::string &path, const lw_unit_t *unit)
{
    std::ifstream file(path);
    std::stringstream all;
    all << file.rdbuf();
    const std::string text = all.str();
    lw_field_t f;
    unsigned names = 0;
    for (size_t i = 0; lw_unit_field(unit, i, &f) == LW_OK; i++) {
        for (unsigned e = 0; e < f.count; e++) {
            std::string label = f.name + (f.count > 1 ? "(" + std::to_string(e) + ")" : "");
            const size_t at = text.find(" " + label + " ");
            const size_t line = at == std::string::npos ? at : text.rfind('\n', at);
            unsigned width = 0;
            if (line == std::string::npos ||
                std::sscanf(text.c_str() + line, " $var wire %u", &width) != 1 ||
                width != f.width) {
                std::printf("no %s of %u bits in %s\n", label.c_str(), f.width, path.c_str());
                failures++;
            }
            names++;
        }
    }
    expect(names > 10, "names of fields");
    expect(text.find("b1000 ") != std::string::npos, "the count of a full FIFO in the waves");
}

static void as_it_is(const std::string &folder)
{
    sc_core::sc_signal<bool> clk("clk");
    refused();
    table_bench c("c", "c", 3, clk), rtl("rtl", "rtl", 1, clk), both("both", "lockstep", 1, clk);
    fifo_bench fifo("fifo", "c", clk);
    const std::string path = folder + "/sc_fifo";
    sc_core::sc_trace_file *waves = sc_core::sc_create_vcd_trace_file(path.c_str());
    fifo.fifo.trace(waves);
    for (unsigned i = 0; i < 12; i++) {
        fifo.push_data.write(100 + i);
        fifo.pop_ready.write(i == 11);
        cycle(clk);
        expect(c.predict.read() == (i + 1 >= 3), "the threshold of the constructor");
        expect(rtl.predict.read() == true, "rtl");
        expect(both.predict.read() == rtl.predict.read(), "lockstep");
        expect(fifo.count.read() == (i < 8 ? i + 1 : i < 11 ? 8 : 7), "count");
        expect(fifo.pop_data.read() == (i < 11 ? 100u : 101u), "pop_data");
    }
    fifo.rst_n.write(false);
    cycle(clk);
    expect(fifo.count.read() == 0 && !fifo.pop_valid.read(), "reset");
    fifo.rst_n.write(true);
    cycle(clk);
    expect(fifo.count.read() == 1, "a tick after reset");
    sc_core::sc_close_vcd_trace_file(waves);
    look_at_waves(path + ".vcd", fifo.fifo.unit());
}

static void broken()
{
    sc_core::sc_signal<bool> clk("clk");
    fifo_bench c("c", "c", clk), rtl("rtl", "rtl", clk), both("both", "lockstep", clk);
    unsigned differ = 0, reports = 0;
    std::string said;
    for (unsigned i = 0; i < 30; i++) {
        for (fifo_bench *b : {&c, &rtl, &both})
            b->push_data.write(i);
        both.push_valid.write(i > 10); /* once the others are full */
        try {
            cycle(clk);
        } catch (const sc_core::sc_report &r) {
            said = r.get_msg();
            reports++;
            break; /* the simulation has ended */
        }
        differ += c.pop_data.read() != rtl.pop_data.read();
    }
    expect(reports == 1, "one report");
    expect(has(said, "both: common.fifo: C model and RTL differ"), "the report");
    expect(differ > 0, "the engine rtl is that RTL");
}

int sc_main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    if (argc > 2 && !std::strcmp(argv[2], "broken"))
        broken();
    else
        as_it_is(argv[1]);
    std::printf("%u failures\n", failures);
    return failures != 0;
}
