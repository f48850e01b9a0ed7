/*
 * A unit as a SystemC module: what the modules of all units have in common. The modules themselves
 * are made from the units' field lists: include lockwarp/systemc/UNIT.h for the module sc_UNIT,
 * such as lockwarp/systemc/abyp_table.h for sc_abyp_table, or lockwarp/systemc/units.h for all of
 * them.
 *
 *   lockwarp::sc_fifo<5, 16> queue("queue", "rtl");   // depth 5, width 16, on the Verilated RTL
 *
 * The template's arguments are the unit's parameters in the order of its list, the paper's values
 * by default: they give the ports their types, bool for a bit and sc_uint<N> for more. A field with
 * elements is an sc_vector of ports. The engine is an argument of the constructor: "c", "rtl" or
 * "lockstep". The ports are the same under each of them, and so are the values that mean something.
 *
 * Clock and reset. The state moves at the rising edge of clk: by a tick while rst_n is 1, to the
 * state after reset while it is 0. Outputs follow the inputs and the state one delta cycle later.
 *
 * Under lockstep a difference of the two sides is an error report, once, of the type
 * "/lockwarp/unit"; so is a unit that cannot be made. By default SystemC throws such a report.
 */
#ifndef LOCKWARP_SYSTEMC_UNIT_H
#define LOCKWARP_SYSTEMC_UNIT_H

#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "lockwarp/unit.h"

namespace lockwarp
{

/* The functions that the widths in field lists are written with, as constants of the compiler. */
namespace fields
{
constexpr unsigned bits_log2_up(unsigned long long n)
{
    return n <= 1 ? 0 : 64 - static_cast<unsigned>(__builtin_clzll(n - 1));
}
constexpr unsigned bits_index_w(unsigned long long n)
{
    return n <= 2 ? 1 : bits_log2_up(n);
}
constexpr unsigned bits_count_w(unsigned long long n)
{
    return bits_index_w(n + 1);
}
} // namespace fields

/* The type of a value of W bits. */
template <unsigned W> struct port_value {
    using type = sc_dt::sc_uint<W>;
    static uint64_t number(const type &v)
    {
        return v.to_uint64();
    }
};
template <> struct port_value<1> {
    using type = bool;
    static uint64_t number(bool v)
    {
        return v;
    }
};

/* A field's port, or its ports. */
template <class Port, bool Single> class field_ports : public Port
{
  public:
    field_ports(const char *name, unsigned) : Port(name)
    {
    }
    Port &at(unsigned)
    {
        return *this;
    }
    static unsigned count(unsigned)
    {
        return 1;
    }
};
template <class Port> class field_ports<Port, false> : public sc_core::sc_vector<Port>
{
  public:
    field_ports(const char *name, unsigned n) : sc_core::sc_vector<Port>(name, n)
    {
    }
    Port &at(unsigned i)
    {
        return (*this)[i];
    }
    static unsigned count(unsigned n)
    {
        return n;
    }
};

class sc_unit : public sc_core::sc_module
{
  public:
    sc_core::sc_in<bool> clk{"clk"}, rst_n{"rst_n"};

    const char *kind() const override
    {
        return "lockwarp::sc_unit";
    }

    /* Every port and register under its field's name, elements as field(3). Before the simulation
     * begins. */
    void trace(sc_core::sc_trace_file *file) const override
    {
        traced_ = true;
        for (size_t f = 0; f < fields_.size(); f++)
            for (unsigned i = 0; i < fields_[f].count; i++) {
                std::string label = std::string(name()) + "." + fields_[f].name;
                if (fields_[f].count > 1)
                    label += "(" + std::to_string(i) + ")";
                sc_core::sc_trace(file, values_[f][i], label, static_cast<int>(fields_[f].width));
            }
    }

    /* The unit behind the ports, for what the ports do not show: its state, which outputs mean
     * something at present. */
    lw_unit_t *unit() const
    {
        return unit_.get();
    }

  protected:
    SC_HAS_PROCESS(sc_unit);

    sc_unit(const sc_core::sc_module_name &name, const char *unit,
            const std::vector<lw_setting_t> &settings, const char *engine)
        : sc_module(name)
    {
        lw_error_t error;
        unit_.reset(lw_unit_new(unit, settings.data(), settings.size(), engine, &error));
        if (!unit_) {
            failed(error.text);
            return;
        }
        lw_field_t field;
        for (size_t f = 0; lw_unit_field(unit_.get(), f, &field) == LW_OK; f++) {
            fields_.push_back(field);
            values_.emplace_back(field.count, 0);
        }
    }

