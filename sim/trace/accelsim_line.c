/* One instruction line to one record: the path that nearly all of a trace takes. */
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "trace/accelsim_scan.h"

/* Longer than any instruction line: 32 addresses of 19 bytes and its other words. */
#define LINE_WINDOW ((size_t)4096)

/* Addresses of a line's active lanes. */
typedef struct access {
    uint64_t base;
    int64_t stride; /* between active lanes, where even */
    unsigned n;
    bool even;
    uint64_t addr[ACC_LANES]; /* by active lane, unless even */
} access_t;

static inline bool same_text(const acc_inst_t *in, const char *p)
{
    uint64_t a, b;
    size_t n = in->len;
    if (n < 8)
        return false;
    for (size_t at = 0; at + 8 <= n; at += 8) {
        memcpy(&a, in->text + at, 8);
        memcpy(&b, p + at, 8);
        if (a != b)
            return false;
    }
    memcpy(&a, in->text + n - 8, 8);
    memcpy(&b, p + n - 8, 8);
    return a == b;
}

static inline void skip(const char **at)
{
    while (**at == ' ')
        ++*at;
}

static bool at_word_end(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == 0;
}

#define BYTES(x) (UINT64_C(0x0101010101010101) * (x))

/* The hexadecimal number of up to 8 digits at p; how many there are. Eight bytes at once: bit 7 of
 * a byte tells a comparison's result, after the bytes' own bit 7 is set aside. */
