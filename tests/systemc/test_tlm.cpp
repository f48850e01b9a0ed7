/*
 * The TLM-2.0 L1 data cache: two initiators, a memory that answers out of order, approximately and
 * loosely timed, each engine; and the same accesses through lockwarp/l1d.h.
 *
 *   test_sc_tlm [rtl|broken]    broken: LW_MODELS has an abyp whose RTL errs
 */
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "memory.h"
#include "traffic.h"

static unsigned failures;

static void expect(bool right, const char *what)
{
    if (right)
        return;
    std::printf("FAIL %s\n", what);
    failures++;
}

enum { MEMORY = 1 << 18, PART = 1 << 14, ACCESSES = 1500 };

/* An initiator's accesses as the cache looked them up. */
struct lookup {
    lw_l1d_what_t what;
    uint64_t address, cycle;
    bool operator==(const lookup &other) const
    {
        return what == other.what && address == other.address && cycle == other.cycle;
    }
};

static traffic_config traffic_of(bool loosely, unsigned window, unsigned i)
{
    traffic_config t;
    t.loosely = loosely;
    t.accesses = ACCESSES;
    t.window = window;
    t.warps = 4;
    t.base = i * PART;
    t.bytes = PART;
    t.seed = i + 1;
    return t;
}

struct platform {
    lockwarp::tlm_l1d l1d;
    traffic first, second;
    memory ram;
    std::vector<lookup> log;

    platform(const char *name, const lockwarp::tlm_l1d_config &config, bool loosely,
             unsigned window)
        : l1d(name, config, 2), first((std::string(name) + "_first").c_str(),
                                      traffic_of(loosely, window, 0), l1d.period()),
          second((std::string(name) + "_second").c_str(), traffic_of(loosely, window, 1),
                 l1d.period()),
          ram((std::string(name) + "_ram").c_str(), MEMORY, l1d.period(), 20, 90)
    {
        first.socket(l1d.target[0]);
        second.socket(l1d.target[1]);
        l1d.memory(ram.socket);
        l1d.on_event = [this](const lw_l1d_event_t &e) {
            log.push_back({e.what, e.address, e.cycle});
        };
    }

    unsigned seen(lw_l1d_what_t what) const
    {
        unsigned n = 0;
        for (const lookup &l : log)
            n += l.what == what;
        return n;
    }

    void done(const char *what)
    {
        std::printf("%s: %" PRIu64 " and %" PRIu64 " accesses, held %" PRIu64 " and %" PRIu64
                    ", overtaken %" PRIu64 " and %" PRIu64 ", in the memory %" PRIu64
                    "; %u hits, %u misses, %u bypasses\n",
                    what, first.done, second.done, first.held, second.held, first.overtaken,
                    second.overtaken, ram.overtaken, seen(LW_L1D_HIT), seen(LW_L1D_MISS),
                    seen(LW_L1D_BYPASS));
        expect(first.done == ACCESSES && second.done == ACCESSES, "all accesses are answered");
        expect(!first.wrong && !second.wrong, "with the right data");
        expect(l1d.count("hits") == seen(LW_L1D_HIT) && seen(LW_L1D_HIT) > 100, "hits");
        expect(l1d.count("misses") == seen(LW_L1D_MISS) && seen(LW_L1D_MISS) > 100, "misses");
        expect(seen(LW_L1D_DONE) == 2 * ACCESSES, "events");
    }
};

/* Initiators' calls that the cache refuses or passes on. */
struct prober : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<prober> socket{"socket"};
    explicit prober(const sc_core::sc_module_name &name) : sc_module(name)
    {
    }

    tlm::tlm_response_status try_one(tlm::tlm_command command, uint64_t address, unsigned bytes,
                                     unsigned streaming, bool enables, uint32_t warp)
    {
        unsigned char data[1024] = {0}, enable[1024] = {0xff};
        tlm::tlm_generic_payload t;
        lockwarp::request_extension who;
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        who.warp = warp;
        t.set_command(command);
        t.set_address(address);
        t.set_data_ptr(data);
        t.set_data_length(bytes);
        t.set_streaming_width(streaming);
        t.set_byte_enable_ptr(enables ? enable : nullptr);
        t.set_extension(&who);
        socket->b_transport(t, delay);
        t.clear_extension(&who);
        return t.get_response_status();
    }

    void probe(memory &ram)
    {
        using namespace tlm;
        expect(try_one(TLM_READ_COMMAND, 0, 4, 4, true, 0) == TLM_BYTE_ENABLE_ERROR_RESPONSE,
               "byte enables are refused");
        expect(try_one(TLM_READ_COMMAND, 0, 8, 4, false, 0) == TLM_BURST_ERROR_RESPONSE,
               "streaming is refused");
        expect(try_one(TLM_READ_COMMAND, 0, 1024, 1024, false, 0) == TLM_BURST_ERROR_RESPONSE,
               "long bursts are refused");
        expect(try_one(TLM_IGNORE_COMMAND, 0, 4, 4, false, 0) == TLM_COMMAND_ERROR_RESPONSE,
               "the ignore command is refused");
        expect(try_one(TLM_READ_COMMAND, 0, 4, 4, false, 1000) == TLM_GENERIC_ERROR_RESPONSE,
               "a warp that there is not is refused");
        tlm_generic_payload t;
        tlm_dmi dmi;
        t.set_address(0);
        expect(!socket->get_direct_mem_ptr(t, dmi), "no direct pointer");
        unsigned char data[4] = {0};
        ram.bytes[PART * 3] = 17;
        t.set_read();
        t.set_address(PART * 3);
        t.set_data_ptr(data);
        t.set_data_length(4);
        t.set_streaming_width(4);
        expect(socket->transport_dbg(t) == 4 && data[0] == 17, "debug transport is answered");
    }
};