    template <unsigned W, class Ports> void add_input(const char *name, Ports &ports, unsigned n)
    {
        const int f = field_of(name, W, ports.count(n));
        for (unsigned i = 0; f >= 0 && i < fields_[f].count; i++) {
            auto *port = &ports.at(i);
            inputs_.push_back({f, i, port, [port] { return port_value<W>::number(port->read()); }});
        }
    }

    template <unsigned W, class Ports> void add_output(const char *name, Ports &ports, unsigned n)
    {
        const int f = field_of(name, W, ports.count(n));
        for (unsigned i = 0; f >= 0 && i < fields_[f].count; i++) {
            auto *port = &ports.at(i);
            outputs_.push_back({f, i, [port](uint64_t v) {
                                    port->write(static_cast<typename port_value<W>::type>(v));
                                }});
        }
    }

    /* All ports are known. */
    void start()
    {
        SC_METHOD(settle);
        for (const input_t &in : inputs_)
            sensitive << *in.port;
        sensitive << ticked_;
        SC_METHOD(tick);
        sensitive << clk.pos();
        dont_initialize();
    }

  private:
    struct input_t {
        int field;
        unsigned element;
        sc_core::sc_port_base *port;
        std::function<uint64_t()> read;
    };
    struct output_t {
        int field;
        unsigned element;
        std::function<void(uint64_t)> write;
    };
    struct unit_free {
        void operator()(lw_unit_t *u) const
        {
            lw_unit_free(u);
        }
    };

    std::unique_ptr<lw_unit_t, unit_free> unit_;
    std::vector<lw_field_t> fields_;
    std::vector<std::vector<sc_dt::uint64>> values_; /* as traced */
    std::vector<input_t> inputs_;
    std::vector<output_t> outputs_;
    sc_core::sc_event ticked_;
    mutable bool traced_ = false;
    bool failed_ = false;

    void failed(const std::string &why)
    {
        if (failed_)
            return;
        failed_ = true;
        SC_REPORT_ERROR("/lockwarp/unit", (std::string(name()) + ": " + why).c_str());
    }

    bool done(int status)
    {
        if (status < 0)
            failed(lw_unit_message(unit_.get()));
        return status >= 0;
    }

    /* The field of a port, if the unit has it as the port's type says. */
    int field_of(const char *name, unsigned width, unsigned count)
    {
        const int f = unit_ ? lw_unit_find(unit_.get(), name) : -1;
        if (!unit_ || (f >= 0 && fields_[f].width == width && fields_[f].count == count))
            return f;
        failed(std::string("port ") + name + " has another number or width in the unit than " +
               std::to_string(count) + " of " + std::to_string(width) +
               " bits; expected parameters that change ports as arguments of the template");
        return -1;
    }

    bool drive()
    {
        for (const input_t &in : inputs_) {
            const uint64_t v = in.read();
            values_[in.field][in.element] = v;
            if (!done(lw_unit_set(unit_.get(), in.field, in.element, v)))
                return false;
        }
        return true;
    }

    void settle()
    {
        if (!unit_ || failed_ || !drive())
            return;
        for (const output_t &out : outputs_) {
            uint64_t v;
            if (!done(lw_unit_get(unit_.get(), out.field, out.element, &v)))
                return;
            values_[out.field][out.element] = v;
            out.write(v);
        }
        for (size_t f = 0; traced_ && f < fields_.size(); f++)
            for (unsigned i = 0; fields_[f].direction == LW_STATE && i < fields_[f].count; i++) {
                uint64_t v;
                if (!done(lw_unit_get(unit_.get(), static_cast<int>(f), i, &v)))
                    return;
                values_[f][i] = v;
            }
    }

    void tick()
    {
        if (!unit_ || failed_)
            return;
        if (!rst_n.read())
            done(lw_unit_reset(unit_.get()));
        else if (drive())
            done(lw_unit_tick(unit_.get()));
        ticked_.notify(sc_core::SC_ZERO_TIME);
    }
};

} // namespace lockwarp

#endif
