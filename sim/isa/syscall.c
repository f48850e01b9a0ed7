/*
 * What a kernel calls and the driver provides: vprintf (print.c) and __assertfail. Lanes print in
 * their order, when the warp executes the call.
 */
#include <stdio.h>

#include "isa/mem.h"
#include "isa/print.h"

enum { TEXT_MAX = 80 }; /* of a string in a message */

/* The string at addr, cut to size; false: it leaves memory. */
static bool text_at(front_warp_t *w, unsigned lane, uint64_t addr, char *out, size_t size)
{
    size_t n = 0;
    char c = 0;
    do {
        if (!mem_peek(w, lane, addr + n, &c, 1))
            return false;
        out[n++] = c;
    } while (c && n < size);
    out[n - 1] = 0;
    return true;
}

static void print_lane(const op_t *o, front_warp_t *w, unsigned lane)
{
    int64_t n =
        isa_print(w, lane, mem_call_arg(w, o->v[0], lane, 8), mem_call_arg(w, o->v[1], lane, 8));
    if (!w->l->front.error)
        mem_set_call_arg(w, o->v[2], lane, 4, (uint32_t)n);
}

/* message, file, line, function */
static void assert_fail(const op_t *o, front_warp_t *w, uint64_t mask)
{
    char text[3][TEXT_MAX] = {"?", "?", "?"};
    unsigned lane = (unsigned)__builtin_ctzll(mask);
    for (unsigned k = 0; k < 3; k++)
        if (!text_at(w, lane, mem_call_arg(w, o->v[k < 2 ? k : 3], lane, 8), text[k],
                     sizeof text[k]))
            snprintf(text[k], sizeof text[k], "?");
    isa_fault(w, (int)lane, "assertion '%s' failed in %s:%u, function '%s'", text[0], text[1],
              (unsigned)mem_call_arg(w, o->v[2], lane, 4), text[2]);
}

void isa_exec_syscall(const op_t *o, front_warp_t *w, uint64_t mask)
{
    if (o->sub == SYS_ASSERTFAIL && mask)
        assert_fail(o, w, mask);
    for (uint64_t m = mask; o->sub == SYS_VPRINTF && m && !w->l->front.error; m &= m - 1)
        print_lane(o, w, (unsigned)__builtin_ctzll(m));
}
