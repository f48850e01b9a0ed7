/*
 * The L1 data cache of an SM as a TLM-2.0 module: lockwarp/l1d.h behind target sockets for
 * initiators and one initiator socket to a memory. Latency, order and rejections are those of the
 * simulator's L1D and of the units of its policies, in C or RTL.
 *
 *   lockwarp::tlm_l1d l1d("l1d", {"mrpb-s", "mrpb", "rtl"}, 2);
 *   cpu0.socket(l1d.target[0]);
 *   cpu1.socket(l1d.target[1]);
 *   l1d.memory(ram.socket);
 *
 * Approximately timed, by the base protocol's four phases: an access is issued at the first clock
 * edge after its BEGIN_REQ. END_REQ comes when it has left the memory stage, so as long as the L1
 * rejects it there is none. BEGIN_RESP comes when its data or acknowledgements are here; accesses
 * of an initiator may be answered in another order than they came in. Towards the memory one
 * request at a time is between BEGIN_REQ and END_REQ; the memory may answer in any order.
 *
 * Loosely timed: b_transport() runs the cache until the answer, calls the memory's b_transport() on
 * the way, and adds the cycles to the delay. One access at a time is under way then. The cache
 * stands still while the memory's b_transport() waits.
 *
 * An initiator's socket i is warp i, its PC 0, unless a transaction has a request_extension. Byte
 * enables and streaming are refused. There is no direct memory pointer, since accesses past the
 * cache would change what it does. Debug accesses go through to the memory and see the cache's own
 * stores.
 */
#ifndef LOCKWARP_SYSTEMC_L1D_H
#define LOCKWARP_SYSTEMC_L1D_H

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "lockwarp/l1d.h"

namespace lockwarp
{

/* Who accesses: a warp, with the instruction at a PC. */
struct request_extension : tlm::tlm_extension<request_extension> {
    uint32_t warp = 0, pc = 0;
    bool uncached = false;

    tlm::tlm_extension_base *clone() const override
    {
        return new request_extension(*this);
    }
    void copy_from(const tlm::tlm_extension_base &other) override
    {
        *this = static_cast<const request_extension &>(other);
    }
};

struct tlm_l1d_config {
    std::string config;   /* a preset or a file */
    std::string policies; /* such as "abyp+mrpb" */
    std::string engine = "c";
    std::vector<std::string> settings = {}; /* "key=value" */
    uint32_t warps_per_cta = 0;
};

class tlm_l1d : public sc_core::sc_module, private tlm::tlm_mm_interface
{
  public:
    using target_socket = tlm_utils::simple_target_socket_tagged<tlm_l1d>;
    sc_core::sc_vector<target_socket> target;
    tlm_utils::simple_initiator_socket<tlm_l1d> memory{"memory"};

    SC_HAS_PROCESS(tlm_l1d);

    /* period: of the core clock; none: that of the configuration. */
    tlm_l1d(const sc_core::sc_module_name &name, const tlm_l1d_config &config, unsigned initiators,
            sc_core::sc_time period = sc_core::SC_ZERO_TIME)
        : sc_module(name), target("target", initiators), period_(period), asked_(initiators),
          answered_(initiators), arrived_("arrived"), returned_("returned"), ended_("ended"),
          accepted_("accepted")
    {
        std::vector<const char *> settings;
        for (const std::string &s : config.settings)
            settings.push_back(s.c_str());
        lw_l1d_config_t c = {};
        c.config = config.config.c_str();
        c.policies = config.policies.c_str();
        c.engine = config.engine.c_str();
        c.settings = settings.data();
        c.n_settings = settings.size();
        c.warps_per_cta = config.warps_per_cta;
        lw_error_t error;
        l1d_.reset(lw_l1d_new(&c, &error));
        if (!l1d_) {
            SC_REPORT_ERROR("/lockwarp/l1d", (std::string(name) + ": " + error.text).c_str());
            return;
        }
        if (period_ == sc_core::SC_ZERO_TIME)
            period_ = sc_core::sc_time(1e6 / lw_l1d_core_mhz(l1d_.get()), sc_core::SC_PS);
        for (unsigned i = 0; i < initiators; i++) {
            target[i].register_nb_transport_fw(this, &tlm_l1d::forward, static_cast<int>(i));
            target[i].register_b_transport(this, &tlm_l1d::block, static_cast<int>(i));
            target[i].register_transport_dbg(this, &tlm_l1d::debug, static_cast<int>(i));
            target[i].register_get_direct_mem_ptr(this, &tlm_l1d::no_pointer, static_cast<int>(i));
        }
        memory.register_nb_transport_bw(this, &tlm_l1d::backward);
        SC_METHOD(due);
        sensitive << arrived_.get_event() << returned_.get_event() << ended_.get_event()
                  << accepted_.get_event();
        dont_initialize();
        SC_METHOD(settle);
        sensitive << settle_;
        dont_initialize();
        SC_METHOD(cycle);
        sensitive << clock_;
        dont_initialize();
    }

