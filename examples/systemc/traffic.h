/* An initiator with random loads and stores to its own part of the memory, so that it knows what it
 * is to read there. */
#ifndef EXAMPLE_TRAFFIC_H
#define EXAMPLE_TRAFFIC_H

#include <cstring>
#include <lockwarp/systemc/l1d.h>
#include <map>
#include <memory>
#include <random>
#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

struct traffic_config {
    bool loosely = false;  /* b_transport() */
    unsigned accesses = 0; /* then it ends */
    unsigned window = 1;   /* accesses under way */
    unsigned warps = 1;    /* of so many, in turn */
    uint64_t base = 0, bytes = 4096;
    unsigned seed = 1;
    unsigned think = 0; /* cycles from BEGIN_RESP to END_RESP */
    bool early = false; /* END_RESP is said at BEGIN_RESP, for then */
    unsigned rest = 0;  /* cycles without a new access, after every 50 */
};

class traffic : public sc_core::sc_module, private tlm::tlm_mm_interface
{
  public:
    tlm_utils::simple_initiator_socket<traffic> socket{"socket"};
    uint64_t done = 0, wrong = 0, failed = 0; /* failed: with an error response */
    uint64_t held = 0;       /* END_REQ came later than three cycles after BEGIN_REQ */
    uint64_t overtaken = 0;  /* answers before that of an earlier access */
    sc_core::sc_time waited; /* of all accesses */

    SC_HAS_PROCESS(traffic);

    traffic(const sc_core::sc_module_name &name, const traffic_config &config,
            sc_core::sc_time period)
        : sc_module(name), config_(config), period_(period), right_(config.bytes),
          random_(config.seed), thought_("thought")
    {
        socket.register_nb_transport_bw(this, &traffic::backward);
        SC_THREAD(run);
        SC_METHOD(end);
        sensitive << thought_.get_event();
        dont_initialize();
    }

  private:
    using payload = tlm::tlm_generic_payload;
    struct flight {
        std::vector<unsigned char> data, right, before;
        lockwarp::request_extension who;
        sc_core::sc_time begun;
        uint64_t number;
    };
    traffic_config config_;
    sc_core::sc_time period_;
    std::vector<unsigned char> right_;
    std::mt19937 random_;
    tlm_utils::peq_with_get<payload> thought_;
    std::map<payload *, std::unique_ptr<flight>> flight_;
    std::vector<std::unique_ptr<payload>> made_;
    std::vector<payload *> pool_;
    payload *asking_ = nullptr; /* between BEGIN_REQ and END_REQ */
    sc_core::sc_event moved_;

    uint64_t below(uint64_t n)
    {
        return random_() % n;
    }

    void free(payload *trans) override
    {
        pool_.push_back(trans);
    }

    bool overlaps(uint64_t address) const
    {
        for (const auto &f : flight_)
            if (f.first->get_address() / 64 == address / 64)
                return true;
        return false;
    }

    payload *make(uint64_t number)
    {
        if (pool_.empty()) {
            made_.emplace_back(new payload(this));
            pool_.push_back(made_.back().get());
        }
        payload *trans = pool_.back();
        pool_.pop_back();
        auto f = std::make_unique<flight>();
        const unsigned n = 4u << below(5);
        uint64_t block = below(below(2) ? 8 : config_.bytes / 64) * 64;
        while (overlaps(config_.base + block))
            block = below(config_.bytes / 64) * 64;
        f->data.resize(n);
        f->number = number;
        f->who.warp = static_cast<uint32_t>(number % config_.warps);
        f->who.pc = static_cast<uint32_t>(8 * below(6));
        trans->set_write();
        if (below(4))
            trans->set_read();
        for (unsigned char &b : f->data)
            b = static_cast<unsigned char>(random_());
        f->before.assign(&right_[block], &right_[block] + n);
        if (trans->is_write())
            std::memcpy(&right_[block], f->data.data(), n);
        f->right.assign(&right_[block], &right_[block] + n);
        trans->set_address(config_.base + block);
        trans->set_data_ptr(f->data.data());
        trans->set_data_length(n);
        trans->set_streaming_width(n);
        trans->set_byte_enable_ptr(nullptr);
        trans->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        trans->set_extension(&f->who);
        flight_[trans] = std::move(f);
        trans->acquire();
        return trans;
    }

    void finish(payload &trans)
    {
        const auto found = flight_.find(&trans);
        const flight &f = *found->second;
        for (const auto &other : flight_)
            overtaken += other.second->number < f.number;
        failed += !trans.is_response_ok();
        wrong += trans.is_response_ok() && f.data != f.right;
        if (trans.is_write() && !trans.is_response_ok()) /* the memory has the bytes of before */
            std::memcpy(&right_[trans.get_address() - config_.base], f.before.data(),
                        f.before.size());
        waited += sc_core::sc_time_stamp() - f.begun;
        trans.clear_extension(&found->second->who);
        flight_.erase(found);
        done++;
        trans.release();
        moved_.notify(sc_core::SC_ZERO_TIME);
    }

    void run()
    {
        for (uint64_t i = 0; i < config_.accesses; i++) {
            while (asking_ || flight_.size() >= config_.window)
                wait(moved_);
            if (config_.rest && i % 50 == 49)
                wait(config_.rest * period_);
            payload *trans = make(i);
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            flight_[trans]->begun = sc_core::sc_time_stamp();
            if (config_.loosely) {
                socket->b_transport(*trans, delay);
                wait(delay);
                finish(*trans);
                continue;
            }
            tlm::tlm_phase phase = tlm::BEGIN_REQ;
            asking_ = trans;
            if (socket->nb_transport_fw(*trans, phase, delay) == tlm::TLM_COMPLETED) {
                asking_ = nullptr;
                finish(*trans);
            }
        }
    }

    tlm::tlm_sync_enum backward(payload &trans, tlm::tlm_phase &phase, sc_core::sc_time &delay)
    {
        if (asking_ == &trans) {
            asking_ = nullptr;
            held += sc_core::sc_time_stamp() - flight_[&trans]->begun > 3 * period_;
            moved_.notify(sc_core::SC_ZERO_TIME);
        }
        if (phase != tlm::BEGIN_RESP)
            return tlm::TLM_ACCEPTED;
        if (config_.think && !config_.early) {
            thought_.notify(trans, config_.think * period_);
            return tlm::TLM_ACCEPTED;
        }
        finish(trans);
        phase = tlm::END_RESP;
        delay = config_.think * period_;
        return config_.early ? tlm::TLM_UPDATED : tlm::TLM_COMPLETED;
    }

    void end()
    {
        while (payload *trans = thought_.get_next_transaction()) {
            tlm::tlm_phase phase = tlm::END_RESP;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            socket->nb_transport_fw(*trans, phase, delay);
            finish(*trans);
        }
    }
};

#endif
