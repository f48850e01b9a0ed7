/*
 * A bench of SystemC modules of units: each gets random stimulus through its ports, and so does the
 * same unit through lockwarp/unit.h, always as the C model. Outputs that mean something and the
 * state must be equal.
 */
#ifndef LW_TEST_UNIT_BENCH_H
#define LW_TEST_UNIT_BENCH_H

#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "lockwarp/systemc/unit.h"
#include "unit_stim.h"
#include "vcd.h"

class bench_case
{
  public:
    bench_case(lockwarp::sc_unit *module, const char *unit, const std::string &name, bool small,
               uint64_t seed);
    ~bench_case();

    template <class Ports> void in(const char *name, Ports &ports)
    {
        const int f = lw_unit_find(direct_, name);
        for (unsigned i = 0; i < count(f); i++) {
            auto &port = ports.at(i);
            auto wire = make_wire(port);
            in_.push_back({f, i, [wire](uint64_t v) { wire->write(v); }});
        }
    }

    template <class Ports> void out(const char *name, Ports &ports)
    {
        const int f = lw_unit_find(direct_, name);
        for (unsigned i = 0; i < count(f); i++) {
            auto &port = ports.at(i);
            auto wire = make_wire(port);
            out_.push_back({f, i, [wire] { return static_cast<uint64_t>(wire->read()); }});
        }
    }

    void drive();   /* the next operation's inputs */
    void compare(); /* outputs; the edge rises if there is one */
    void after();   /* state; the edge falls */

    /* The module's values go into this file, and what the module had is compared with the file's
     * once that is closed: names, widths, and every value at every edge. */
    void trace(sc_core::sc_trace_file *file);
    void compare_waves(const vcd_t &file);

    uint64_t differences = 0, compared = 0, cycles = 0;
    const std::string label;

  private:
    struct in_t {
        int field;
        unsigned element;
        std::function<void(uint64_t)> write;
    };
    struct out_t {
        int field;
        unsigned element;
        std::function<uint64_t()> read;
    };
    struct seen_t {
        uint64_t time_ps;
        int field;
        unsigned element;
        uint64_t value;
    };
    lockwarp::sc_unit *module_;
    lw_unit_t *direct_;
    unit_stim_t *stim_;
    unit_stim_op_t op_ = UNIT_STIM_EVAL;
    sc_core::sc_signal<bool> clk_, rst_n_;
    std::vector<in_t> in_;
    std::vector<out_t> out_;
    bool traced_ = false;
    std::vector<seen_t> seen_;

    template <template <class> class Port, class T> auto make_wire(Port<T> &port)
    {
        auto wire = std::make_shared<sc_core::sc_signal<T>>(sc_core::sc_gen_unique_name("wire"));
        port(*wire);
        return wire;
    }
    unsigned count(int field) const;
    void saw(int field, unsigned element, uint64_t value);
    void differ(int field, unsigned element, uint64_t is, uint64_t expected);
};

class unit_bench
{
  public:
    unit_bench(std::vector<std::string> small, std::vector<std::string> paper, std::string unit,
               uint64_t with)
        : small_engines(std::move(small)), paper_engines(std::move(paper)), only(std::move(unit)),
          seed(with)
    {
    }
    bool wants(const char *unit) const
    {
        return only.empty() || only == unit;
    }
    const std::vector<std::string> small_engines, paper_engines; /* at these geometries */
    const std::string only; /* a unit's prefix; empty: all of the family */
    const uint64_t seed;
    std::vector<std::unique_ptr<bench_case>> cases;

    /* waves: the VCD file of all modules' values, without its ending; "": none. */
    void run(uint64_t steps, const std::string &waves);
};

#endif
