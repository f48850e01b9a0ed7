#include "unit_bench.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

bench_case::bench_case(lockwarp::sc_unit *module, const char *unit, const std::string &name,
                       bool small, uint64_t seed)
    : label(name), module_(module), stim_(unit_stim_new(unit, small, seed)),
      clk_((name + "_clk").c_str()), rst_n_((name + "_rst_n").c_str(), true)
{
    std::vector<lw_setting_t> settings;
    lw_param_t p;
    lw_error_t error;
    for (unsigned i = 0; lw_unit_param(unit, i, &p) == LW_OK; i++)
        settings.push_back({p.name, unit_stim_param(stim_, i)});
    direct_ = lw_unit_new(unit, settings.data(), settings.size(), "c", &error);
    if (!direct_) {
        std::fprintf(stderr, "%s\n", error.text);
        std::exit(1);
    }
    module->clk(clk_);
    module->rst_n(rst_n_);
}

bench_case::~bench_case()
{
    lw_unit_free(direct_);
    unit_stim_free(stim_);
}

unsigned bench_case::count(int field) const
{
    lw_field_t f;
    return lw_unit_field(direct_, static_cast<size_t>(field), &f) == LW_OK ? f.count : 0;
}

void bench_case::differ(int field, unsigned element, uint64_t is, uint64_t expected)
{
    lw_field_t f;
    lw_unit_field(direct_, static_cast<size_t>(field), &f);
    if (differences++ == 0)
        std::printf("%s: cycle %" PRIu64 ": %s[%u] is %" PRIx64 ", directly %" PRIx64 "\n",
                    label.c_str(), cycles, f.name, element, is, expected);
}

void bench_case::trace(sc_core::sc_trace_file *file)
{
    traced_ = true;
    module_->trace(file);
}

/* What is read now has stood since the last time that the simulation ran at, a half period ago;
 * what is driven now, from now on. */
void bench_case::saw(int field, unsigned element, uint64_t value)
{
    lw_field_t f;
    if (!traced_ || lw_unit_field(direct_, static_cast<size_t>(field), &f) != LW_OK)
        return;
    const uint64_t now = sc_core::sc_time_stamp().value(); /* in ps */
    seen_.push_back({f.direction == LW_IN ? now : now - 1, field, element, value});
}

void bench_case::compare_waves(const vcd_t &file)
{
    lw_field_t f;
    std::vector<std::vector<const vcd_signal_t *>> signal;
    for (size_t k = 0; lw_unit_field(direct_, k, &f) == LW_OK; k++) {
        signal.emplace_back();
        for (unsigned i = 0; i < f.count; i++) {
            const std::string name =
                std::string(f.name) + (f.count > 1 ? "(" + std::to_string(i) + ")" : "");
            signal[k].push_back(file.find(module_->name(), name));
            if (signal[k][i] && signal[k][i]->width == f.width)
                continue;
            std::printf("%s: no %s of %u bits in the waves\n", label.c_str(), name.c_str(),
                        f.width);
            differences++;
            return;
        }
    }
    for (const seen_t &s : seen_) {
        const uint64_t v = signal[static_cast<size_t>(s.field)][s.element]->at(s.time_ps);
        if (v != s.value)
            differ(s.field, s.element, v, s.value);
        compared++;
    }
}

void bench_case::drive()
{
    if (!unit_stim_next(stim_, &op_))
        std::abort(); /* random stimulus has no end */
    rst_n_.write(op_ != UNIT_STIM_RESET);
    if (op_ == UNIT_STIM_RESET)
        return;
    for (const in_t &in : in_) {
        const uint64_t v = unit_stim_value(stim_, in.field, in.element);
        in.write(v);
        lw_unit_set(direct_, in.field, in.element, v);
        saw(in.field, in.element, v);
    }
}

void bench_case::compare()
{
    clk_.write(op_ != UNIT_STIM_EVAL);
    for (const out_t &out : out_) {
        uint64_t v = 0;
        saw(out.field, out.element, out.read());
        if (op_ == UNIT_STIM_RESET || lw_unit_counts(direct_, out.field, out.element) != 1)
            continue;
        if (lw_unit_get(direct_, out.field, out.element, &v) != LW_OK || out.read() != v)
            differ(out.field, out.element, out.read(), v);
        compared++;
    }
}

void bench_case::after()
{
    clk_.write(false);
    if (op_ == UNIT_STIM_EVAL)
        return;
    if (op_ == UNIT_STIM_RESET)
        lw_unit_reset(direct_);
    else
        lw_unit_tick(direct_);
    lw_field_t f;
    for (int k = 0; (traced_ || cycles % 8 == 0) &&
                    lw_unit_field(direct_, static_cast<size_t>(k), &f) == LW_OK;
         k++)
        for (unsigned i = 0; f.direction == LW_STATE && i < f.count; i++) {
            uint64_t v = 0, w = 0;
            const bool there = lw_unit_get(module_->unit(), k, i, &w) == LW_OK;
            saw(k, i, w);
            if (lw_unit_counts(direct_, k, i) != 1)
                continue;
            if (!there || lw_unit_get(direct_, k, i, &v) != LW_OK || v != w)
                differ(k, i, w, v);
            compared++;
        }
    cycles++;
}

void unit_bench::run(uint64_t steps, const std::string &waves)
{
    const sc_core::sc_time half(1, sc_core::SC_NS);
    sc_core::sc_trace_file *file =
        waves.empty() ? nullptr : sc_core::sc_create_vcd_trace_file(waves.c_str());
    for (auto &c : cases)
        if (file)
            c->trace(file);
    for (uint64_t s = 0; s < steps; s++) {
        for (auto &c : cases)
            c->drive();
        sc_core::sc_start(half);
        for (auto &c : cases)
            c->compare();
        sc_core::sc_start(half);
        for (auto &c : cases)
            c->after();
    }
    if (!file)
        return;
    sc_core::sc_close_vcd_trace_file(file);
    const vcd_t written(waves + ".vcd");
    for (auto &c : cases)
        c->compare_waves(written);
}
