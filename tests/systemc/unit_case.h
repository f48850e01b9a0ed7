/*
 * Made of a unit's field list, which must have been included just before: add_PREFIX, which puts
 * the unit's modules on a bench. Undefines the lists; no guard, since it is included once for each
 * unit.
 */
#define CASE_CAT_(a, b) a##b
#define CASE_CAT(a, b)  CASE_CAT_(a, b)
#define CASE_STR_(a)    #a
#define CASE_STR(a)     CASE_STR_(a)

/* clang-format off */
#define CASE_SMALL(name, rtl, paper, small, large, min, max, doc) small,
#define CASE_IN(name)    c->in(#name, m->name);
#define CASE_OUT(name)   c->out(#name, m->name);
#define CASE_STATE(name)
#define CASE_VIEW(name)
#define CASE_FIELD(dir, name, type, dim, width, count, kind, gate, rtl) CASE_##dir(name)
template <class Module>
static void CASE_CAT(add_one_, UNIT_PREFIX)(unit_bench &b, const char *engine, bool small)
{
    const std::string label = std::string(CASE_STR(UNIT_PREFIX)) + (small ? "_small_" : "_paper_") + engine;
    auto *m = new Module(label.c_str(), engine); /* as long as the program */
    b.cases.push_back(std::make_unique<bench_case>(m, UNIT_TITLE, label, small, b.seed));
    bench_case *c = b.cases.back().get();
    UNIT_FIELDS(CASE_FIELD)
}

static void CASE_CAT(add_, UNIT_PREFIX)(unit_bench &b)
{
    using small = lockwarp::CASE_CAT(sc_, UNIT_PREFIX)<UNIT_PARAMS(CASE_SMALL) 0>;
    using paper = lockwarp::CASE_CAT(sc_, UNIT_PREFIX)<>;
    for (const std::string &engine : b.small_engines)
        CASE_CAT(add_one_, UNIT_PREFIX)<small>(b, engine.c_str(), true);
    for (const std::string &engine : b.paper_engines)
        CASE_CAT(add_one_, UNIT_PREFIX)<paper>(b, engine.c_str(), false);
}
/* clang-format on */

#undef CASE_SMALL
#undef CASE_IN
#undef CASE_OUT
#undef CASE_STATE
#undef CASE_VIEW
#undef CASE_FIELD
#undef CASE_STR_
#undef CASE_STR
#undef CASE_CAT_
#undef CASE_CAT
#undef UNIT_PREFIX
#undef UNIT_TITLE
#undef UNIT_DOC
#undef UNIT_PARAMS
#undef UNIT_SUBS
#undef UNIT_WIRES
#undef UNIT_FIELDS
