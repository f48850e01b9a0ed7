/*
 * Every unit of a family through its SystemC module, on each engine that is given, against the same
 * unit driven directly; and what sc_trace writes of each.
 *
 *   test_sc_units FAMILY STEPS ENGINE,... ENGINE,... [UNIT [WAVES]]
 *
 * The engines are those at the small geometry, then those at the paper's. An empty UNIT is all of
 * the family. With WAVES the values go into WAVES.vcd, too, and are compared with that file.
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

static std::vector<std::string> words(const char *list)
{
    std::vector<std::string> of;
    std::stringstream text(list);
    for (std::string word; std::getline(text, word, ',');)
        of.push_back(word);
    return of;
}

int sc_main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    unit_bench b(words(argv[3]), words(argv[4]), argc > 5 ? argv[5] : "", 7);
#define FAMILY(name)                                                                               \
    if (!std::strcmp(argv[1], #name))                                                              \
        add_family_##name(b);
#include "families.h"
#undef FAMILY
    b.run(std::strtoull(argv[2], nullptr, 10), argc > 6 ? argv[6] : "");
    uint64_t failures = b.cases.empty();
    for (auto &c : b.cases) {
        std::printf("%s: %" PRIu64 " cycles, %" PRIu64 " values compared, %" PRIu64 " differ\n",
                    c->label.c_str(), c->cycles, c->compared, c->differences);
        failures += c->differences || !c->compared || !c->cycles;
    }
    std::printf("%" PRIu64 " failures\n", failures);
    return failures != 0;
}
