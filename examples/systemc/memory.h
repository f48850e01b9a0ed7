/* A memory that answers out of order: each request takes a random time of its own. */
#ifndef EXAMPLE_MEMORY_H
#define EXAMPLE_MEMORY_H

#include <cstring>
#include <random>
#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

class memory : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket<memory> socket{"socket"};
    std::vector<unsigned char> bytes;
    uint64_t overtaken = 0; /* answers before that of an earlier request */
    uint64_t late = 0;      /* END_REQ in a call of its own */
    uint64_t early = 0;     /* answers before END_REQ, which then is not said */
    bool at_once = false;   /* answers within the call of the request: TLM_COMPLETED */
    bool in_call = false;   /* says BEGIN_RESP within that call */
    unsigned accept = 0;    /* END_REQ up to so many cycles after BEGIN_REQ; 0: within the call */
    bool waits = false;     /* b_transport() returns only when it is done */
    uint64_t bad_from = 0, bad_bytes = 0; /* these answer with an error */
    unsigned bad_every = 0;               /* so does every so manieth request; 0: none */

    SC_HAS_PROCESS(memory);

    /* Between min and max cycles of the period. */
    memory(const sc_core::sc_module_name &name, size_t size, sc_core::sc_time period, unsigned min,
           unsigned max)
        : sc_module(name), bytes(size), period_(period), cycles_(min, max), due_("due"),
          accepted_("accepted")
    {
        socket.register_nb_transport_fw(this, &memory::forward);
        socket.register_b_transport(this, &memory::block);
        socket.register_transport_dbg(this, &memory::debug);
        SC_METHOD(respond);
        sensitive << due_.get_event() << ended_;
        dont_initialize();
        SC_METHOD(accept_next);
        sensitive << accepted_.get_event();
        dont_initialize();
    }

  private:
    using payload = tlm::tlm_generic_payload;
    sc_core::sc_time period_;
    std::mt19937 random_{1};
    std::uniform_int_distribution<unsigned> cycles_;
    tlm_utils::peq_with_get<payload> due_, accepted_;
    sc_core::sc_event ended_;
    std::vector<payload *> order_; /* in which they came */
    uint64_t requests_ = 0;
    payload *answering_ = nullptr;
    payload *accepting_ = nullptr; /* END_REQ is to come */

    void access(payload &trans)
    {
        const uint64_t at = trans.get_address() % bytes.size();
        requests_++;
        if (at - bad_from < bad_bytes || (bad_every && requests_ % bad_every == 0)) {
            trans.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            return;
        }
        if (trans.is_write())
            std::memcpy(&bytes[at], trans.get_data_ptr(), trans.get_data_length());
        else
            std::memcpy(trans.get_data_ptr(), &bytes[at], trans.get_data_length());
        trans.set_response_status(tlm::TLM_OK_RESPONSE);
    }

    tlm::tlm_sync_enum forward(payload &trans, tlm::tlm_phase &phase, sc_core::sc_time &delay)
    {
        if (phase == tlm::END_RESP) {
            if (answering_ != &trans)
                SC_REPORT_ERROR("/memory", "END_RESP without BEGIN_RESP");
            answering_ = nullptr;
            ended_.notify(sc_core::SC_ZERO_TIME);
            return tlm::TLM_COMPLETED;
        }
        if (accepting_)
            SC_REPORT_ERROR("/memory", "BEGIN_REQ before END_REQ");
        if (at_once || (in_call && !answering_)) {
            access(trans);
            delay += time();
            if (at_once)
                return tlm::TLM_COMPLETED;
            answering_ = &trans;
            phase = tlm::BEGIN_RESP;
            return tlm::TLM_UPDATED;
        }
        trans.acquire();
        order_.push_back(&trans);
        due_.notify(trans, delay + time());
        if (accept) {
            accepting_ = &trans;
            trans.acquire();
            accepted_.notify(trans, period_ * static_cast<double>(random_() % accept));
            return tlm::TLM_ACCEPTED;
        }
        phase = tlm::END_REQ;
        return tlm::TLM_UPDATED;
    }

    void accept_next()
    {
        while (payload *trans = accepted_.get_next_transaction()) {
            if (accepting_ == trans) {
                tlm::tlm_phase phase = tlm::END_REQ;
                sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
                late++;
                accepting_ = nullptr;
                socket->nb_transport_bw(*trans, phase, delay);
            }
            trans->release();
        }
    }

    void respond()
    {
        while (!answering_) {
            payload *trans = due_.get_next_transaction();
            if (!trans)
                return;
            overtaken += trans != order_.front();
            for (size_t i = 0; i < order_.size(); i++)
                if (order_[i] == trans)
                    order_.erase(order_.begin() + static_cast<long>(i--));
            access(*trans);
            tlm::tlm_phase phase = tlm::BEGIN_RESP;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            answering_ = trans;
            if (accepting_ == trans) {
                early++;
                accepting_ = nullptr;
            }
            const tlm::tlm_sync_enum s = socket->nb_transport_bw(*trans, phase, delay);
            if (s == tlm::TLM_COMPLETED || (s == tlm::TLM_UPDATED && phase == tlm::END_RESP))
                answering_ = nullptr;
            trans->release();
        }
    }

    sc_core::sc_time time()
    {
        return period_ * static_cast<double>(cycles_(random_));
    }

    void block(payload &trans, sc_core::sc_time &delay)
    {
        access(trans);
        delay += time();
        if (!waits)
            return;
        wait(delay);
        delay = sc_core::SC_ZERO_TIME;
    }

    unsigned debug(payload &trans)
    {
        access(trans);
        return trans.get_data_length();
    }
};

#endif