    /* The cache itself, for its counts. */
    lw_l1d_t *l1d() const
    {
        return l1d_.get();
    }
    uint64_t count(const char *name) const
    {
        uint64_t value = 0;
        if (lw_l1d_count(l1d_.get(), name, &value) != LW_OK)
            SC_REPORT_ERROR("/lockwarp/l1d", (std::string("no count ") + name).c_str());
        return value;
    }
    const sc_core::sc_time &period() const
    {
        return period_;
    }

    /* Into a wave file: the counts, by their names, and how many accesses are under way. */
    void trace(sc_core::sc_trace_file *file) const override
    {
        for (size_t i = 0; counts_.size() <= i && lw_l1d_count_name(i); i++)
            counts_.push_back(0);
        for (size_t i = 0; i < counts_.size(); i++)
            sc_core::sc_trace(file, counts_[i], std::string(name()) + "." + lw_l1d_count_name(i));
        sc_core::sc_trace(file, under_way_, std::string(name()) + ".under_way");
    }

    /* If set, called with every access that the cache takes up, with every event of it, with every
     * request that goes to the memory, and with the number of every request that the memory has
     * answered, or at which it has failed: what lockwarp/l1d.h would be called with. */
    std::function<void(const lw_l1d_access_t &)> on_access;
    std::function<void(const lw_l1d_event_t &)> on_event;
    std::function<void(const lw_l1d_request_t &)> on_request;
    std::function<void(uint32_t, bool failed)> on_reply;

  private:
    using payload = tlm::tlm_generic_payload;
    struct l1d_free {
        void operator()(lw_l1d_t *l) const
        {
            lw_l1d_free(l);
        }
    };
    struct access { /* under way in the cache */
        payload *trans;
        unsigned socket;
    };
    struct answers { /* of an initiator, in order; the first is with it if begun */
        std::deque<payload *> waiting;
        bool begun = false, ending = false; /* its END_RESP is on the way */
    };
    struct request { /* at the memory */
        uint32_t number;
        std::vector<unsigned char> data;
        bool begun; /* it has said BEGIN_RESP within the call of BEGIN_REQ: END_RESP is to come */
    };
    struct reply { /* loosely timed: of the memory, due in a cycle */
        uint64_t cycle;
        payload *trans;
    };

    mutable std::deque<uint64_t> counts_; /* traced */
    uint64_t under_way_ = 0;

    enum { QUIET = 64 }; /* cycles without anything, after which the clock stops */

    std::unique_ptr<lw_l1d_t, l1d_free> l1d_;
    sc_core::sc_time period_;
    std::vector<std::deque<payload *>> asked_; /* not taken up by the cache */
    std::vector<answers> answered_;
    std::map<uint32_t, access> access_;
    std::map<payload *, request> outside_;
    std::map<payload *, unsigned> socket_of_;
    std::vector<payload *> pool_;
    std::vector<std::unique_ptr<payload>> made_;
    std::vector<reply> due_;
    payload *requesting_ = nullptr; /* between BEGIN_REQ and END_REQ at the memory */
    tlm_utils::peq_with_get<payload> arrived_, returned_, ended_, accepted_;
    sc_core::sc_event clock_, free_, settle_;
    sc_core::sc_time next_edge_;
    unsigned quiet_ = 0, next_socket_ = 0;
    bool running_ = false, blocking_ = false, broken_ = false;
    bool blocked_failed_ = false; /* of the last access that is done: if blocking_, the only one */

    /* ---- Initiators ---- */

