/* An instruction line seen for the first time, or differently. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "trace/accelsim_scan.h"

/* ---- Static instructions by PC ---- */

static uint32_t place(const scan_t *s, uint32_t pc)
{
    uint32_t i = (pc * UINT32_C(0x9e3779b1)) >> 7 & s->table_mask;
    while (s->table[i] != ACC_NONE && s->k->seen[s->table[i]].inst.pc != pc)
        i = (i + 1) & s->table_mask;
    return i;
}

static void grow_table(scan_t *s)
{
    uint32_t n = s->table ? 2 * (s->table_mask + 1) : 1024;
    s->table = acc_grow(s->table, sizeof *s->table, n);
    s->table_mask = n - 1;
    memset(s->table, 0xff, n * sizeof *s->table);
    for (uint32_t i = 0; i < s->k->n_seen; i++)
        s->table[place(s, s->k->seen[i].inst.pc)] = i;
}

static uint32_t add_inst(scan_t *s, const acc_inst_t *in)
{
    acc_kernel_t *k = s->k;
    if (!s->table || 2 * k->n_seen > s->table_mask)
        grow_table(s);
    if (k->n_seen == k->cap_seen) {
        k->cap_seen = k->cap_seen ? 2 * k->cap_seen : 256;
        k->seen = acc_grow(k->seen, sizeof *k->seen, k->cap_seen);
    }
    s->table[place(s, in->inst.pc)] = k->n_seen;
    k->seen[k->n_seen] = *in;
    return k->n_seen++;
}

/* ---- Words of a line ---- */

static bool ends_word(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == 0;
}

/* The word at p for a message: cut to size, "the end of the line" if there is none. */
static const char *word(scan_t *s, const char *p)
{
    size_t n = 0;
    p = scan_skip_spaces(p);
    while (n + 3 < sizeof s->word && !ends_word(p[n]))
        n++;
    if (!n)
        return "the end of the line";
    s->word[0] = s->word[n + 1] = '\'';
    memcpy(s->word + 1, p, n);
    s->word[n + 2] = 0;
    return s->word;
}

static int wrong(scan_t *s, const char *p, const char *expected)
{
    return stream_error(s->t, s->d, "%s; expected %s", word(s, p), expected);
}

/* A decimal number up to max. */
static bool read_number(const char **at, uint32_t max, uint32_t *out)
{
    const char *p = scan_skip_spaces(*at);
    uint64_t v = 0;
    if (*p < '0' || *p > '9')
        return false;
    for (; *p >= '0' && *p <= '9' && v <= UINT32_MAX; p++)
        v = v * 10 + (uint64_t)(*p - '0');
    *out = (uint32_t)v;
    *at = p;
    return ends_word(*p) && v <= max;
}

static bool read_hex32(const char **at, uint32_t *out)
{
    const char *p = scan_skip_spaces(*at), *start = p;
    uint32_t v = 0, digit;
    for (; (digit = scan_hex_digit(*p)) < 16 && p - start < 8; p++)
        v = v << 4 | digit;
    *out = v;
    *at = p;
    return p > start && ends_word(*p);
}

/* ---- The line ---- */

static int read_reg(scan_t *s, const char **at, uint32_t *reg)
{
    const char *p = scan_skip_spaces(*at);
    uint32_t r = 0;
    if (*p == 'R') {
        const char *digits = p + 1;
        if (read_number(&digits, INST_MAX_REGS - 1, &r) && p[1] != ' ') {
            *reg = r;
            *at = digits;
            return 0;
        }
    }
    return wrong(s, p, "a register R0 to R255");
}

/* A count and so many registers. R255 reads as zero and is never written: *number are the others.
 */
static int read_regs(scan_t *s, const char **at, const char *what, inst_regset_t *set,
                     uint32_t *first, uint8_t *number)
{
    uint32_t n, reg = 0;
    *first = ACC_NONE;
    *number = 0;
    if (!read_number(at, 32, &n))
        return wrong(s, *at, what);
    for (uint32_t i = 0; i < n; i++) {
        int rc = read_reg(s, at, &reg);
        if (rc)
            return rc;
        if (reg != INST_MAX_REGS - 1) {
            set->w[reg / 64] |= UINT64_C(1) << (reg % 64);
            *first = *first == ACC_NONE ? reg : *first;
            ++*number;
        }
    }
    return 0;
}

