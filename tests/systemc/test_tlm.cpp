/*
 * The TLM-2.0 L1 data cache: two initiators, a memory that answers out of order, approximately and
 * loosely timed, each engine; and the same calls of lockwarp/l1d.h in the same cycles.
 *
 *   test_sc_tlm [rtl|broken]    broken: LW_MODELS has an abyp whose RTL errs
 */
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unistd.h>

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

/* What the cache has told of an access. */
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

/* A call of lockwarp/l1d.h. */
struct call {
    enum { OFFER, TAKE, REPLY, FAIL } what;
    uint64_t cycle;
    lw_l1d_access_t access;
    uint32_t number;

    bool repeat(lw_l1d_t *l) const
    {
        uint32_t n;
        lw_l1d_request_t r;
        switch (what) {
        case OFFER:
            return lw_l1d_offer(l, &access, &n) == 1;
        case TAKE:
            return lw_l1d_take(l, &r) == 1 && r.number == number;
        case REPLY:
            return lw_l1d_reply(l, number, nullptr) == LW_OK;
        default:
            return lw_l1d_fail(l, number) == LW_OK;
        }
    }
};

struct platform {
    lockwarp::tlm_l1d l1d;
    traffic first, second;
    memory ram;
    std::vector<lookup> log;
    std::vector<call> calls;
    std::vector<sc_core::sc_time> times; /* of the log */

    platform(const char *name, const lockwarp::tlm_l1d_config &config, const traffic_config &one,
             const traffic_config &two)
        : l1d(name, config, 2), first((std::string(name) + "_first").c_str(), one, l1d.period()),
          second((std::string(name) + "_second").c_str(), two, l1d.period()),
          ram((std::string(name) + "_ram").c_str(), MEMORY, l1d.period(), 20, 90)
    {
        first.socket(l1d.target[0]);
        second.socket(l1d.target[1]);
        l1d.memory(ram.socket);
        l1d.on_event = [this](const lw_l1d_event_t &e) {
            log.push_back({e.what, e.address, e.cycle});
            times.push_back(sc_core::sc_time_stamp());
        };
        l1d.on_access = [this](const lw_l1d_access_t &a) {
            lw_l1d_access_t access = a;
            access.data = nullptr;
            calls.push_back({call::OFFER, lw_l1d_cycle(l1d.l1d()), access, 0});
        };
        l1d.on_request = [this](const lw_l1d_request_t &r) {
            calls.push_back({call::TAKE, lw_l1d_cycle(l1d.l1d()), {}, r.number});
        };
        l1d.on_reply = [this](uint32_t number, bool failed) {
            calls.push_back(
                {failed ? call::FAIL : call::REPLY, lw_l1d_cycle(l1d.l1d()), {}, number});
        };
    }
    platform(const char *name, const lockwarp::tlm_l1d_config &config, bool loosely,
             unsigned window)
        : platform(name, config, traffic_of(loosely, window, 0), traffic_of(loosely, window, 1))
    {
    }

