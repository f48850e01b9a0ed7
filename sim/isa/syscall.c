/*
 * What a kernel calls and the driver provides: vprintf, by which nvcc and clang make printf, and
 * __assertfail. Lanes print in their order, when the warp executes the call.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/mem.h"

enum { TEXT_MAX = 1024 }; /* of a string that a kernel names */

/* A lane's call of printf: the format and the arguments that follow it, in the lane's memory. */
typedef struct print {
    front_warp_t *w;
    unsigned lane;
    uint64_t args; /* where the next argument is */
    int taken;     /* arguments so far */
    bool bad;      /* an address is outside of memory, which is a fault */
    char out[4096];
    size_t n;
} print_t;

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

/* The next argument: aligned to its size, as compilers lay them out. */
static uint64_t take(print_t *p, unsigned bytes)
{
    uint64_t v = 0;
    p->args = (p->args + bytes - 1) & ~(uint64_t)(bytes - 1);
    if (!mem_peek(p->w, p->lane, p->args, &v, bytes))
        p->bad = true;
    p->args += bytes;
    p->taken++;
    return v;
}

static void put(print_t *p, const char *text, size_t n)
{
    size_t room = sizeof p->out - p->n;
    n = n < room ? n : room;
    memcpy(p->out + p->n, text, n);
    p->n += n;
}

/* One %: flags, width, precision and length are passed on to the C library with a 64-bit value. */
static const char *convert(print_t *p, const char *f)
{
    char spec[64] = "%", text[TEXT_MAX + 64];
    size_t n = 1;
    unsigned wide = 0;
    for (f++; *f && (strchr("-+ #0.", *f) || isdigit((unsigned char)*f) || *f == '*'); f++) {
        if (n > 40)
            continue;
        if (*f == '*')
            n += (size_t)snprintf(spec + n, sizeof spec - n, "%d", (int)take(p, 4));
        else
            spec[n++] = *f;
    }
    for (; *f && strchr("hlLjzt", *f); f++)
        wide += *f != 'h';
    char c = *f;
    int len = 0;
    if (!c)
        return f;
    if (c == '%') {
        len = snprintf(text, sizeof text, "%%");
    } else if (strchr("di", c)) {
        int64_t v = wide ? (int64_t)take(p, 8) : (int32_t)take(p, 4);
        snprintf(spec + n, sizeof spec - n, PRId64);
        len = snprintf(text, sizeof text, spec, v);
    } else if (strchr("uxXo", c)) {
        snprintf(spec + n, sizeof spec - n, "l%c", c);
        len = snprintf(text, sizeof text, spec, (unsigned long)take(p, wide ? 8 : 4));
    } else if (strchr("fFeEgGaA", c)) {
        uint64_t bits = take(p, 8);
        double v;
        memcpy(&v, &bits, sizeof v);
        spec[n++] = c;
        spec[n] = 0;
        len = snprintf(text, sizeof text, spec, v);
    } else if (c == 'c') {
        snprintf(spec + n, sizeof spec - n, "c");
        len = snprintf(text, sizeof text, spec, (int)take(p, 4));
    } else if (c == 'p') {
        len = snprintf(text, sizeof text, "0x%" PRIx64, take(p, 8));
    } else if (c == 's') {
        char s[TEXT_MAX];
        uint64_t at = take(p, 8);
        if (p->bad || !text_at(p->w, p->lane, at, s, sizeof s)) {
            p->bad = true;
            return f + 1;
        }
        snprintf(spec + n, sizeof spec - n, "s");
        len = snprintf(text, sizeof text, spec, s);
    } else { /* as CUDA does: printed as it stands */
        len = snprintf(text, sizeof text, "%s%c", spec, c);
    }
    put(p, text, len < 0 ? 0 : (size_t)len < sizeof text ? (size_t)len : sizeof text - 1);
    return f + 1;
}

static void print_lane(const op_t *o, front_warp_t *w, unsigned lane)
{
    char format[TEXT_MAX];
    isa_launch_t *l = w->l;
    uint64_t at = mem_call_arg(w, o->v[0], lane, 8);
    print_t p = {.w = w, .lane = lane, .args = mem_call_arg(w, o->v[1], lane, 8)};
    if (at && !text_at(w, lane, at, format, sizeof format)) {
        isa_fault(w, (int)lane, "vprintf with a format at 0x%llx, outside of memory",
                  (unsigned long long)at);
        return;
    }
    for (const char *f = at ? format : ""; *f && !p.bad;) {
        size_t plain = strcspn(f, "%");
        put(&p, f, plain);
        f += plain;
        if (*f)
            f = convert(&p, f);
    }
    if (p.bad) {
        isa_fault(w, (int)lane, "vprintf of \"%.60s\" with an argument outside of memory", format);
        return;
    }
    if (l->print && p.n)
        l->print(l->print_ctx, p.out, p.n);
    mem_set_call_arg(w, o->v[2], lane, 4, at ? (uint64_t)(uint32_t)p.taken : UINT32_MAX);
}

/* message, file, line, function */
static void assert_fail(const op_t *o, front_warp_t *w, uint64_t mask)
{
    char text[3][80] = {"?", "?", "?"};
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