static unsigned read_hex8(const char *p, uint64_t *out)
{
    uint64_t x;
    memcpy(&x, p, 8);
    uint64_t c = x & BYTES(0x7f), l = c | BYTES(0x20);
    uint64_t digit = (c + BYTES(0x80 - '0')) & ~(c + BYTES(0x80 - '9' - 1));
    uint64_t letter = (l + BYTES(0x80 - 'a')) & ~(l + BYTES(0x80 - 'f' - 1));
    uint64_t other = ~((digit | letter) & ~x) & BYTES(0x80);
    unsigned n = other ? bits_lowest(other) / 8 : 8;
    if (!n) {
        *out = 0;
        return 0;
    }
    x <<= 8 * (8 - n); /* zero bytes in front count as zeros */
    x = (x & BYTES(0x0f)) + 9 * (x >> 6 & BYTES(1));
    x = __builtin_bswap64(x);
    x = (x | x >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
    *out = (x | x >> 16) & UINT32_MAX;
    return n;
}

static inline bool read_address(const char **at, uint64_t *out)
{
    const char *p = *at;
    uint64_t high, low = 0;
    skip(&p);
    if (p[0] != '0' || p[1] != 'x')
        return false;
    unsigned n = read_hex8(p += 2, &high), m = 0;
    p += n;
    if (n == 8) {
        m = read_hex8(p, &low);
        p += m;
    }
    *at = p;
    *out = high << 4 * m | low;
    return n && at_word_end(*p);
}

static inline bool read_difference(const char **at, int64_t *out)
{
    const char *p = *at;
    int64_t v = 0;
    skip(&p);
    bool minus = *p == '-';
    const char *start = p += minus;
    for (; *p >= '0' && *p <= '9' && v < INT64_C(1) << 50; p++)
        v = v * 10 + (*p - '0');
    *at = p;
    *out = minus ? -v : v;
    return p > start && at_word_end(*p);
}

static int bad_address(scan_t *s, unsigned i, unsigned n)
{
    return stream_error(s->t, s->d, "expected address %u of %u, 0xHEX below 2^49", i + 1, n);
}

static int bad_difference(scan_t *s, unsigned i, unsigned n)
{
    return stream_error(
        s->t, s->d, "expected difference %u of %u, decimal, to an address from 0 to 2^49", i, n);
}

/* Modes 1 and 2, and 0: the table in docs/traces.md. */
static int read_stride(scan_t *s, const char **at, uint32_t mask, access_t *a)
{
    uint32_t run = mask ? mask >> bits_lowest(mask) : 0;
    if (run & (run + 1))
        return stream_error(s->t, s->d, "mode 1 with mask %08x; expected active lanes side by side",
                            mask);
    if (!read_address(at, &a->base))
        return bad_address(s, 0, 1);
    if (!read_difference(at, &a->stride))
        return bad_difference(s, 1, 1);
    a->even = true;
    if (!a->n)
        return 0;
    if (a->base >= ACC_ADDR_END)
        return bad_address(s, 0, 1);
    int64_t last = (int64_t)a->base + (int64_t)(a->n - 1) * a->stride;
    if (last < 0 || last >= (int64_t)ACC_ADDR_END)
        return bad_difference(s, 1, 1);
    return 0;
}

static int read_list(scan_t *s, const char **at, access_t *a)
{
    for (unsigned i = 0; i < a->n; i++)
        if (!read_address(at, &a->addr[i]) || a->addr[i] >= ACC_ADDR_END)
            return bad_address(s, i, a->n);
    return 0;
}

static int read_differences(scan_t *s, const char **at, access_t *a)
{
    int64_t v = 0;
    if (!read_address(at, &a->addr[0]) || (a->n && a->addr[0] >= ACC_ADDR_END))
        return bad_address(s, 0, 1);
    for (unsigned i = 1; i < a->n; i++) {
        if (!read_difference(at, &v))
            return bad_difference(s, i, a->n - 1);
        v += (int64_t)a->addr[i - 1];
        if (v < 0 || v >= (int64_t)ACC_ADDR_END)
            return bad_difference(s, i, a->n - 1);
        a->addr[i] = (uint64_t)v;
    }
    return 0;
}

static int read_access(scan_t *s, const char **at, uint32_t mask, access_t *a)
{
    const char *p = *at;
    skip(&p);
    a->n = bits_popcount(mask);
    a->even = false;
    if (*p < '0' || *p > '2' || !at_word_end(p[1]))
        return stream_error(s->t, s->d, "expected the addresses' mode, 0, 1 or 2");
    *at = p + 1;
    int rc = *p == '0'   ? read_list(s, at, a)
             : *p == '1' ? read_stride(s, at, mask, a)
                         : read_differences(s, at, a);
    if (rc || a->even || !a->n)
        return rc;
    a->base = a->addr[0];
    a->stride = a->n > 1 ? (int64_t)(a->addr[1] - a->addr[0]) : 0;
    a->even = true;
    for (unsigned i = 1; i < a->n; i++)
        a->even = a->even && (int64_t)(a->addr[i] - a->addr[i - 1]) == a->stride;
    return 0;
}

/* ---- Spaces ---- */

static void shift(access_t *a, uint64_t by)
{
    a->base -= by;
    for (unsigned i = 0; !a->even && i < a->n; i++)
        a->addr[i] -= by;
}

static bool within(uint64_t x, uint64_t base)
{
    return base && x >= base && x - base < ACC_WINDOW;
}

/* The space of a generic access: that of its first active lane. */
static uint8_t resolve(const acc_head_info_t *h, access_t *a)
{
    if (within(a->base, h->shmem_base)) {
        shift(a, h->shmem_base);
        return INST_SPACE_SHARED;
    }
    return within(a->base, h->local_base) ? INST_SPACE_LOCAL : INST_SPACE_GLOBAL;
}

static void range(const access_t *a, uint64_t *low, uint64_t *high)
{
    uint64_t first = a->base, last = a->base;
    if (a->even) {
        last += (uint64_t)((int64_t)(a->n - 1) * a->stride);
        *low = first < last ? first : last;
        *high = first < last ? last : first;
        return;
    }
    for (unsigned i = 1; i < a->n; i++) {
        first = a->addr[i] < first ? a->addr[i] : first;
        last = a->addr[i] > last ? a->addr[i] : last;
    }
    *low = first;
    *high = last;
}

static void widen(uint64_t *low, uint64_t *high, uint64_t from, uint64_t to)
{
    *low = from < *low ? from : *low;
    *high = to > *high ? to : *high;
}

static void touch(acc_memory_t *m, const access_t *a, unsigned width)
{
    for (unsigned i = 0; i < a->n; i++) {
        const uint64_t at = a->even ? a->base + (uint64_t)((int64_t)i * a->stride) : a->addr[i];
        acc_memory_touch(m, at, at + width);
    }
}

/* Notes which addresses the kernel uses. Local ones become offsets. */
static int note_range(scan_t *s, access_t *a, uint8_t space, unsigned width)
{
    acc_kernel_t *k = s->k;
    uint64_t low, high;
    if (space == INST_SPACE_LOCAL && within(a->base, k->head.local_base))
        shift(a, k->head.local_base);
    range(a, &low, &high);
    if (space == INST_SPACE_GLOBAL) {
        widen(&k->global_low, &k->global_high, low, high + width);
        if (k->memory)
            touch(k->memory, a, width);
    }
    if (space != INST_SPACE_GLOBAL && high >= ACC_WINDOW)
        return stream_error(s->t, s->d,
                            "a %s address outside the window of 16 MB; expected an offset in "
                            "it, below 0x1000000",
                            space == INST_SPACE_LOCAL ? "local" : "shared");
    if (space == INST_SPACE_LOCAL)
        widen(&k->local_low, &k->local_high, low, high + width);
    return 0;
}

/* ---- Records ---- */

static acc_form_t narrowest(const access_t *a)
{
    uint64_t wide = 0;
    for (unsigned i = 1; i < a->n; i++) {
        int64_t d = (int64_t)(a->addr[i] - a->addr[i - 1]);
        wide |= (uint64_t)(d ^ d >> 63);
    }
    return wide < 1u << 7    ? ACC_FORM_DIFF8
           : wide < 1u << 15 ? ACC_FORM_DIFF16
           : wide < 1u << 31 ? ACC_FORM_DIFF32
                             : ACC_FORM_DIFF64;
}

/* Writes the addresses; their form. */
static acc_form_t put_access(uint8_t **at, access_t *a)
{
    uint8_t *o = *at;
    memcpy(o, &a->base, 8);
    o += 8;
    if (a->even && (!a->stride || a->n < 2)) {
        *at = o;
        return ACC_FORM_SAME;
    }
    if (a->even && a->stride == (int32_t)a->stride) {
        int32_t stride = (int32_t)a->stride;
        memcpy(o, &stride, 4);
        *at = o + 4;
        return ACC_FORM_STRIDE;
    }
    for (unsigned i = 0; a->even && i < a->n; i++)
        a->addr[i] = a->base + (uint64_t)((int64_t)i * a->stride);
    acc_form_t form = narrowest(a);
    unsigned size = 1u << (form - ACC_FORM_DIFF8);
    for (unsigned i = 1; i < a->n; i++, o += size) {
        uint64_t diff = a->addr[i] - a->addr[i - 1];
        memcpy(o, &diff, size); /* little-endian: the low bytes */
    }
    *at = o;
    return form;
}

static int put_memory(scan_t *s, const acc_inst_t *in, access_t *a, uint8_t **at, unsigned *head)
{
    uint8_t space = in->inst.space;
    if (in->inst.unit != INST_UNIT_LDST || space == INST_SPACE_CONST || !a->n)
        return 0; /* nothing that the model looks at */
    if (space == INST_SPACE_GENERIC)
        space = resolve(&s->k->head, a);
    int rc = note_range(s, a, space, in->inst.width);
    if (rc)
        return rc;
    *head |= (unsigned)put_access(at, a) << ACC_HEAD_FORM_SHIFT;
    *head = (*head & ((1u << ACC_HEAD_SPACE_SHIFT) - 1)) | (unsigned)space << ACC_HEAD_SPACE_SHIFT;
    return 0;
}

/* A jump back that the same lanes take closes a loop. */
static void note_back(scan_t *s, acc_inst_t *from, uint32_t to, uint32_t mask)
{
    if (!from->jumps || from->back == to || (mask & ~s->mask))
        return;
    acc_kernel_t *k = s->k;
    uint64_t edge = (uint64_t)to << 32 | from->inst.pc;
    from->back = to;
    if (k->n_edges == k->cap_edges && (acc_sort_edges(k), k->n_edges >= k->cap_edges / 2)) {
        k->cap_edges = k->cap_edges ? 2 * k->cap_edges : 16;
        k->edge = acc_grow(k->edge, sizeof *k->edge, k->cap_edges);
    }
    k->edge[k->n_edges++] = edge;
}

/* The record's beginning, and what this line says of the one before it. */
static uint8_t *put_head(scan_t *s, uint8_t *o, uint32_t i, uint32_t mask, unsigned *head)
{
    acc_kernel_t *k = s->k;
    if (s->prev == ACC_NONE) {
        s->first = i;
    } else {
        acc_inst_t *prev = &k->seen[s->prev];
        prev->next = i;
        if (k->seen[i].inst.pc <= prev->inst.pc)
            note_back(s, prev, k->seen[i].inst.pc, mask);
    }
    if (s->prev != ACC_NONE && i == s->prev + 1) {
        *head |= ACC_HEAD_NEXT;
    } else {
        memcpy(o, &i, 4);
        o += 4;
    }
    if (s->prev != ACC_NONE && mask == s->mask) {
        *head |= ACC_HEAD_MASK;
    } else {
        memcpy(o, &mask, 4);
        o += 4;
    }
    s->prev = i;
    s->mask = mask;
    return o;
}

static void make_room(scan_t *s)
{
    if (s->cap - s->n >= ACC_RECORD_MAX)
        return;
    s->cap = s->cap ? 2 * s->cap : (size_t)1 << 16;
    s->out = acc_grow(s->out, 1, s->cap);
}

/* The usual ends of a line first: " 0 ", spaces. */
static inline int end_of_line(scan_t *s, const char **at)
{
    const char *p = *at;
    if (s->imm && p[0] == ' ' && p[1] == '0' && p[2] == ' ')
        p += 2;
    else if (s->imm)
        return scan_end_of_line(s, at);
    p += *p == ' ';
    if (*p != '\n')
        return scan_end_of_line(s, at);
    *at = p + 1;
    return 0;
}

int scan_inst(scan_t *s)
{
    stream_t *t = s->t;
    access_t a;
    int rc = stream_window(t, LINE_WINDOW, s->d);
    if (rc)
        return rc;
    t->line++;
    const char *p = t->at;
    for (; *p == '\n'; p++)
        t->line++;
    if ((s->old || s->lineinfo) && (rc = scan_prefix(s, &p)))
        return rc;
    uint32_t i = s->prev == ACC_NONE ? s->first : s->k->seen[s->prev].next;
    if (i != ACC_NONE && same_text(&s->k->seen[i], p))
        p += s->k->seen[i].len;
    else if ((rc = scan_find(s, &p, &i)))
        return rc;
    const acc_inst_t *in = &s->k->seen[i];
    uint32_t mask = in->mask;
    if (mask & ~s->lanes)
        return stream_error(t, s->d, "mask %08x; expected lanes of %08x, the threads of the block",
                            mask, s->lanes);
    make_room(s);
    uint8_t *start = s->out + s->n, *o = start + 1;
    unsigned head = 0;
    if (in->inst.unit == INST_UNIT_LDST) {
        head = (unsigned)in->inst.space << ACC_HEAD_SPACE_SHIFT;
        if (in->inst.space == INST_SPACE_GENERIC)
            head = INST_SPACE_GLOBAL << ACC_HEAD_SPACE_SHIFT;
    }
    o = put_head(s, o, i, mask, &head);
    if (in->addresses &&
        ((rc = read_access(s, &p, mask, &a)) || (rc = put_memory(s, in, &a, &o, &head))))
        return rc;
    if (!in->whole && (rc = end_of_line(s, &p)))
        return rc;
    *start = (uint8_t)head;
    s->n = (size_t)(o - s->out);
    t->at = (char *)p; /* within its own buffer */
    return 0;
}