static int read_opcode(scan_t *s, const char **at, acc_inst_t *in, acc_sass_t *sass)
{
    const char *p = scan_skip_spaces(*at);
    size_t n = 0;
    while (n < ACC_OPCODE_MAX - 1 && !ends_word(p[n]))
        n++;
    if (!n || !ends_word(p[n]) || *p < 'A' || *p > 'Z')
        return wrong(s, p, "an opcode");
    int rc = acc_sass_find(p, n, sass);
    if (rc == -ENOTSUP)
        return stream_error(s->t, s->d,
                            "%s, of which a trace has no addresses; expected a kernel without "
                            "texture, surface and bulk accesses",
                            word(s, p));
    if (rc)
        return stream_error(s->t, s->d, "unknown opcode %s; expected one of docs/traces.md",
                            word(s, p));
    memcpy(in->opcode, p, n);
    *at = p + n;
    return 0;
}

/* A load of several registers names the first. */
static void add_wide(inst_regset_t *dst, uint32_t first, unsigned width)
{
    for (uint32_t r = first; r < first + width / 4 && r < INST_MAX_REGS - 1; r++)
        dst->w[r / 64] |= UINT64_C(1) << (r % 64);
}

/* "NDST [R#] OPCODE NSRC [R#...] MEMW" */
static int tokenize(scan_t *s, const char **at, acc_inst_t *in)
{
    acc_sass_t sass = {0};
    inst_regset_t src = {{0}};
    uint32_t dst_reg, src_reg, width;
    uint8_t n_dst, n_src;
    int rc =
        read_regs(s, at, "the number of destination registers", &in->inst.dst, &dst_reg, &n_dst);
    if (!rc)
        rc = read_opcode(s, at, in, &sass);
    if (!rc)
        rc = read_regs(s, at, "the number of source registers", &src, &src_reg, &n_src);
    if (rc)
        return rc;
    if (!read_number(at, 255, &width))
        return wrong(s, *at, "the memory width in bytes, or 0");
    in->addresses = width != 0;
    if (sass.addresses && !width && in->mask)
        return stream_error(s->t, s->d, "%s with memory width 0; expected its width and addresses",
                            in->opcode);
    inst_t *i = &in->inst;
    i->unit = sass.unit;
    i->kind = sass.kind;
    i->space = sass.space;
    i->width = sass.width;
    i->cache_op = sass.cache_op;
    i->initiation = sass.initiation;
    i->op = sass.op;
    i->sources = n_src;
    if (i->kind == INST_LOAD && dst_reg != ACC_NONE && i->width > 4)
        add_wide(&i->dst, dst_reg, i->width);
    for (unsigned k = 0; k < INST_MAX_REGS / 64; k++)
        i->use.w[k] = i->dst.w[k] | src.w[k];
    in->jumps = sass.jumps;
    in->async = sass.async;
    in->waits = sass.waits;
    return 0;
}

static bool same_set(const inst_regset_t *a, const inst_regset_t *b)
{
    return !memcmp(a->w, b->w, sizeof a->w);
}

static int check_same(scan_t *s, const acc_inst_t *a, const acc_inst_t *b)
{
    if (strcmp(a->opcode, b->opcode))
        return stream_error(s->t, s->d, "PC 0x%x is %s; expected %s, as on line %d", b->inst.pc,
                            b->opcode, a->opcode, a->line);
    if (!same_set(&a->inst.dst, &b->inst.dst) || !same_set(&a->inst.use, &b->inst.use))
        return stream_error(s->t, s->d, "PC 0x%x (%s) has other registers than on line %d",
                            b->inst.pc, b->opcode, a->line);
    if (a->addresses != b->addresses)
        return stream_error(s->t, s->d,
                            "PC 0x%x (%s) has addresses here or on line %d; expected both",
                            b->inst.pc, b->opcode, a->line);
    return 0;
}