    /* Events that do not come at the time of their cycle, beside the first of their kind. steady:
     * the clock never stopped. */
    unsigned off_time(bool steady) const
    {
        unsigned n = 0;
        for (size_t i = 0; i < times.size(); i++) {
            size_t k = 0;
            while (log[k].what != log[i].what)
                k++;
            const sc_core::sc_time since = times[i] - times[k];
            const sc_core::sc_time cycles =
                l1d.period() * static_cast<double>(log[i].cycle - log[k].cycle);
            n += steady ? since != cycles
                        : since < cycles || since % l1d.period() != sc_core::SC_ZERO_TIME;
        }
        return n;
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
        expect(!first.failed && !second.failed, "without an error");
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

    /* A store, two reads and a store where the memory fails, each alone; then where it does not. */
    void probe_errors(memory &ram, const lockwarp::tlm_l1d &l1d)
    {
        using namespace tlm;
        const tlm_command one[] = {TLM_WRITE_COMMAND, TLM_READ_COMMAND, TLM_READ_COMMAND,
                                   TLM_WRITE_COMMAND};
        ram.bad_from = PART, ram.bad_bytes = 128;
        for (tlm_command c : one)
            expect(try_one(c, PART + 16, 4, 4, false, 0) == TLM_GENERIC_ERROR_RESPONSE,
                   "the memory's error for a lone access");
        expect(try_one(TLM_READ_COMMAND, PART + 256, 4, 4, false, 0) == TLM_OK_RESPONSE,
               "none beside these bytes");
        ram.bad_bytes = 0;
        const uint64_t misses = l1d.count("misses");
        for (tlm_command c : one)
            expect(try_one(c, PART + 16, 4, 4, false, 0) == TLM_OK_RESPONSE,
                   "no error when the memory works again");
        expect(l1d.count("misses") == misses + 1, "a line whose fill has failed is not there");
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

static lw_l1d_t *in_c(const lockwarp::tlm_l1d_config &config)
{
    std::vector<const char *> settings;
    for (const std::string &one : config.settings)
        settings.push_back(one.c_str());
    lw_l1d_config_t c = {};
    lw_error_t error;
    c.config = config.config.c_str();
    c.policies = config.policies.c_str();
    c.engine = "c";
    c.settings = settings.data();
    c.n_settings = settings.size();
    lw_l1d_t *l = lw_l1d_new(&c, &error);
    expect(l, error.text);
    return l;
}

/* The same calls in the same cycles look up the same. */
static void beside_the_c_harness(const platform &p, const lockwarp::tlm_l1d_config &config)
{
    lw_l1d_t *l = in_c(config);
    std::vector<lookup> log;
    size_t next = 0;
    while (l && !p.log.empty() && lw_l1d_cycle(l) <= p.log.back().cycle) {
        for (; next < p.calls.size() && p.calls[next].cycle == lw_l1d_cycle(l); next++)
            expect(p.calls[next].repeat(l), "a call is taken in C");
        lw_l1d_event_t e;
        lw_l1d_tick(l);
        while (lw_l1d_next(l, &e))
            log.push_back({e.what, e.address, e.cycle});
    }
    expect(next == p.calls.size(), "all calls are made in C");
    expect(log == p.log, "the same hits, bypasses and order as in C, in the same cycles");
    expect(config.policies.find("abyp") == std::string::npos || p.seen(LW_L1D_BYPASS) > 50,
           "bypasses");
    lw_l1d_free(l);
}

/* ---- Latency of a lone access that hits ---- */

static const char hit_latency[] = "l1_hit_latency";

/* Cycles from its offer to its end; the line is there. */
static unsigned cycles_in_c(const lockwarp::tlm_l1d_config &config)
{
    lw_l1d_t *l = in_c(config);
    lw_l1d_access_t a = {};
    unsigned cycles = 0;
    a.bytes = 4;
    for (unsigned k = 0; l && k < 2; k++) {
        uint32_t number;
        lw_l1d_event_t e;
        lw_l1d_request_t request;
        bool done = false;
        expect(lw_l1d_offer(l, &a, &number) == 1, "a lone access is taken");
        for (cycles = 0; !done && cycles < 1000; cycles++) {
            lw_l1d_tick(l);
            while (lw_l1d_next(l, &e))
                done |= e.what == LW_L1D_DONE;
            while (lw_l1d_take(l, &request) == 1)
                lw_l1d_reply(l, request.number, nullptr);
        }
    }
    lw_l1d_free(l);
    return cycles;
}

/* Approximately timed, from BEGIN_REQ to BEGIN_RESP; then loosely timed. */
struct lone : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<lone> socket{"socket"};
    lockwarp::tlm_l1d l1d;
    memory ram;
    sc_core::sc_time answered, took, delay;
    bool refused = false;
    sc_core::sc_event here;

    SC_HAS_PROCESS(lone);
    lone(const sc_core::sc_module_name &name, const lockwarp::tlm_l1d_config &config)
        : sc_module(name), l1d("l1d", config, 1), ram("ram", MEMORY, l1d.period(), 5, 5)
    {
        socket(l1d.target[0]);
        l1d.memory(ram.socket);
        socket.register_nb_transport_bw(this, &lone::backward);
        SC_THREAD(run);
    }

    tlm::tlm_sync_enum backward(tlm::tlm_generic_payload &, tlm::tlm_phase &phase,
                                sc_core::sc_time &)
    {
        if (phase != tlm::BEGIN_RESP)
            return tlm::TLM_ACCEPTED;
        answered = sc_core::sc_time_stamp();
        here.notify(sc_core::SC_ZERO_TIME);
        phase = tlm::END_RESP;
        return tlm::TLM_UPDATED;
    }

    struct nobody : tlm::tlm_mm_interface {
        void free(tlm::tlm_generic_payload *) override
        {
        }
    } memory_manager;

    void run()
    {
        unsigned char data[4];
        tlm::tlm_generic_payload t(&memory_manager);
        tlm::tlm_phase phase = tlm::BEGIN_REQ;
        sc_core::sc_time none = sc_core::SC_ZERO_TIME;
        t.acquire();
        t.set_read();
        t.set_address(0);
        t.set_data_ptr(data);
        t.set_data_length(4);
        t.set_streaming_width(2);
        refused = socket->nb_transport_fw(t, phase, none) == tlm::TLM_COMPLETED &&
                  t.get_response_status() == tlm::TLM_BURST_ERROR_RESPONSE;
        t.set_streaming_width(4);
        for (unsigned k = 0; k < 2; k++) { /* the clock stops in between */
            wait(500 * l1d.period());
            const sc_core::sc_time begun = sc_core::sc_time_stamp();
            phase = tlm::BEGIN_REQ;
            socket->nb_transport_fw(t, phase, none);
            wait(here);
            took = answered - begun;
        }
        wait(500 * l1d.period());
        socket->b_transport(t, delay);
        t.release();
    }
};

static void check_latency(const lone &one, const lockwarp::tlm_l1d_config &config, unsigned cycles)
{
    const unsigned in_the_harness = cycles_in_c(config);
    std::printf("a hit takes %u cycles in C, %g approximately and %g loosely timed\n",
                in_the_harness, one.took / one.l1d.period(), one.delay / one.l1d.period());
    expect(in_the_harness == cycles + 1, "the preset's latency, and the cycle of the offer, in C");
    /* Its BEGIN_REQ came at an edge, and it was issued at the next one. */
    expect(one.took == (cycles + 1.0) * one.l1d.period(), "approximately timed");
    expect(one.delay == (cycles + 1.0) * one.l1d.period(), "loosely timed");
    expect(one.refused, "a request with a bad width is completed at once");
}

/* The wave has a variable for each count, which goes up to the last value. */
static void check_wave(const std::string &path, const platform &p)
{
    std::ifstream file(path);
    std::string line, id, last;
    unsigned variables = 0, changes = 0;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        std::string word[5];
        for (std::string &w : word)
            words >> w;
        variables += word[0] == "$var";
        if (word[0] == "$var" && word[4] == "hits")
            id = word[3];
        if (!id.empty() && word[0][0] == 'b' && word[1] == id) {
            changes++;
            last = word[0].substr(1);
        }
    }
    unsigned counts = 0;
    while (lw_l1d_count_name(counts))
        counts++;
    expect(variables == counts + 1, "a variable for each count");
    expect(changes > 100 && std::stoull("0" + last, nullptr, 2) == p.l1d.count("hits"),
           "hits as waves");
    std::remove(path.c_str());
}

static void check_extension()
{
    lockwarp::request_extension a, c;
    a.warp = 3, a.pc = 24, a.uncached = true;
    tlm::tlm_extension_base *b = a.clone();
    c.copy_from(*b);
    expect(c.warp == 3 && c.pc == 24 && c.uncached, "an extension is copied");
    b->free();
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
    /* END_RESP at an edge, and times without an access in which the clock stops. */
    traffic_config thinks[2] = {traffic_of(false, 8, 0), traffic_of(false, 8, 1)};
    thinks[0].think = 3, thinks[1].think = 2;
    thinks[0].rest = thinks[1].rest = 400;
    thinks[1].early = true;
    platform slow("slow", both, thinks[0], thinks[1]),
        slow_same("slow_same", other, thinks[0], thinks[1]);
    /* One initiator of each kind. */
    traffic_config mixed_one = traffic_of(false, 8, 0), mixed_two = traffic_of(true, 1, 1);
    mixed_one.rest = 400;
    platform mixed("mixed", abyp, mixed_one, mixed_two);
    /* A memory that says its phases in other ways, or waits. */
    platform phases("phases", both, false, 8), in_call("in_call", both, false, 8);
    phases.ram.accept = 60;
    in_call.ram.in_call = true, in_call.ram.accept = 30;
    platform waiting("waiting", abyp, true, 1),
        waiting_mixed("waiting_mixed", abyp, mixed_one, mixed_two);
    waiting.ram.waits = waiting_mixed.ram.waits = true;
    /* A policy that chooses among the warps of both initiators. */
    lockwarp::tlm_l1d_config apres = {"apres", "apres", "c", {}, 0}, apres_other = apres;
    apres_other.engine = other.engine;
    platform chosen("chosen", apres, false, 8);
    platform chosen_same("chosen_same", broken ? apres : apres_other, false, 8);
    platform prompt("prompt", both, false, 8);
    prompt.ram.at_once = true;
    platform failing("failing", tight, false, 8), failing_loosely("failing_loosely", abyp, true, 1);
    failing.ram.bad_from = failing_loosely.ram.bad_from = PART / 2;
    failing.ram.bad_bytes = failing_loosely.ram.bad_bytes = 128;
    platform faulty("faulty", both, false, 8), faulty_same("faulty_same", other, false, 8);
    platform faulty_loosely("faulty_loosely", abyp, true, 1);
    faulty.ram.bad_every = faulty_same.ram.bad_every = faulty_loosely.ram.bad_every = 9;
    lockwarp::tlm_l1d_config longer = {"abyp-gcn", "", "c", {std::string(hit_latency) + "=40"}, 0};
    lockwarp::tlm_l1d_config shorter = {"abyp-gcn", "", "c", {std::string(hit_latency) + "=20"}, 0};
    lone late("late", longer), early("early", shorter);
    prober probe("probe");
    lockwarp::tlm_l1d alone("alone", abyp, 1);
    memory ram("ram", MEMORY, alone.period(), 1, 5);
    probe.socket(alone.target[0]);
    alone.memory(ram.socket);

    char folder[] = "/tmp/test_sc_tlm.XXXXXX";
    expect(mkdtemp(folder), "a folder");
    sc_core::sc_trace_file *wave =
        sc_core::sc_create_vcd_trace_file((std::string(folder) + "/w").c_str());
    c.l1d.trace(wave);

    sc_core::sc_start();
    sc_core::sc_close_vcd_trace_file(wave);
    check_wave(std::string(folder) + "/w.vcd", c);
    rmdir(folder);
    c.done("approximately timed");
    same.done(rtl ? "approximately timed, rtl" : "approximately timed, again");
    differs.done("another threshold");
    full.done("two MSHRs");
    loosely.done("loosely timed");
    slow.done("END_RESP later");
    slow_same.done(rtl ? "END_RESP later, rtl" : "END_RESP later, again");
    mixed.done("one of each");
    prompt.done("answers within the call");
    chosen.done("a policy chooses warps");
    chosen_same.done(rtl ? "a policy chooses warps, rtl" : "a policy chooses warps, again");
    phases.done("END_REQ by itself, or never");
    in_call.done("BEGIN_RESP within the call");
    waiting.done("a memory that waits");
    waiting_mixed.done("one of each, a memory that waits");
    expect(phases.ram.late > 100 && phases.ram.early > 100, "END_REQ by itself, and never");
    expect(waiting.l1d.count("hits") > 100, "hits beside a memory that waits");
    expect(slow.log == slow_same.log, "the engines are the same, with END_RESP at an edge, too");
    expect(!c.off_time(true) && !full.off_time(true) && !prompt.off_time(true),
           "a cycle of the cache is a period");
    expect(!slow.off_time(false) && slow.off_time(true), "so it is after the clock has stopped");
    expect(prompt.ram.overtaken == 0, "no answer by phases");
    expect(failing.first.failed > 0 && !failing.second.failed,
           "the memory's error, approximately timed");
    expect(failing_loosely.first.failed > 0 && !failing_loosely.second.failed, "loosely timed");
    expect(failing.first.done == ACCESSES && failing_loosely.first.done == ACCESSES,
           "all are answered");
    for (const platform *p : {&failing, &failing_loosely, &faulty, &faulty_same, &faulty_loosely})
        expect(!p->first.wrong && !p->second.wrong, "no wrong data beside a memory's errors");
    for (const platform *p : {&faulty, &faulty_loosely})
        expect(p->first.failed > 50 && p->second.failed > 50 && p->first.done == ACCESSES &&
                   p->second.done == ACCESSES,
               "errors now and then");
    expect(chosen.log == chosen_same.log, "the engines are the same, where warps are chosen");
    expect(faulty.log == faulty_same.log, "the engines are the same, with errors, too");
    check_latency(early, shorter, 20);
    check_latency(late, longer, 40);
    check_extension();
    expect(c.log == same.log, "the engines are the same in every cycle");
    expect(!(c.log == differs.log), "another threshold is noticed");
    expect(c.seen(LW_L1D_BYPASS) > 50, "bypasses");
    expect(c.ram.overtaken > 100, "the memory answers out of order");
    expect(c.first.overtaken > 10 && c.second.overtaken > 10, "so does the cache");
    expect(full.l1d.count("fail_mshr_full") > 1000, "an L1 with two MSHRs rejects");
    expect(full.first.held > 100 && full.second.held > 100, "END_REQ waits meanwhile");
    probe.probe(ram);
    probe.probe_errors(ram, alone);
    beside_the_c_harness(loosely, abyp);
    beside_the_c_harness(c, both);
    beside_the_c_harness(slow, both);
    beside_the_c_harness(faulty, both);
    beside_the_c_harness(chosen, apres);
    beside_the_c_harness(phases, both);
    beside_the_c_harness(in_call, both);
    std::printf("%u failures\n", failures);
    return failures != 0;
}
