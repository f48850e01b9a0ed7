#include "lockstep/stim_source.h"

stim_head_t stim_choice_head(const stim_choice_t *c)
{
    if (c->replay)
        return c->replay->head;
    stim_head_t head = {.desc = c->desc, .seed = c->seed, .flops = c->seed};
    stim_head_cfg(&head, c->cfg);
    return head;
}

bool stim_source_open(stim_source_t *s, const stim_choice_t *c)
{
    *s = (stim_source_t){.replay = c->replay, .left = c->cycles, .bounded = c->kind == STIM_RANDOM};
    if (s->replay)
        return true;
    s->gen = stim_gen_new(c->desc, c->cfg, c->seed, c->kind);
    return s->gen != NULL;
}

void stim_source_close(stim_source_t *s)
{
    stim_gen_free(s->gen);
    *s = (stim_source_t){.replay = NULL};
}

bool stim_source_next(stim_source_t *s, stim_op_t *op, const void **in)
{
    if (!s->replay) {
        if (s->bounded && s->left-- == 0)
            return false;
        return stim_gen_next(s->gen, op, in);
    }
    if (s->at == s->replay->n)
        return false;
    *op = (stim_op_t)s->replay->op[s->at];
    *in = stim_in(s->replay, s->at);
    if (++s->times == s->replay->times[s->at]) {
        s->times = 0;
        s->at++;
    }
    return true;
}
