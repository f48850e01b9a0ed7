/*
 * Every unit of a family through its SystemC module, on each engine that is given, against the same
 * unit driven directly.
 *
 *   test_sc_units FAMILY STEPS ENGINE,... [UNIT]
 */
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "unit_bench.h"

#define FAMILY(name) void add_family_##name(unit_bench &b);
#include "families.h"
#undef FAMILY

int sc_main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    std::vector<std::string> engines;
    std::stringstream list(argv[3]);
    for (std::string engine; std::getline(list, engine, ',');)
        engines.push_back(engine);
    unit_bench b(engines, argc > 4 ? argv[4] : "", 7);
#define FAMILY(name)                                                                               \
    if (!std::strcmp(argv[1], #name))                                                              \
        add_family_##name(b);
#include "families.h"
#undef FAMILY
    b.run(std::strtoull(argv[2], nullptr, 10));
    uint64_t failures = b.cases.empty();
    for (auto &c : b.cases) {
        std::printf("%s: %" PRIu64 " cycles, %" PRIu64 " values compared, %" PRIu64 " differ\n",
                    c->label.c_str(), c->cycles, c->compared, c->differences);
        failures += c->differences || !c->compared || !c->cycles;
    }
    std::printf("%" PRIu64 " failures\n", failures);
    return failures != 0;
}
