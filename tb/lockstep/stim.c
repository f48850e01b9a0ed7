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
    free(s->times);
    free(s->in);
    memset(s, 0, sizeof *s);
}

static bool grow(stim_t *s)
{
    size_t cap = s->cap ? s->cap * 2 : 1024;
    void *p = realloc(s->op, cap);
    if (!p)
        return false;
    s->op = p;
    p = realloc(s->times, cap * sizeof *s->times);
    if (!p)
        return false;
    s->times = p;
    p = realloc(s->in, cap * s->head.desc->in_bytes);
    if (!p)
        return false;
    s->in = p;
    s->cap = cap;
    return true;
}

int stim_push(stim_t *s, stim_op_t op, const void *in, uint64_t times)
{
    size_t bytes = s->head.desc->in_bytes;
    if (s->n == s->cap && !grow(s))
        return -ENOMEM;
    s->op[s->n] = (uint8_t)op;
    s->times[s->n] = times;
    memcpy(s->in + s->n * bytes, in, bytes);
    s->n++;
    s->records += times;
    return 0;
}

int stim_write(const stim_t *s, const char *path, diag_t *diag)
{
    stim_writer_t *w = stim_writer_open(path, &s->head, diag);
    if (!w)
        return -EIO;
    for (size_t i = 0; i < s->n; i++)
        for (uint64_t k = 0; k < s->times[i]; k++)
            stim_writer_put(w, (stim_op_t)s->op[i], stim_in(s, i));
    return stim_writer_close(w, diag);
}
