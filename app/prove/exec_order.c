#include "prove/exec.h"

/* Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993, figure 4. */
typedef struct order {
    const ir_function_t *f;
    uint32_t *number; /* of depth first search; 0: not seen, UINT32_MAX: has its place */
    uint32_t *stack, *place;
    uint32_t top, next, places;
} order_t;

static const ir_inst_t *last_of(const ir_function_t *f, uint32_t block)
{
    return &f->block[block].inst[f->block[block].n - 1];
}

static uint32_t visit(order_t *o, uint32_t block);

/* Places go from the last block down. */
static void put(order_t *o, uint32_t block)
{
    o->place[block] = --o->places;
}

static void component(order_t *o, uint32_t head)
{
    const ir_inst_t *i = last_of(o->f, head);
    for (uint32_t k = 0; k < i->n_targets; k++)
        if (o->number[i->target[k]] == 0)
            visit(o, i->target[k]);
    put(o, head);
}

static uint32_t visit(order_t *o, uint32_t block)
{
    const ir_inst_t *i = last_of(o->f, block);
    uint32_t head = o->number[block] = ++o->next;
    bool loop = false;
    o->stack[o->top++] = block;
    for (uint32_t k = 0; k < i->n_targets; k++) {
        const uint32_t n = o->number[i->target[k]];
        const uint32_t least = n == 0 ? visit(o, i->target[k]) : n;
        if (least <= head) {
            head = least;
            loop = true;
        }
    }
    if (head != o->number[block])
        return head;
    o->number[block] = UINT32_MAX;
    uint32_t element = o->stack[--o->top];
    if (!loop) {
        put(o, block);
        return head;
    }
    while (element != block) {
        o->number[element] = 0;
        element = o->stack[--o->top];
    }
    component(o, block);
    return head;
}

uint32_t *exec_order(exec_t *x, const ir_function_t *f)
{
    order_t o = {.f = f, .places = f->n_blocks};
    o.number = exec_get(x, f->n_blocks * sizeof *o.number);
    o.stack = exec_get(x, f->n_blocks * sizeof *o.stack);
    o.place = exec_get(x, f->n_blocks * sizeof *o.place);
    visit(&o, 0);
    return o.place;
}
