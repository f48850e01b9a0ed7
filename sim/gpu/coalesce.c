#include "gpu/coalesce.h"

#include <string.h>

#include "common/bits.h"

/* Requests found so far, for an ascending or descending stream without searching. */
typedef struct finder {
    coalesced_t *out;
    uint64_t lowest, highest;
    uint32_t last; /* request of the previous lane */
} finder_t;

/* The request of a line; a new one at the end if there is none. */
static uint32_t find(finder_t *f, uint64_t line)
{
    coalesced_t *o = f->out;
    if (o->n && o->line[f->last] == line)
        return f->last;
    if (o->n && line >= f->lowest && line <= f->highest)
        for (uint32_t i = o->n; i-- > 0;)
            if (o->line[i] == line)
                return f->last = i;
    if (!o->n || line < f->lowest)
        f->lowest = line;
    if (!o->n || line > f->highest)
        f->highest = line;
    o->line[o->n] = line;
    o->touched[o->n] = 0;
    o->full[o->n] = 0;
    return f->last = o->n++;
}

/* Bits in which some lane's address differs from lane 0's (high part), and bits set in any
 * address; all of the first n lanes. The loop has a fixed trip count so that it is vectorized. */
static void address_bits(const uint64_t *addr, uint32_t n, uint64_t *differ, uint64_t *any)
{
    uint64_t x = 0, o = 0, first = addr[0];
    for (uint32_t i = 0; i < 32; i++) {
        x |= addr[i] ^ first;
        o |= addr[i];
    }
    if (n == 64)
        for (uint32_t i = 32; i < 64; i++) {
            x |= addr[i] ^ first;
            o |= addr[i];
        }
    *differ = x;
    *any = o;
}

static void load_pieces(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                        uint32_t line_shift)
{
    finder_t f = {.out = out};
    uint32_t pieces = (1u << (line_shift - 5)) - 1;
    for (uint64_t m = active; m; m &= m - 1) {
        uint64_t a = addr[bits_lowest(m)], b = a + width - 1;
        uint32_t i = find(&f, a >> line_shift);
        out->touched[i] |= (uint8_t)(1u << ((a >> 5) & pieces));
        if (a >> 5 != b >> 5) {
            i = find(&f, b >> line_shift);
            out->touched[i] |= (uint8_t)(1u << ((b >> 5) & pieces));
        }
    }
}

/* Whether the first n lanes' accesses follow one another without a gap. */
static bool contiguous(const uint64_t *addr, uint32_t n, uint32_t width)
{
    uint64_t x = 0, first = addr[0];
    for (uint32_t i = 0; i < 32; i++)
        x |= addr[i] ^ (first + (uint64_t)i * width);
    if (n == 64)
        for (uint32_t i = 32; i < 64; i++)
            x |= addr[i] ^ (first + (uint64_t)i * width);
    return x == 0;
}

/* The access to [begin, end), line by line. */
static void whole_range(coalesced_t *out, uint64_t begin, uint64_t end, uint32_t line_shift)
{
    for (uint64_t line = begin >> line_shift; line <= (end - 1) >> line_shift; line++) {
        uint64_t base = line << line_shift, size = UINT64_C(1) << line_shift;
        uint64_t lo = begin > base ? begin - base : 0;
        uint64_t hi = end - base < size ? end - base : size;
        uint32_t i = out->n++;
        out->line[i] = line;
        out->touched[i] =
            (uint8_t)(bits_mask((unsigned)((hi + 31) / 32)) & ~bits_mask((unsigned)(lo / 32)));
        out->full[i] =
            (uint8_t)(bits_mask((unsigned)(hi / 32)) & ~bits_mask((unsigned)((lo + 31) / 32)));
    }
}

