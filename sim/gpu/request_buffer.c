#include "gpu/request_buffer.h"

#include "gpu/hook_table.h"

void request_buffer_start(request_buffer_t *b, const gpu_hook_table_t *h)
{
    b->present = h->buffer != NULL;
    b->refused = false;
}

bool request_buffer_take(request_buffer_t *b, const gpu_hook_table_t *h, const gpu_req_t *r,
                         uint64_t cycle)
{
    b->refused = !h->buffer->can_accept(h->buffer_ctx, r, cycle);
    if (b->refused)
        return false;
    h->buffer->push(h->buffer_ctx, r, cycle);
    b->count++;
    b->settled = false;
    return true;
}

bool request_buffer_offer(request_buffer_t *b, const gpu_hook_table_t *h, uint32_t sm,
                          uint64_t cycle, gpu_req_t *r)
{
    if (!b->count)
        return false;
    b->settled = true;
    return h->buffer->peek(h->buffer_ctx, sm, cycle, r);
}

void request_buffer_answer(request_buffer_t *b, const gpu_hook_table_t *h, const gpu_req_t *r,
                           gpu_l1_answer_t answer, uint64_t cycle)
{
    b->settled = b->refused = false;
    b->op = r->owner;
    b->idx = r->idx;
    b->count -= answer == GPU_L1_ACCEPTED;
    h->buffer->answer(h->buffer_ctx, r, answer, cycle);
}
