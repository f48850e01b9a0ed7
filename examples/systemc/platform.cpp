/*
 * Two initiators before the L1 data cache of an SM, and a memory behind it that answers out of
 * order.
 *
 *   platform [CONFIG [POLICIES [ENGINE]]]
 */
#include <cinttypes>
#include <cstdio>

#include "memory.h"
#include "traffic.h"

int sc_main(int argc, char **argv)
{
    lockwarp::tlm_l1d_config config = {};
    config.config = argc > 1 ? argv[1] : "abyp-gcn";
    config.policies = argc > 2 ? argv[2] : "abyp";
    config.engine = argc > 3 ? argv[3] : "c";
    lockwarp::tlm_l1d l1d("l1d", config, 2);
    const sc_core::sc_time period = l1d.period();
    traffic_config t;
    t.accesses = 5000;
    t.window = 8;
    t.warps = 4;
    t.bytes = 1 << 16; /* four times the cache */
    traffic first("first", t, period);
    t.base = 1 << 16;
    t.seed = 2;
    traffic second("second", t, period);
    memory ram("ram", 1 << 20, period, 20, 80);
    first.socket(l1d.target[0]);
    second.socket(l1d.target[1]);
    l1d.memory(ram.socket);
    sc_core::sc_start();
    for (const char *name : {"hits", "pending_hits", "misses", "bypasses", "writes"})
        std::printf("%s %" PRIu64 "\n", name, l1d.count(name));
    std::printf("%" PRIu64 " accesses, %" PRIu64 " wrong\n", first.done + second.done,
                first.wrong + second.wrong + first.failed + second.failed);
    return first.done + second.done == 10000 && !first.wrong && !second.wrong && !first.failed &&
                   !second.failed
               ? 0
               : 1;
}
