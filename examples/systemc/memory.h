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
    bool at_once = false;   /* answers within the call of the request: TLM_COMPLETED */
    uint64_t bad_from = 0, bad_bytes = 0; /* these answer with an error */

    SC_HAS_PROCESS(memory);

    /* Between min and max cycles of the period. */
    memory(const sc_core::sc_module_name &name, size_t size, sc_core::sc_time period, unsigned min,
           unsigned max)
        : sc_module(name), bytes(size), period_(period), cycles_(min, max), due_("due")
    {
        socket.register_nb_transport_fw(this, &memory::forward);
        socket.register_b_transport(this, &memory::block);
        socket.register_transport_dbg(this, &memory::debug);
        SC_METHOD(respond);
        sensitive << due_.get_event() << ended_;
        dont_initialize();
    }

  private:
    using payload = tlm::tlm_generic_payload;
    sc_core::sc_time period_;
    std::mt19937 random_{1};
    std::uniform_int_distribution<unsigned> cycles_;
    tlm_utils::peq_with_get<payload> due_;
    sc_core::sc_event ended_;
    std::vector<payload *> order_; /* in which they came */
    payload *answering_ = nullptr;

    void access(payload &trans)
    {
        const uint64_t at = trans.get_address() % bytes.size();
        if (at - bad_from < bad_bytes) {
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
            answering_ = nullptr;
            ended_.notify(sc_core::SC_ZERO_TIME);
            return tlm::TLM_COMPLETED;
        }
        if (at_once) {
            block(trans, delay);
            return tlm::TLM_COMPLETED;
        }
        trans.acquire();
        order_.push_back(&trans);
        due_.notify(trans, delay + period_ * static_cast<double>(cycles_(random_)));
        phase = tlm::END_REQ;
        return tlm::TLM_UPDATED;
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
            const tlm::tlm_sync_enum s = socket->nb_transport_bw(*trans, phase, delay);
            if (s == tlm::TLM_COMPLETED || (s == tlm::TLM_UPDATED && phase == tlm::END_RESP))
                answering_ = nullptr;
            trans->release();
        }
    }

    void block(payload &trans, sc_core::sc_time &delay)
    {
        access(trans);
        delay += period_ * static_cast<double>(cycles_(random_));
    }

    unsigned debug(payload &trans)
    {
        access(trans);
        return trans.get_data_length();
    }
};

#endif