void coalesce_load(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                   uint32_t line_shift, bool pieces)
{
    uint32_t lanes = active == UINT64_MAX ? 64 : active == UINT32_MAX ? 32 : 0;
    out->n = 0;
    if (pieces) {
        if (lanes && contiguous(addr, lanes, width)) {
            whole_range(out, addr[0], addr[0] + (uint64_t)lanes * width, line_shift);
            memset(out->full, 0, out->n);
        } else {
            load_pieces(out, addr, active, width, line_shift);
        }
        return;
    }
    /* The usual full warp on one line, no lane straddling it. */
    if (lanes) {
        uint64_t differ, any;
        address_bits(addr, lanes, &differ, &any);
        if (!(differ >> line_shift) && !(any & (width - 1)) && bits_is_pow2(width)) {
            out->line[out->n++] = addr[0] >> line_shift;
            return;
        }
    }
    finder_t f = {.out = out};
    uint64_t last = UINT64_MAX;
    for (uint64_t m = active; m; m &= m - 1) {
        uint64_t a = addr[bits_lowest(m)], first = a >> line_shift;
        if (first != last)
            find(&f, first);
        last = (a + width - 1) >> line_shift;
        if (first != last)
            find(&f, last);
    }
}

void coalesce_store(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                    uint32_t line_shift)
{
    uint32_t lanes = active == UINT64_MAX ? 64 : active == UINT32_MAX ? 32 : 0;
    if (lanes && contiguous(addr, lanes, width)) {
        out->n = 0;
        whole_range(out, addr[0], addr[0] + (uint64_t)lanes * width, line_shift);
        return;
    }
    finder_t f = {.out = out};
    uint32_t pieces = 1u << (line_shift - 5), cover[COALESCE_MAX][8];
    out->n = 0;
    for (uint64_t m = active; m; m &= m - 1) {
        uint64_t a = addr[bits_lowest(m)], left = width;
        while (left) { /* once, but for an access that straddles a piece */
            uint32_t n = out->n, i = find(&f, a >> line_shift);
            if (out->n > n)
                memset(cover[i], 0, sizeof cover[i]);
            uint32_t at = (uint32_t)(a & 31), len = 32 - at;
            len = len < left ? len : (uint32_t)left;
            uint32_t p = (uint32_t)(a >> 5) & (pieces - 1);
            cover[i][p] |= (uint32_t)(bits_mask(len) << at);
            out->touched[i] |= (uint8_t)(1u << p);
            a += len;
            left -= len;
        }
    }
    for (uint32_t i = 0; i < out->n; i++)
        for (uint32_t p = 0; p < pieces; p++)
            if (cover[i][p] == UINT32_MAX)
                out->full[i] |= (uint8_t)(1u << p);
}

uint8_t coalesce_block(uint8_t pieces)
{
    for (uint32_t size = 1; size < 8; size *= 2) {
        uint32_t at = bits_lowest(pieces) & ~(size - 1), block = ((1u << size) - 1) << at;
        if (!(pieces & ~block))
            return (uint8_t)block;
    }
    return UINT8_MAX;
}

enum { SEGMENT_LINE_SHIFT = 7 };

static uint32_t segment_shift(uint32_t width)
{
    return width == 1 ? 5 : width == 2 ? 6 : SEGMENT_LINE_SHIFT;
}

static void swap_requests(coalesced_t *c, uint32_t a, uint32_t b)
{
    uint64_t line = c->line[a];
    uint8_t touched = c->touched[a], full = c->full[a];
    c->line[a] = c->line[b];
    c->touched[a] = c->touched[b];
    c->full[a] = c->full[b];
    c->line[b] = line;
    c->touched[b] = touched;
    c->full[b] = full;
}

/* Highest address first. Most often the lanes' addresses ascend: reversed first. */
static void sort_descending(coalesced_t *c)
{
    for (uint32_t i = 0; i < c->n / 2; i++)
        swap_requests(c, i, c->n - 1 - i);
    for (uint32_t i = 1; i < c->n; i++)
        for (uint32_t k = i; k > 0 && c->line[k] > c->line[k - 1]; k--)
            swap_requests(c, k, k - 1);
}

void coalesce_blocks(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t shift)
{
    finder_t f = {.out = out};
    out->n = 0;
    for (uint64_t m = active; m; m &= m - 1)
        find(&f, addr[bits_lowest(m)] >> shift);
    sort_descending(out);
}