    bool fits(payload &trans, unsigned socket, lw_l1d_access_t *a)
    {
        const request_extension *e = nullptr;
        trans.get_extension(e);
        *a = {};
        a->address = trans.get_address();
        a->bytes = trans.get_data_length();
        a->write = trans.is_write();
        a->data = trans.get_data_ptr();
        a->warp = e ? e->warp : socket;
        a->pc = e ? e->pc : 0;
        a->uncached = e && e->uncached;
        trans.set_dmi_allowed(false);
        if (!trans.is_read() && !trans.is_write())
            trans.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
        else if (trans.get_byte_enable_ptr())
            trans.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        else if (trans.get_streaming_width() < a->bytes || !a->bytes ||
                 a->bytes > lw_l1d_most_bytes(a->address, a->bytes))
            trans.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
        else if (a->warp >= lw_l1d_warps(l1d_.get()))
            trans.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        else
            return true;
        return false;
    }

    tlm::tlm_sync_enum forward(int socket, payload &trans, tlm::tlm_phase &phase,
                               sc_core::sc_time &delay)
    {
        if (phase == tlm::BEGIN_REQ) {
            lw_l1d_access_t a;
            if (!fits(trans, static_cast<unsigned>(socket), &a))
                return tlm::TLM_COMPLETED;
            trans.acquire();
            socket_of_[&trans] = static_cast<unsigned>(socket);
            arrived_.notify(trans, delay);
            return tlm::TLM_ACCEPTED;
        }
        if (phase != tlm::END_RESP) {
            SC_REPORT_ERROR("/lockwarp/l1d", "expected phase BEGIN_REQ or END_RESP");
            return tlm::TLM_ACCEPTED;
        }
        answers &q = answered_[static_cast<unsigned>(socket)];
        if (q.begun && !q.ending && q.waiting.front() == &trans)
            end_later(q, trans, delay);
        else
            SC_REPORT_ERROR("/lockwarp/l1d", "END_RESP without BEGIN_RESP");
        return tlm::TLM_COMPLETED;
    }

    /* What comes at a clock edge counts after the edge, whichever process runs first: a delta after
     * it is due. */
    void due()
    {
        settle_.notify(sc_core::SC_ZERO_TIME);
    }

    void settle()
    {
        while (payload *trans = accepted_.get_next_transaction())
            if (requesting_ == trans)
                requesting_ = nullptr;
        while (payload *trans = returned_.get_next_transaction())
            answer(trans);
        end_answers();
        while (payload *trans = arrived_.get_next_transaction())
            asked_[socket_of_[trans]].push_back(trans);
        wake();
    }

    /* The access is done: its answer waits for those of its initiator that are before it. */
    void finish(const access &a, bool failed)
    {
        a.trans->set_response_status(failed ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                            : tlm::TLM_OK_RESPONSE);
        answered_[a.socket].waiting.push_back(a.trans);
        begin_answer(a.socket);
    }

    void begin_answer(unsigned socket)
    {
        answers &q = answered_[socket];
        while (!q.begun && !q.waiting.empty()) {
            payload *trans = q.waiting.front();
            tlm::tlm_phase phase = tlm::BEGIN_RESP;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            q.begun = true;
            const tlm::tlm_sync_enum s = target[socket]->nb_transport_bw(*trans, phase, delay);
            if (s == tlm::TLM_UPDATED && phase == tlm::END_RESP && delay != sc_core::SC_ZERO_TIME)
                end_later(q, *trans, delay);
            else if (s == tlm::TLM_COMPLETED || (s == tlm::TLM_UPDATED && phase == tlm::END_RESP))
                drop_answer(q);
        }
    }

    void drop_answer(answers &q)
    {
        payload *trans = q.waiting.front();
        q.waiting.pop_front();
        q.begun = q.ending = false;
        socket_of_.erase(trans);
        trans->release();
    }

    void end_answers()
    {
        while (payload *trans = ended_.get_next_transaction()) {
            const unsigned socket = socket_of_[trans];
            drop_answer(answered_[socket]);
            answer_later_.push_back(socket);
        }
    }

    void end_later(answers &q, payload &trans, const sc_core::sc_time &delay)
    {
        q.ending = true;
        ended_.notify(trans, delay);
    }
    std::deque<unsigned> answer_later_;

