/*
 * vprintf, by which nvcc and clang make printf: the conversions of C, formatted by the C library
 * one at a time from arguments in the lane's memory. Nothing is cut: what would be longer than
 * LIMIT is a fault.
 */
#include "isa/print.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/mem.h"

/* Bytes that one call may name or print: CUDA's buffer for all of a launch, unless it is set. */
enum { LIMIT = 1 << 20 };

typedef struct bytes {
    char *at;
    size_t n, room;
} bytes_t;

static const char outside[] = "an argument outside of memory";
static const char too_long[] = "more than 1 MiB of text";

/* A lane's call: the format and the arguments that follow it, in the lane's memory. */
typedef struct print {
    front_warp_t *w;
    unsigned lane;
    uint64_t args; /* where the next argument is */
    int taken;     /* arguments so far */
    const char *fault;
    bytes_t out, string; /* string: the last one of %s */
} print_t;

/* One %: what stands between it and the letter. */
typedef struct spec {
    char flags[8];
    int width, precision; /* -1: none */
    unsigned bytes;       /* of an integer: 1, 2, 4 or 8 */
    char letter;
} spec_t;

/* Room for n more bytes and a NUL; NULL: that is too many, a fault. */
static char *room_for(print_t *p, bytes_t *b, size_t n)
{
    if (n > (size_t)LIMIT - b->n) {
        p->fault = too_long;
        return NULL;
    }
    while (b->n + n + 1 > b->room) {
        size_t room = b->room ? 2 * b->room : 256;
        char *moved = realloc(b->at, room);
        if (!moved) {
            p->fault = "more text than memory";
            return NULL;
        }
        b->at = moved;
        b->room = room;
    }
    return b->at + b->n;
}

static void put(print_t *p, const char *text, size_t n)
{
    char *to = room_for(p, &p->out, n);
    if (!to)
        return;
    memcpy(to, text, n);
    p->out.n += n;
}

/* The string at addr, into b: up to its NUL, or `most` bytes without one. */
static void read_string(print_t *p, uint64_t addr, size_t most, bytes_t *b)
{
    b->n = 0;
    for (;; b->n++) {
        char *to = room_for(p, b, 1);
        if (!to)
            break;
        *to = 0;
        if (b->n == most)
            return;
        if (!mem_peek(p->w, p->lane, addr + b->n, to, 1)) {
            p->fault = outside;
            break;
        }
        if (!*to)
            return;
    }
    if (b->at)
        b->at[b->n] = 0;
}

/* The next argument: aligned to its size, as compilers lay them out. */
static uint64_t take(print_t *p, unsigned bytes)
{
    uint64_t v = 0;
    p->args = (p->args + bytes - 1) & ~(uint64_t)(bytes - 1);
    if (!mem_peek(p->w, p->lane, p->args, &v, bytes))
        p->fault = outside;
    p->args += bytes;
    p->taken++;
    return v;
}

/* Digits or *, as many as text may have bytes. */
static int number(print_t *p, const char **f)
{
    int n = 0;
    if (**f == '*') {
        (*f)++;
        n = (int)(uint32_t)take(p, 4);
    }
    for (; isdigit((unsigned char)**f); (*f)++)
        n = n > LIMIT ? n : 10 * n + (**f - '0');
    if (n > LIMIT || n < -LIMIT)
        p->fault = too_long;
    return p->fault ? 0 : n;
}

static void add_flag(spec_t *s, char c)
{
    size_t n = strlen(s->flags);
    if (!strchr(s->flags, c)) {
        s->flags[n] = c;
        s->flags[n + 1] = 0;
    }
}

/* At the %; returns the letter's place. */
static const char *read_spec(print_t *p, const char *f, spec_t *s)
{
    *s = (spec_t){.width = -1, .precision = -1, .bytes = 4};
    for (f++; *f && strchr("-+ #0", *f); f++)
        add_flag(s, *f);
    if (*f == '*' || isdigit((unsigned char)*f)) {
        s->width = number(p, &f);
        if (s->width < 0) {
            add_flag(s, '-');
            s->width = -s->width;
        }
    }
    if (*f == '.') {
        f++;
        s->precision = number(p, &f); /* a negative one is as if left out */
    }
    for (; *f && strchr("hlLjzt", *f); f++)
        s->bytes = *f != 'h' ? 8 : s->bytes / 2 ? s->bytes / 2 : 1;
    s->letter = *f;
    return f;
}

/* The C library's format for the value as `type` (PRId64 and the like). */
static const char *format_of(const spec_t *s, const char *type, char out[64])
{
    char width[16] = "", precision[16] = "";
    if (s->width >= 0)
        snprintf(width, sizeof width, "%d", s->width);
    if (s->precision >= 0)
        snprintf(precision, sizeof precision, ".%d", s->precision);
    snprintf(out, 64, "%%%s%s%s%s", s->flags, width, precision, type);
    return out;
}