/* One access at a time: what the accesses are in C, in the order of the log, is looked up alike. */
static void beside_the_c_harness(const platform &p, const lockwarp::tlm_l1d_config &config,
                                 const std::vector<lw_l1d_access_t> &accesses)
{
    const std::string policies = config.policies, preset = config.config;
    lw_l1d_config_t c = {};
    lw_error_t error;
    c.config = preset.c_str();
    c.policies = policies.c_str();
    c.engine = "c";
    lw_l1d_t *l = lw_l1d_new(&c, &error);
    if (!l) {
        expect(false, error.text);
        return;
    }
    std::vector<lookup> log;
    for (const lw_l1d_access_t &a : accesses) {
        uint32_t number;
        bool done = false;
        expect(lw_l1d_offer(l, &a, &number) == 1, "an access is taken");
        for (unsigned k = 0; !done && k < 10000; k++) {
            lw_l1d_event_t e;
            lw_l1d_request_t r;
            lw_l1d_tick(l);
            while (lw_l1d_next(l, &e)) {
                log.push_back({e.what, e.address, 0});
                done |= e.what == LW_L1D_DONE;
            }
            while (lw_l1d_take(l, &r))
                lw_l1d_reply(l, r.number, nullptr);
        }
        expect(done, "an access is done");
    }
    expect(log.size() == p.log.size(), "as many events as in C");
    unsigned differ = 0, bypasses = 0;
    for (size_t i = 0; i < log.size() && i < p.log.size(); i++) {
        differ += log[i].what != p.log[i].what || log[i].address != p.log[i].address;
        bypasses += log[i].what == LW_L1D_BYPASS;
    }
    expect(differ == 0, "the same hits, bypasses and order as in C");
    expect(bypasses > 50, "bypasses");
    lw_l1d_free(l);
}

int sc_main(int argc, char **argv)
{
    const bool broken = argc > 1 && !std::strcmp(argv[1], "broken");
    const bool rtl = broken || (argc > 1 && !std::strcmp(argv[1], "rtl"));
    const lockwarp::tlm_l1d_config both = {"abyp-gcn", broken ? "abyp" : "abyp+mrpb", "c", {}, 0};
    const lockwarp::tlm_l1d_config abyp = {"abyp-gcn", "abyp", "c", {}, 0};
    lockwarp::tlm_l1d_config other = both, tight = {"mrpb-s", "", "c", {"l1_mshrs=2"}, 0};
    other.engine = rtl ? "rtl" : "c";
    lockwarp::tlm_l1d_config changed = both;
    changed.settings = {"abyp.threshold=9"};
    platform c("c", both, false, 8), same("same", other, false, 8);
    platform differs("differs", changed, false, 8), full("full", tight, false, 8);
    platform loosely("loosely", abyp, true, 1);
    std::vector<lw_l1d_access_t> accesses;
    loosely.l1d.on_access = [&](const lw_l1d_access_t &a) {
        accesses.push_back(a);
        accesses.back().data = nullptr;
    };
    prober probe("probe");
    lockwarp::tlm_l1d alone("alone", abyp, 1);
    memory ram("ram", MEMORY, alone.period(), 1, 5);
    probe.socket(alone.target[0]);
    alone.memory(ram.socket);

    sc_core::sc_start();
    c.done("approximately timed");
    same.done(rtl ? "approximately timed, rtl" : "approximately timed, again");
    differs.done("another threshold");
    full.done("two MSHRs");
    loosely.done("loosely timed");
    expect(c.log == same.log, "the engines are the same in every cycle");
    expect(!(c.log == differs.log), "another threshold is noticed");
    expect(c.seen(LW_L1D_BYPASS) > 50, "bypasses");
    expect(c.ram.overtaken > 100, "the memory answers out of order");
    expect(c.first.overtaken > 10 && c.second.overtaken > 10, "so does the cache");
    expect(full.l1d.count("fail_mshr_full") > 1000, "an L1 with two MSHRs rejects");
    expect(full.first.held > 100 && full.second.held > 100, "END_REQ waits meanwhile");
    probe.probe(ram);
    beside_the_c_harness(loosely, abyp, accesses);
    std::printf("%u failures\n", failures);
    return failures != 0;
}
