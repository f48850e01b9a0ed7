/*
 * The glue between one Verilated unit and C, made from the unit's field list. Included last in
 * the build's one file a unit and geometry, which defines
 *
 *     SHIM_TOP        the Verilated class, e.g. Vabyp_table_small
 *     SHIM_MODEL      the name of the rtl_model_t to define, e.g. Vabyp_table_small_rtl
 *     SHIM_GEOMETRY   "small"
 *     SHIM_HELD       if the class is of the module held, as the build makes it of the field list:
 *                     inputs wait for hold_i, state is in variables of that module
 *
 * and includes the class, the unit's header and (again) its field list, whose macros are used
 * here. The only C++ besides rtl_runtime.cpp; it neither compares nor decides anything.
 */
#include <new>
#include <type_traits>
#ifdef SHIM_COVERAGE
#include <cstdlib>
#include <string>
#include <unistd.h>
#endif

#include "lockstep/rtl.h"
#include "lockstep/rtl_context.h"

#define SHIM_CAT_(a, b) a##b
#define SHIM_CAT(a, b)  SHIM_CAT_(a, b)

extern "C" {
extern const rtl_model_t SHIM_MODEL;
}

namespace
{

typedef SHIM_CAT(UNIT_PREFIX, _in_t) shim_in_t;
typedef SHIM_CAT(UNIT_PREFIX, _out_t) shim_out_t;

template <typename P, typename V> inline void put(P &port, const V &v)
{
    port = static_cast<P>(v);
}
template <typename T, std::size_t N, typename V, std::size_t M>
inline void put(T (&port)[N], const V (&v)[M])
{
    static_assert(N <= M, "the C array is too small for this geometry");
    for (std::size_t i = 0; i < N; i++)
        port[i] = static_cast<T>(v[i]);
}
template <typename P, typename V> inline void get(const P &port, V &v)
{
    v = static_cast<V>(port);
}
template <typename T, std::size_t N, typename V, std::size_t M>
inline void get(const T (&port)[N], V (&v)[M])
{
    static_assert(N <= M, "the C array is too small for this geometry");
    for (std::size_t i = 0; i < N; i++)
        v[i] = static_cast<V>(port[i]);
}
template <typename P> inline rtl_port_t describe(P &port)
{
    static_assert(std::is_integral<P>::value, "a port wider than 64 bits");
    return {&port, 1, sizeof(P)};
}
template <typename T, std::size_t N> inline rtl_port_t describe(VlUnpacked<T, N> &port)
{
    return {&port[0], N, sizeof(T)};
}
template <typename T, std::size_t N> inline rtl_port_t describe(T (&port)[N])
{
    return {&port[0], N, sizeof(T)};
}

/* clang-format off */
#define SHIM_SKIP(x)
#define SHIM_PORT_IN(name)    describe(top.name##_i),
#define SHIM_PORT_OUT(name)   describe(top.name##_o),
#ifdef SHIM_HELD
#define SHIM_PORT_STATE(name) describe(top.rootp->held__DOT__st_##name##_o),
#else
#define SHIM_PORT_STATE(name) describe(top.st_##name##_o),
#endif
#define SHIM_PORT_VIEW(name)  SHIM_PORT_STATE(name)
#define SHIM_PORT(dir, name, type, dim, width, count, kind, gate, rtl) SHIM_PORT_##dir(name)
#define SHIM_ONE(dir, name, type, dim, width, count, kind, gate, rtl) +1
enum { SHIM_PORTS = 0 UNIT_FIELDS(SHIM_ONE) };

struct shim : rtl_t {
    rtl_context context;
    SHIM_TOP top;
    const rtl_port_t ports[SHIM_PORTS];

    explicit shim(uint64_t seed)
        : context(), top((seed_flops(context, seed), &context), "TOP"),
          ports{UNIT_FIELDS(SHIM_PORT)}
    {
        port = ports;
        clk = &top.clk_i;
        rst_n = &top.rst_ni;
        hold = nullptr;
#ifdef SHIM_HELD
        hold = &top.hold_i;
#endif
        select = nullptr;
#ifdef SHIM_SELECT
        select = &top.SHIM_SELECT;
#endif
        top.clk_i = 1; /* the first settle must not look like an edge */
        top.rst_ni = 0;
    }
    static void seed_flops(rtl_context &c, uint64_t seed)
    {
        c.randReset(2);
        uint64_t z = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
        c.randSeed(static_cast<int>((z >> 33) | 1)); /* 0 would mean the time of day */
    }
};

#define SHIM_PUT_IN(name)    put(s->top.name##_i, v->name);
#define SHIM_PUT_OUT(name)
#define SHIM_PUT_STATE(name)
#define SHIM_PUT_VIEW(name)
#define SHIM_PUT(dir, name, type, dim, width, count, kind, gate, rtl) SHIM_PUT_##dir(name)
void drive(rtl_t *r, const void *in)
{
    shim *s = static_cast<shim *>(r);
    const shim_in_t *v = static_cast<const shim_in_t *>(in);
    UNIT_FIELDS(SHIM_PUT)
}

#define SHIM_IN_IN(name)     get(s->top.name##_i, v->name);
#define SHIM_IN_OUT(name)
#define SHIM_IN_STATE(name)
#define SHIM_IN_VIEW(name)
#define SHIM_IN(dir, name, type, dim, width, count, kind, gate, rtl) SHIM_IN_##dir(name)
void get_in(const rtl_t *r, void *in)
{
    const shim *s = static_cast<const shim *>(r);
    shim_in_t *v = static_cast<shim_in_t *>(in);
    UNIT_FIELDS(SHIM_IN)
}

#define SHIM_OUT_IN(name)
#define SHIM_OUT_OUT(name)   get(s->top.name##_o, v->name);
#define SHIM_OUT_STATE(name)
#define SHIM_OUT_VIEW(name)
#define SHIM_OUT(dir, name, type, dim, width, count, kind, gate, rtl) SHIM_OUT_##dir(name)
void get_out(const rtl_t *r, void *out)
{
    const shim *s = static_cast<const shim *>(r);
    shim_out_t *v = static_cast<shim_out_t *>(out);
    UNIT_FIELDS(SHIM_OUT)
}
/* clang-format on */

int eval(rtl_t *r)
{
    shim *s = static_cast<shim *>(r);
    Verilated::threadContextp(&s->context);
    try {
        s->top.eval();
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
        s->model = &SHIM_MODEL;
        if (s->hold) /* or the first change would not be seen */
            eval(s);
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
        s->context.coveragep()->write((std::string(folder) + "/" + UNIT_TITLE + "-" +
                                       std::to_string(getpid()) + "-" + std::to_string(count++) +
                                       ".dat")
                                          .c_str());
}
#endif

void close(rtl_t *r)
{
    shim *s = static_cast<shim *>(r);
    Verilated::threadContextp(&s->context);
    s->top.final();
#ifdef SHIM_COVERAGE
    write_coverage(s);
#endif
    delete s;
}

const char *message(const rtl_t *r)
{
    return static_cast<const shim *>(r)->context.message.c_str();
}

} // namespace

extern "C" const rtl_model_t SHIM_MODEL = {
    UNIT_TITLE, SHIM_GEOMETRY, SHIM_PORTS, open, close, eval, message, drive, get_in, get_out,
};
