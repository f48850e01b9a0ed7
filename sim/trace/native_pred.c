#include "trace/native_pred.h"
#include "front/memory.h"

static void *zeroed(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p)
        memory_out();
    return p;
}

void nat_pred_init(nat_pred_t *p, const nat_shape_t *s)
{
    *p = (nat_pred_t){.s = s};
    p->inst = zeroed(s->prog->n_inst, sizeof *p->inst);
    p->row = zeroed(s->prog->n_mem, sizeof *p->row);
    p->vec = zeroed((size_t)s->prog->n_mem * s->lanes, sizeof *p->vec);
}

void nat_pred_reset(nat_pred_t *p)
{
    const nat_prog_t *prog = p->s->prog;
    for (uint32_t i = 0; i < prog->n_inst; i++) {
        bool exits = prog->inst[i].kind == INST_EXIT;
        p->inst[i] =
            (nat_inst_pred_t){.next = exits ? prog->n_inst : i + 1, .next0 = i + 1, .taken = 2};
    }
    for (uint32_t r = 0; r < prog->n_mem; r++)
        p->row[r] = (nat_row_pred_t){0};
    for (uint32_t i = 0; i < prog->n_inst; i++)
        if (prog->row[i] != NAT_NO_ROW)
            p->row[prog->row[i]].meta = prog->inst[i].space;
    p->cur = prog->n_inst;
    p->path = bits_mask(p->s->lanes);
    for (unsigned k = 0; k < NAT_MASKS; k++)
        p->masks[k] = p->path;
    p->left_at = NAT_NO_ROW;
    p->barrier = 0;
    p->barrier_warps = 0;
}

void nat_pred_free(nat_pred_t *p)
{
    free(p->inst);
    free(p->row);
    free(p->vec);
    *p = (nat_pred_t){0};
}