/* Prints one value of that type. */
static void put_value(print_t *p, const spec_t *s, const char *type, ...)
{
    char format[64];
    va_list value, again;
    va_start(value, type);
    va_copy(again, value);
    int n = vsnprintf(NULL, 0, format_of(s, type, format), value);
    char *to = n < 0 ? NULL : room_for(p, &p->out, (size_t)n);
    if (to)
        p->out.n += (size_t)vsnprintf(to, (size_t)n + 1, format, again);
    va_end(again);
    va_end(value);
}

/* The next integer, of the specification's size. */
static int64_t take_signed(print_t *p, const spec_t *s)
{
    uint64_t v = take(p, s->bytes == 8 ? 8 : 4);
    return s->bytes == 1   ? (int8_t)v
           : s->bytes == 2 ? (int16_t)v
           : s->bytes == 4 ? (int32_t)v
                           : (int64_t)v;
}

static uint64_t take_unsigned(print_t *p, const spec_t *s)
{
    uint64_t v = take(p, s->bytes == 8 ? 8 : 4);
    return s->bytes == 8 ? v : v & ((UINT64_C(1) << 8 * s->bytes) - 1);
}

/* A null pointer as glibc, by which CUDA prints, has them. */
static void put_string(print_t *p, const spec_t *s)
{
    uint64_t at = take(p, 8);
    const char *text = s->precision < 0 || s->precision >= 6 ? "(null)" : "";
    if (at && !p->fault) {
        read_string(p, at, s->precision < 0 ? SIZE_MAX : (size_t)s->precision, &p->string);
        text = p->string.at;
    }
    if (!p->fault)
        put_value(p, s, "s", text);
}

static void put_pointer(print_t *p, spec_t *s)
{
    uint64_t at = take(p, 8);
    s->precision = -1;
    if (at) {
        add_flag(s, '#');
        put_value(p, s, PRIx64, at);
    } else {
        put_value(p, s, "s", "(nil)");
    }
}

/* One %; returns what stands behind it. */
static const char *convert(print_t *p, const char *f)
{
    spec_t s;
    const char *first = f;
    char type[8];
    f = read_spec(p, f, &s);
    snprintf(type, sizeof type, "l%c", s.letter);
    if (p->fault)
        return f;
    if (!s.letter || !strchr("diuxXofFeEgGaAcps%", s.letter)) { /* printed as it stands */
        put(p, first, (size_t)(f - first) + (s.letter != 0));
    } else if (s.letter == '%') {
        put(p, "%", 1);
    } else if (strchr("di", s.letter)) {
        int64_t v = take_signed(p, &s);
        put_value(p, &s, PRId64, v);
    } else if (strchr("uxXo", s.letter)) {
        unsigned long v = take_unsigned(p, &s);
        put_value(p, &s, type, v);
    } else if (s.letter == 'c') {
        int v = (int)take(p, 4);
        put_value(p, &s, "c", v);
    } else if (s.letter == 'p') {
        put_pointer(p, &s);
    } else if (s.letter == 's') {
        put_string(p, &s);
    } else {
        uint64_t bits = take(p, 8);
        double v;
        memcpy(&v, &bits, sizeof v);
        put_value(p, &s, type + 1, v);
    }
    return f + (s.letter != 0);
}

/* Returns the number of arguments. */
static int print_format(print_t *p, const char *format)
{
    for (const char *f = format; *f && !p->fault;) {
        size_t plain = strcspn(f, "%");
        put(p, f, plain);
        f += plain;
        if (*f && !p->fault)
            f = convert(p, f);
    }
    return p->taken;
}

int64_t isa_print(front_warp_t *w, unsigned lane, uint64_t format_at, uint64_t args)
{
    isa_launch_t *l = w->l;
    print_t p = {.w = w, .lane = lane, .args = args};
    bytes_t format = {NULL, 0, 0};
    int64_t result = -1;
    if (!format_at)
        return result;
    read_string(&p, format_at, SIZE_MAX, &format);
    if (p.fault == outside) {
        isa_fault(w, (int)lane, "vprintf with a format at 0x%llx, outside of memory",
                  (unsigned long long)format_at);
    } else {
        if (!p.fault)
            result = print_format(&p, format.at);
        if (p.fault)
            isa_fault(w, (int)lane, "vprintf of \"%.60s\" with %s", format.at ? format.at : "",
                      p.fault);
        else if (l->print && p.out.n)
            l->print(l->print_ctx, p.out.at, p.out.n);
    }
    free(format.at);
    free(p.string.at);
    free(p.out.at);
    return result;
}
