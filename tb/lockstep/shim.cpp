/*
 * The glue between one Verilated unit and C. Included last in the one file that a model is compiled
 * from, which model_text.c writes and which defines
 *
 *     SHIM_UNIT, SHIM_PARAMS   names of unit and parameters
 *     SHIM_FIELDS(I, O, S)     the field list: I(name, type, offset, count) and O(...) with the
 * place in the unit's C structs, S(scope, variable) for a register SHIM_SELECT              the
 * fault selector of a mutated netlist, where there is one SHIM_COVERAGE            if Verilator
 * counts what is covered
 *
 * The class Vmodel is of the module held that model_text.c writes too. Registers are found by their
 * names in Verilator's table of public variables, never by the names that it gives to C++ members.
 * The only C++ besides rtl_runtime.cpp; it neither compares nor decides anything.
 */
#include <cstring>
#include <new>
#include <type_traits>
#ifdef SHIM_COVERAGE
#include <cstdlib>
#include <string>
#include <unistd.h>
#endif

#include "verilated_sym_props.h"

#include "lockstep/rtl.h"
#include "lockstep/rtl_context.h"

extern "C" {
extern const rtl_model_t lockwarp_model __attribute__((visibility("default")));
}

namespace
{

/* Elements of a C struct to a port, and back. */
template <typename C, std::size_t N, typename P> inline void put(P &port, const char *at)
{
    port = static_cast<P>(*reinterpret_cast<const C *>(at));
}
template <typename C, std::size_t N, typename T> inline void put(T (&port)[N], const char *at)
{
    for (std::size_t i = 0; i < N; i++)
        port[i] = static_cast<T>(reinterpret_cast<const C *>(at)[i]);
}
template <typename C, std::size_t N, typename P> inline void get(const P &port, char *at)
{
    *reinterpret_cast<C *>(at) = static_cast<C>(port);
}
template <typename C, std::size_t N, typename T> inline void get(const T (&port)[N], char *at)
{
    for (std::size_t i = 0; i < N; i++)
        reinterpret_cast<C *>(at)[i] = static_cast<C>(port[i]);
}
template <typename P> inline rtl_port_t describe(P &port)
{
    static_assert(std::is_integral<P>::value, "a port wider than 64 bits");
    return {&port, 1, 0, sizeof(P)};
}
template <typename T, std::size_t N> inline rtl_port_t describe(T (&port)[N])
{
    return {&port[0], N, 0, sizeof(T)};
}

/* The register `name` in the instance `scope`. */
inline rtl_port_t find(const VerilatedContext &context, const char *scope, const char *name)
{
    const VerilatedScope *s = context.scopeFind(scope);
    const VerilatedVar *v = s ? s->varFind(name) : nullptr;
    if (!v || v->udims() > 1)
        return {nullptr, 0, 0, 0};
    /* The table has an array of single bits, [0:N-1], as if it were a vector; those are [N-1:0]. */
    if (!v->udims() && v->packed().left() < v->packed().right())
        return {v->datap(), static_cast<uint32_t>(v->packed().elements()), 1, v->entSize()};
    return {v->datap(), static_cast<uint32_t>(v->udims() ? v->elements(1) : 1),
            static_cast<uint32_t>(v->packed().elements()), v->entSize()};
}

/* clang-format off */
#define SHIM_NO(...)
#define SHIM_ONE(...) +1
enum { SHIM_PORTS = 0 SHIM_FIELDS(SHIM_ONE, SHIM_ONE, SHIM_ONE) };

#define SHIM_PORT_IN(name, type, offset, count)  describe(top.name##_i),
#define SHIM_PORT_OUT(name, type, offset, count) describe(top.name##_o),
#define SHIM_PORT_STATE(scope, name)             find(context, scope, name),

struct shim : rtl_t {
    rtl_context context;
    Vmodel top;
    const rtl_port_t ports[SHIM_PORTS];