/* Segment numbers become line numbers, pieces of a segment pieces of its line. */
static void segments_to_lines(coalesced_t *c, uint32_t shift)
{
    uint32_t per_line = SEGMENT_LINE_SHIFT - shift, pieces = 1u << (shift - 5);
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t at = (uint32_t)(c->line[i] & ((1u << per_line) - 1)) * pieces;
        c->line[i] >>= per_line;
        c->touched[i] = (uint8_t)(c->touched[i] << at);
        c->full[i] = (uint8_t)(c->full[i] << at);
    }
}

void coalesce_load_segments(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                            bool uncached)
{
    uint32_t shift = uncached ? 5 : segment_shift(width);
    coalesce_load(out, addr, active, width, shift, false);
    for (uint32_t i = 0; i < out->n; i++) {
        out->touched[i] = (uint8_t)bits_mask(1u << (shift - 5));
        out->full[i] = 0;
    }
    sort_descending(out);
    segments_to_lines(out, shift);
}

void coalesce_store_segments(coalesced_t *out, const uint64_t *addr, uint64_t active,
                             uint32_t width)
{
    uint32_t shift = segment_shift(width);
    coalesce_store(out, addr, active, width, shift);
    sort_descending(out);
    segments_to_lines(out, shift);
    for (uint32_t i = 0; i < out->n; i++)
        if (out->touched[i] & 3 && out->touched[i] & 12)
            out->touched[i] = 15;
}

static void reduce(coalesced_t *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        c->touched[i] = coalesce_block(c->touched[i]);
}

void coalesce_load_halves(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                          bool pieces)
{
    uint32_t shift = segment_shift(width);
    coalesce_load(out, addr, active, width, shift, pieces);
    if (!pieces) {
        memset(out->touched, 0, out->n);
        memset(out->full, 0, out->n);
    }
    sort_descending(out);
    segments_to_lines(out, shift);
    if (pieces)
        reduce(out);
}

/* Those of one group, behind what is there. */
static void atomic_group(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width)
{
    uint32_t words[COALESCE_MAX]; /* of the line, that a request works on */
    uint32_t first = out->n;
    for (uint64_t m = active; m; m &= m - 1) {
        uint64_t a = addr[bits_lowest(m)];
        uint32_t w = width > 4 ? width / 4 : 1;
        uint32_t mine = (uint32_t)bits_mask(w) << (a & 127) / 4, i = first;
        while (i < out->n && (out->line[i] != a >> SEGMENT_LINE_SHIFT || (words[i] & mine)))
            i++;
        if (i == out->n) {
            out->line[out->n] = a >> SEGMENT_LINE_SHIFT;
            out->touched[out->n] = out->full[out->n] = 0;
            words[out->n++] = 0;
        }
        words[i] |= mine;
        out->touched[i] |= (uint8_t)(1u << (a >> 5 & 3));
    }
    /* The highest line first; requests of one line keep their order. */
    for (uint32_t i = first + 1; i < out->n; i++)
        for (uint32_t k = i; k > first && out->line[k] > out->line[k - 1]; k--)
            swap_requests(out, k, k - 1);
}

void coalesce_atomic_halves(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                            uint32_t lanes)
{
    out->n = 0;
    for (uint32_t end = INST_MAX_LANES; end; end -= lanes)
        atomic_group(out, addr, active & bits_mask(lanes) << (end - lanes), width);
    reduce(out);
}

void coalesce_atomic(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                     uint32_t line_shift)
{
    uint32_t pieces = (1u << (line_shift - 5)) - 1;
    uint32_t words[COALESCE_MAX]; /* bytes of the piece a request works on, 1 b each */
    (void)width;                  /* an atomic is aligned: its first byte names its word */
    out->n = 0;
    for (uint64_t m = active; m; m &= m - 1) {
        uint64_t a = addr[bits_lowest(m)];
        uint32_t bit = 1u << (a & 31), i = 0;
        uint8_t piece = (uint8_t)(1u << ((a >> 5) & pieces));
        while (i < out->n && (out->line[i] != a >> line_shift || out->touched[i] != piece ||
                              (words[i] & bit) != 0))
            i++;
        if (i == out->n) {
            out->n++;
            out->line[i] = a >> line_shift;
            out->touched[i] = piece;
            out->full[i] = 0;
            words[i] = 0;
        }
        words[i] |= bit;
    }
}

