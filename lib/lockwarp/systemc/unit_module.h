/*
 * Makes the module of a unit, sc_PREFIX, from the lists of its PREFIX_fields.h, which must have
 * been included just before. Undefines the lists; no guard, since it is included once for each
 * unit.
 */
#include "lockwarp/systemc/unit.h"

#define LW_CAT_(a, b) a##b
#define LW_CAT(a, b)  LW_CAT_(a, b)
#define LW_SHAPE      LW_CAT(UNIT_PREFIX, _shape)
#define LW_MODULE     LW_CAT(sc_, UNIT_PREFIX)

/* clang-format off */
namespace lockwarp
{
namespace fields
{
/* The configuration, and of each port the bits and the elements. */
#define LW_PARAM(name, rtl, paper, small, large, min, max, doc) unsigned p_##name = paper,
template <UNIT_PARAMS(LW_PARAM) int = 0> struct LW_SHAPE {
#undef LW_PARAM
    struct cfg_t {
#define LW_PARAM(name, rtl, paper, small, large, min, max, doc) unsigned name = p_##name;
        UNIT_PARAMS(LW_PARAM)
#undef LW_PARAM
    };
#define LW_PORT(name, width, count)                                                               \
    static constexpr unsigned name##_w(cfg_t k = {}) { cfg_t *c = &k; (void)c; return width; }     \
    static constexpr unsigned name##_n(cfg_t k = {}) { cfg_t *c = &k; (void)c; return count; }
#define LW_OF_IN(name, dim, width, count)    LW_PORT(name, width, count)
#define LW_OF_OUT(name, dim, width, count)   LW_PORT(name, width, count)
#define LW_OF_STATE(name, dim, width, count)
#define LW_OF_VIEW(name, dim, width, count)
#define LW_FIELD(dir, name, type, dim, width, count, kind, gate, rtl) LW_OF_##dir(name, dim, width, count)
    UNIT_FIELDS(LW_FIELD)
#undef LW_PORT
#undef LW_OF_IN
#undef LW_OF_OUT
};
} // namespace fields

#define LW_PARAM(name, rtl, paper, small, large, min, max, doc) unsigned p_##name = paper,
template <UNIT_PARAMS(LW_PARAM) int = 0> class LW_MODULE : public sc_unit
{
#undef LW_PARAM
#define LW_PARAM(name, rtl, paper, small, large, min, max, doc) p_##name,
    using shape = fields::LW_SHAPE<UNIT_PARAMS(LW_PARAM) 0>;
#undef LW_PARAM

  public:
#define LW_PORTS(port, name, dim)                                                                  \
    field_ports<sc_core::port<typename port_value<shape::name##_w()>::type>, sizeof #dim == 1>     \
        name{#name, shape::name##_n()};
#define LW_OF_IN(name, dim, width, count)  LW_PORTS(sc_in, name, dim)
#define LW_OF_OUT(name, dim, width, count) LW_PORTS(sc_out, name, dim)
    UNIT_FIELDS(LW_FIELD)
#undef LW_OF_IN
#undef LW_OF_OUT
#undef LW_PORTS

    /* more: parameters that no port depends on can be given here, too. */
    explicit LW_MODULE(const sc_core::sc_module_name &name, const char *engine = "c",
                       const std::vector<lw_setting_t> &more = {})
        : sc_unit(name, UNIT_TITLE, with(more), engine)
    {
#define LW_OF_IN(name, dim, width, count)  add_input<shape::name##_w()>(#name, this->name, shape::name##_n());
#define LW_OF_OUT(name, dim, width, count) add_output<shape::name##_w()>(#name, this->name, shape::name##_n());
        UNIT_FIELDS(LW_FIELD)
#undef LW_OF_IN
#undef LW_OF_OUT
        start();
    }

  private:
    static std::vector<lw_setting_t> with(const std::vector<lw_setting_t> &more)
    {
#define LW_PARAM(name, rtl, paper, small, large, min, max, doc) {#name, p_##name},
        std::vector<lw_setting_t> all = {UNIT_PARAMS(LW_PARAM)};
#undef LW_PARAM
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
};
} // namespace lockwarp
/* clang-format on */

#undef LW_FIELD
#undef LW_OF_STATE
#undef LW_OF_VIEW
#undef LW_CAT_
#undef LW_CAT
#undef LW_SHAPE
#undef LW_MODULE
#undef UNIT_PREFIX
#undef UNIT_TITLE
#undef UNIT_DOC
#undef UNIT_PARAMS
#undef UNIT_SUBS
#undef UNIT_WIRES
#undef UNIT_FIELDS