    explicit shim(uint64_t seed)
        : context(), top((seed_flops(context, seed), &context), "TOP"),
          ports{SHIM_FIELDS(SHIM_PORT_IN, SHIM_PORT_OUT, SHIM_PORT_STATE)}
    {
        port = ports;
        tick = &top.tick_i;
        rst_n = &top.rst_ni;
        hold = &top.hold_i;
        select = nullptr;
#ifdef SHIM_SELECT
        select = &top.SHIM_SELECT;
#endif
        top.rst_ni = 0;
    }
    static void seed_flops(rtl_context &c, uint64_t seed)
    {
        c.randReset(2);
        uint64_t z = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
        c.randSeed(static_cast<int>((z >> 33) | 1)); /* 0 would mean the time of day */
    }
};

#define SHIM_PUT(name, type, offset, count) put<type, count>(s->top.name##_i, v + (offset));
void drive(rtl_t *r, const void *in)
{
    shim *s = static_cast<shim *>(r);
    const char *v = static_cast<const char *>(in);
    SHIM_FIELDS(SHIM_PUT, SHIM_NO, SHIM_NO)
}

#define SHIM_GET_IN(name, type, offset, count) get<type, count>(s->top.name##_i, v + (offset));
void get_in(const rtl_t *r, void *in)
{
    const shim *s = static_cast<const shim *>(r);
    char *v = static_cast<char *>(in);
    SHIM_FIELDS(SHIM_GET_IN, SHIM_NO, SHIM_NO)
}

#define SHIM_GET_OUT(name, type, offset, count) get<type, count>(s->top.name##_o, v + (offset));
void get_out(const rtl_t *r, void *out)
{
    const shim *s = static_cast<const shim *>(r);
    char *v = static_cast<char *>(out);
    SHIM_FIELDS(SHIM_NO, SHIM_GET_OUT, SHIM_NO)
}
/* clang-format on */

/* Verilator's runtime has a current context, too, for what it prints. */
void make_current(rtl_context *context)
{
    if (rtl_current == context)
        return;
    rtl_current = context;
    Verilated::threadContextp(context);
}

int eval(rtl_t *r)
{
    shim *s = static_cast<shim *>(r);
    make_current(&s->context);
    try {
        s->top.eval();
    } catch (const rtl_fatal &) {
    }
    if (__builtin_expect(!s->context.failed, 1))
        return 0;
    s->context.failed = false;
    return -1;
}

/* An edge or a change of inputs evaluates what depends on these alone. Verilator's region for the
 * first evaluation is all of the combinational logic. */
int resettle(rtl_t *r)
{
    shim *s = static_cast<shim *>(r);
    make_current(&s->context);
    try {
        Vmodel___024root___eval_settle(s->top.rootp);
    } catch (const rtl_fatal &) {
    }
    if (__builtin_expect(!s->context.failed, 1))
        return 0;
    s->context.failed = false;
    return -1;
}

rtl_t *open(uint64_t seed)
{
    try {
        shim *s = new shim(seed);
        s->model = &lockwarp_model;
        eval(s); /* or the first change of hold would not be seen */
        return s;
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

#ifdef SHIM_COVERAGE
/* Into the folder LW_RTL_COVERAGE, under a name of its own: tests/cosim/coverage. */
void write_coverage(shim *s)
{
    static unsigned count;
    const char *folder = getenv("LW_RTL_COVERAGE");
    if (folder)
        s->context.coveragep()->write((std::string(folder) + "/" + SHIM_UNIT + "-" +
                                       std::to_string(getpid()) + "-" + std::to_string(count++) +
                                       ".dat")
                                          .c_str());
}
#endif

void close(rtl_t *r)
{
    shim *s = static_cast<shim *>(r);
    make_current(&s->context);
    s->top.final();
#ifdef SHIM_COVERAGE
    write_coverage(s);
#endif
    delete s;
    rtl_current = nullptr;
}

const char *message(const rtl_t *r)
{
    return static_cast<const shim *>(r)->context.message.c_str();
}

} // namespace

extern "C" const rtl_model_t lockwarp_model = {
    RTL_MODEL_FORM, SHIM_UNIT, SHIM_PARAMS, SHIM_PORTS, open,   close,
    eval,           message,   resettle,    drive,      get_in, get_out,
};