int scan_end_of_line(scan_t *s, const char **at)
{
    const char *p = scan_skip_spaces(*at);
    if (s->imm) {
        const char *q = p + (*p == '-');
        bool hex = q[0] == '0' && q[1] == 'x';
        const char *digits = q += hex ? 2 : 0;
        while (scan_hex_digit(*q) < (hex ? 16u : 10u))
            q++;
        if (q == digits || !ends_word(*q))
            return wrong(s, p, "an immediate");
        p = scan_skip_spaces(q);
    }
    if (*p == '\r')
        p++;
    if (*p == '\n')
        *at = p + 1;
    else if (p == s->t->end)
        *at = p;
    else
        return wrong(s, p, "the end of the line");
    return 0;
}

/* Keeps what of the line is the same whenever the instruction runs, up to `end`. */
static void keep_text(acc_inst_t *in, const char *start, const char *mask_end, const char *end)
{
    size_t n = (size_t)(end - start);
    in->len = 0;
    if (n > ACC_TEXT_MAX || n < 8)
        return;
    memcpy(in->text, start, n);
    in->len = (uint8_t)n;
    in->fixed = (uint8_t)(mask_end - start);
}

/* The line of a known instruction with another mask. */
static bool same_rest(acc_inst_t *in, const char *start, const char *mask_end, uint32_t mask)
{
    size_t fixed = (size_t)(mask_end - start);
    if (!in->len || in->fixed != fixed ||
        memcmp(in->text + fixed, mask_end, (size_t)(in->len - in->fixed)))
        return false;
    memcpy(in->text, start, fixed);
    in->mask = mask;
    return true;
}

int scan_find(scan_t *s, const char **at, uint32_t *index)
{
    const char *p = *at, *start = p;
    acc_inst_t in = {.next = ACC_NONE, .back = ACC_NONE, .line = s->t->line};
    if (!read_hex32(&p, &in.inst.pc))
        return wrong(s, start, "a PC in hexadecimal");
    const char *mask = p = scan_skip_spaces(p);
    if (!read_hex32(&p, &in.mask) || p - mask != 8)
        return wrong(s, mask, "a mask of 8 hexadecimal digits");
    const char *mask_end = p;
    *index = s->table ? s->table[place(s, in.inst.pc)] : ACC_NONE;
    acc_inst_t *known = *index == ACC_NONE ? NULL : &s->k->seen[*index];
    if (known && same_rest(known, start, mask_end, in.mask)) {
        *at = start + known->len;
        return 0;
    }
    int rc = tokenize(s, &p, &in);
    if (!rc && known)
        rc = check_same(s, known, &in);
    if (rc)
        return rc;
    p = *p == ' ' ? p + 1 : p;
    *at = p;
    const char *end = p;
    if (!in.addresses) { /* the rest is the same too */
        rc = scan_end_of_line(s, &end);
        in.whole = !rc && end[-1] == '\n';
        *at = in.whole ? end : p;
    }
    if (rc)
        return rc;
    if (!known) {
        *index = add_inst(s, &in);
        known = &s->k->seen[*index];
    }
    known->mask = in.mask;
    known->whole = in.whole;
    keep_text(known, start, mask_end, *at);
    return 0;
}

/* "tbx tby tbz warp" of tracers before version 3, a line number with lineinfo. */
int scan_prefix(scan_t *s, const char **at)
{
    uint32_t v;
    for (unsigned i = 0; s->old && i < 4; i++) {
        const char *p = *at;
        if (!read_number(at, UINT32_MAX - 1, &v) || v != s->place[i])
            return stream_error(s->t, s->d, "%s; expected %u, the %s that the line belongs to",
                                word(s, p), s->place[i], i < 3 ? "block" : "warp");
    }
    if (s->lineinfo) {
        const char *p = *at;
        if (!read_number(at, UINT32_MAX - 1, &v))
            return wrong(s, p, "a source line's number");
    }
    *at = scan_skip_spaces(*at);
    return 0;
}