    /* Sockets in turn, as far as the memory stage has room. */
    void offer()
    {
        for (unsigned k = 0; k < asked_.size(); k++) {
            const unsigned i = (next_socket_ + k) % static_cast<unsigned>(asked_.size());
            if (asked_[i].empty())
                continue;
            lw_l1d_access_t a;
            uint32_t number;
            fits(*asked_[i].front(), i, &a);
            const int rc = lw_l1d_offer(l1d_.get(), &a, &number);
            if (rc == 0)
                continue;
            payload *trans = asked_[i].front();
            asked_[i].pop_front();
            if (rc < 0) {
                finish({trans, i}, true);
                continue;
            }
            if (on_access)
                on_access(a);
            access_[number] = {trans, i};
        }
        next_socket_ = (next_socket_ + 1) % static_cast<unsigned>(asked_.size());
    }

    /* ---- A cycle ---- */

    bool busy() const
    {
        for (const auto &q : asked_)
            if (!q.empty())
                return true;
        return !access_.empty() || !outside_.empty() || requesting_ || !answer_later_.empty();
    }

    void wake()
    {
        quiet_ = 0;
        if (running_ || blocking_)
            return;
        running_ = true;
        if (next_edge_ <= sc_core::sc_time_stamp()) { /* the next one on the clock's grid */
            const double n = (sc_core::sc_time_stamp() - next_edge_) / period_;
            next_edge_ += period_ * static_cast<double>(static_cast<uint64_t>(n));
            while (next_edge_ <= sc_core::sc_time_stamp())
                next_edge_ += period_;
        }
        clock_.notify(next_edge_ - sc_core::sc_time_stamp());
    }

    bool tick()
    {
        if (lw_l1d_tick(l1d_.get()) == LW_OK) {
            for (size_t i = 0; i < counts_.size(); i++)
                lw_l1d_count(l1d_.get(), lw_l1d_count_name(i), &counts_[i]);
            under_way_ = access_.size();
            return true;
        }
        broken_ = true;
        SC_REPORT_ERROR("/lockwarp/l1d",
                        (std::string(name()) + ": " + lw_l1d_message(l1d_.get())).c_str());
        return false;
    }

    void cycle()
    {
        if (broken_)
            return;
        for (; !answer_later_.empty(); answer_later_.pop_front())
            begin_answer(answer_later_.front());
        offer();
        pay_due();
        if (!tick())
            return;
        lw_l1d_event_t e;
        while (lw_l1d_next(l1d_.get(), &e)) {
            if (on_event)
                on_event(e);
            tell(e);
        }
        send();
        next_edge_ += period_;
        quiet_ = busy() ? 0 : quiet_ + 1;
        if (quiet_ < QUIET) {
            clock_.notify(period_);
            return;
        }
        running_ = false;
        free_.notify(sc_core::SC_ZERO_TIME);
    }

    void tell(const lw_l1d_event_t &e)
    {
        const auto found = access_.find(e.number);
        if (found == access_.end())
            return;
        const access a = found->second;
        if (e.what == LW_L1D_TAKEN && !blocking_) {
            tlm::tlm_phase phase = tlm::END_REQ;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            target[a.socket]->nb_transport_bw(*a.trans, phase, delay);
        } else if (e.what == LW_L1D_DONE) {
            access_.erase(found);
            blocked_failed_ = e.failed;
            if (!blocking_)
                finish(a, e.failed);
        }
    }

    /* ---- The memory ---- */

    void free(payload *trans) override
    {
        trans->reset();
        pool_.push_back(trans);
    }