static void append(coalesced_t *out, const coalesced_t *part)
{
    memcpy(out->line + out->n, part->line, part->n * sizeof *part->line);
    memcpy(out->touched + out->n, part->touched, part->n);
    memcpy(out->full + out->n, part->full, part->n);
    out->n += part->n;
}

void coalesce_groups(coalesced_t *out, uint64_t active, uint32_t lanes, coalesce_group_fn *group,
                     void *ctx)
{
    coalesced_t part;
    out->n = 0;
    for (uint32_t first = 0; first < INST_MAX_LANES; first += lanes) {
        uint64_t m = active & bits_mask(lanes) << first;
        if (m) {
            group(ctx, &part, m);
            append(out, &part);
        }
    }
}

void coalesce_local(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                    uint64_t apart, bool last_first, coalesce_row_fn *row, void *ctx)
{
    uint64_t word[INST_MAX_LANES];
    coalesced_t part;
    out->n = 0;
    for (uint32_t i = 0; i < width / 4; i++) {
        uint32_t k = last_first ? width / 4 - 1 - i : i;
        for (uint64_t m = active; m; m &= m - 1) {
            unsigned lane = bits_lowest(m);
            word[lane] = addr[lane] + k * apart;
        }
        row(ctx, &part, word);
        append(out, &part);
    }
}

/* Cycles of one pass over n words. */
static uint32_t pass_cycles(const uint64_t *word, uint32_t n, uint32_t banks, bool atomic)
{
    uint32_t most = 1, count[64] = {0};
    uint64_t seen = 0, first[64];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t b = (uint32_t)word[i] & (banks - 1);
        bool again = false;
        if (!(seen >> b & 1)) {
            seen |= UINT64_C(1) << b;
            first[b] = word[i];
        } else if (!atomic) {
            again = word[i] == first[b];
            for (uint32_t j = 0; !again && count[b] > 1 && j < i; j++)
                again = word[j] == word[i];
        }
        if (!again && ++count[b] > most)
            most = count[b];
    }
    return most;
}

uint32_t coalesce_shared(const uint64_t *addr, uint64_t active, uint32_t width, uint32_t banks,
                         uint32_t bank_bytes, bool atomic, uint32_t *passes)
{
    uint32_t shift = bank_bytes == 8 ? 3 : 2;
    uint32_t per_lane = width <= bank_bytes ? 1 : width / bank_bytes;
    uint64_t word[64];
    uint32_t n = 0, cycles = 0;
    *passes = 0;
    for (uint64_t m = active; m; m &= m - 1) {
        uint64_t a = addr[bits_lowest(m)] >> shift;
        for (uint32_t k = 0; k < per_lane; k++) {
            word[n++] = a + k;
            if (n == banks) {
                cycles += pass_cycles(word, n, banks, atomic);
                ++*passes;
                n = 0;
            }
        }
    }
    if (n) {
        cycles += pass_cycles(word, n, banks, atomic);
        ++*passes;
    }
    return cycles;
}

uint32_t coalesce_shared_whole(const uint64_t *addr, uint64_t active, uint32_t width,
                               uint32_t banks, uint32_t bank_bytes, bool atomic, uint32_t *passes)
{
    enum { WIDEST = 64 }; /* bytes of a lane */
    uint64_t word[INST_MAX_LANES * WIDEST / 4];
    uint32_t shift = bank_bytes == 8 ? 3 : 2, n = 0;
    uint32_t per_lane = width <= bank_bytes ? 1 : width / bank_bytes;
    for (uint64_t m = active; m; m &= m - 1)
        for (uint32_t k = 0; k < per_lane; k++)
            word[n++] = (addr[bits_lowest(m)] >> shift) + k;
    uint32_t cycles = pass_cycles(word, n, banks, atomic), least = (n + banks - 1) / banks;
    *passes = least < cycles ? least : cycles; /* many lanes may read the same words */
    return cycles;
}
