#include "lockstep/stim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void stim_init(stim_t *s, const stim_head_t *head)
{
    memset(s, 0, sizeof *s);
    s->head = *head;
}

void stim_free(stim_t *s)
{
    free(s->op);
    free(s->in);
    memset(s, 0, sizeof *s);
}

int stim_push(stim_t *s, stim_op_t op, const void *in)
{
    size_t bytes = s->head.desc->in_bytes;
    if (s->n == s->cap) {
        size_t cap = s->cap ? s->cap * 2 : 1024;
        uint8_t *ops = realloc(s->op, cap);
        if (ops)
            s->op = ops;
        uint8_t *ins = ops ? realloc(s->in, cap * bytes) : NULL;
        if (!ins)
            return -ENOMEM;
        s->in = ins;
        s->cap = cap;
    }
    s->op[s->n] = (uint8_t)op;
    memcpy(s->in + s->n * bytes, in, bytes);
    s->n++;
    return 0;
}

int stim_write(const stim_t *s, const char *path, diag_t *diag)
{
    stim_writer_t *w = stim_writer_open(path, &s->head, diag);
    if (!w)
        return -EIO;
    for (size_t i = 0; i < s->n; i++)
        stim_writer_put(w, (stim_op_t)s->op[i], stim_in(s, i));
    return stim_writer_close(w, diag);
}