    payload *take()
    {
        lw_l1d_request_t r;
        if (!lw_l1d_take(l1d_.get(), &r))
            return nullptr;
        if (on_request)
            on_request(r);
        if (pool_.empty()) {
            made_.emplace_back(new payload(this));
            pool_.push_back(made_.back().get());
        }
        payload *trans = pool_.back();
        pool_.pop_back();
        trans->acquire();
        request &q = outside_[trans];
        q.number = r.number;
        q.begun = false;
        q.data.assign(r.bytes, 0);
        if (r.write && r.data)
            q.data.assign(r.data, r.data + r.bytes);
        trans->set_command(r.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        trans->set_address(r.address);
        trans->set_data_ptr(q.data.data());
        trans->set_data_length(r.bytes);
        trans->set_streaming_width(r.bytes);
        trans->set_byte_enable_ptr(nullptr);
        trans->set_dmi_allowed(false);
        trans->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        return trans;
    }

    void send()
    {
        while (!requesting_) {
            payload *trans = take();
            if (!trans)
                return;
            tlm::tlm_phase phase = tlm::BEGIN_REQ;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            requesting_ = trans;
            const tlm::tlm_sync_enum s = memory->nb_transport_fw(*trans, phase, delay);
            if (s == tlm::TLM_COMPLETED) {
                requesting_ = nullptr;
                returned_.notify(*trans, delay);
                return; /* the next request in the next cycle */
            }
            if (s == tlm::TLM_UPDATED)
                outside_[trans].begun = memory_phase(*trans, phase, delay);
            return;
        }
    }

    /* What the memory says; true: it has answered, which ends the response. */
    bool memory_phase(payload &trans, const tlm::tlm_phase &phase, const sc_core::sc_time &delay)
    {
        if (phase == tlm::END_REQ)
            accepted_.notify(trans, delay);
        else if (phase == tlm::BEGIN_RESP)
            returned_.notify(trans, delay);
        else
            SC_REPORT_ERROR("/lockwarp/l1d", "expected phase END_REQ or BEGIN_RESP");
        return phase == tlm::BEGIN_RESP;
    }

    tlm::tlm_sync_enum backward(payload &trans, tlm::tlm_phase &phase, sc_core::sc_time &delay)
    {
        if (!memory_phase(trans, phase, delay))
            return tlm::TLM_ACCEPTED;
        phase = tlm::END_RESP;
        return tlm::TLM_COMPLETED;
    }

    /* The memory's answer goes to the cache. */
    void answer(payload *trans)
    {
        const auto found = outside_.find(trans);
        if (requesting_ == trans) /* an answer ends its request, too */
            requesting_ = nullptr;
        const bool failed = trans->is_response_error();
        if (on_reply)
            on_reply(found->second.number, failed);
        if (failed)
            lw_l1d_fail(l1d_.get(), found->second.number);
        else
            lw_l1d_reply(l1d_.get(), found->second.number, found->second.data.data());
        if (found->second.begun) {
            tlm::tlm_phase phase = tlm::END_RESP;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            memory->nb_transport_fw(*trans, phase, delay);
        }
        outside_.erase(found);
        trans->release();
    }

    /* ---- Loosely timed, debug, and no direct pointer ---- */

    void block(int socket, payload &trans, sc_core::sc_time &delay)
    {
        lw_l1d_access_t a;
        if (!fits(trans, static_cast<unsigned>(socket), &a))
            return;
        while (blocking_ || running_)
            wait(free_);
        blocking_ = true;
        uint64_t begun = lw_l1d_cycle(l1d_.get());
        uint32_t number = 0;
        int rc = 0;
        while ((rc = lw_l1d_offer(l1d_.get(), &a, &number)) == 0 && block_cycle())
            ;
        if (rc > 0) {
            if (on_access)
                on_access(a);
            access_[number] = {&trans, static_cast<unsigned>(socket)};
            while (access_.count(number) && block_cycle())
                ;
            rc = blocked_failed_ || broken_ ? -1 : 1;
        }
        delay += period_ * static_cast<double>(lw_l1d_cycle(l1d_.get()) - begun);
        trans.set_response_status(rc > 0 ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE);
        blocking_ = false;
        free_.notify(sc_core::SC_ZERO_TIME);
        for (const auto &q : asked_)
            if (!q.empty())
                wake();
    }

    /* The memory's answers that are due. */
    void pay_due()
    {
        const uint64_t now = lw_l1d_cycle(l1d_.get());
        for (size_t i = 0; i < due_.size();) {
            if (due_[i].cycle > now) {
                i++;
                continue;
            }
            payload *trans = due_[i].trans;
            due_.erase(due_.begin() + static_cast<long>(i));
            answer(trans);
        }
    }

    /* A cycle of the cache, with them. */
    bool block_cycle()
    {
        pay_due();
        if (!tick())
            return false;
        lw_l1d_event_t e;
        while (lw_l1d_next(l1d_.get(), &e)) {
            if (on_event)
                on_event(e);
            tell(e);
        }
        while (payload *trans = take()) {
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            memory->b_transport(*trans, delay);
            due_.push_back(
                {lw_l1d_cycle(l1d_.get()) + static_cast<uint64_t>(delay / period_), trans});
        }
        return true;
    }

    unsigned debug(int, payload &trans)
    {
        const unsigned n = memory->transport_dbg(trans);
        lw_l1d_debug(l1d_.get(), trans.get_address(), n, trans.get_data_ptr(), trans.is_write());
        return n;
    }

    bool no_pointer(int, payload &, tlm::tlm_dmi &data)
    {
        data.init();
        return false;
    }
};

} // namespace lockwarp

#endif
