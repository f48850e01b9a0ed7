/* Integer rows; part of isa_ref.h. */
#ifndef LW_TESTS_ISA_REF_INT_H
#define LW_TESTS_ISA_REF_INT_H

static inline int ref_top_bit(u128 x)
{
    for (int k = 127; k >= 0; k--)
        if (x >> k & 1)
            return k;
    return -1;
}

static inline u128 ref_product(i128 a, i128 b, unsigned t)
{
    return ptx_type_class(t) == 's' ? (u128)(a * b) : (u128)a * (u128)b;
}

static inline i128 ref_clamp_s32(i128 x)
{
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x;
}

static inline bool ref_shift(ref_t *r)
{
    unsigned t = r->row->t, n = ref_bits(t);
    i128 a = ref_int(r->in[0], t);
    uint32_t by = (uint32_t)r->in[1];
    for (uint32_t k = 0; k < by && k < 70; k++) /* one place at a time */
        a = ref_is(r->row, "shl") ? (i128)((u128)a * 2) : (a - (a & 1)) / 2;
    r->out = ref_cut((uint64_t)(u128)a, n);
    return true;
}

/* The manual's loops for bfe and bfi, bit by bit. */
static inline bool ref_field(ref_t *r)
{
    unsigned t = r->row->t, n = ref_bits(t);
    bool insert = ref_is(r->row, "bfi");
    uint64_t a = ref_cut(r->in[0], n), b = ref_cut(r->in[1], n), f = insert ? b : 0;
    unsigned pos = r->in[insert ? 2 : 1] & 255, len = r->in[insert ? 3 : 2] & 255;
    if (insert) {
        for (unsigned i = 0; i < len && pos + i < n; i++)
            f = (f & ~(UINT64_C(1) << (pos + i))) | (a >> i & 1) << (pos + i);
    } else {
        unsigned top = pos + len - 1 < n - 1 ? pos + len - 1 : n - 1;
        uint64_t sign = ptx_type_class(t) == 'u' || len == 0 ? 0 : a >> top & 1;
        for (unsigned i = 0; i < n; i++)
            f |= (i < len && pos + i < n ? a >> (pos + i) & 1 : sign) << i;
    }
    r->out = f;
    return true;
}

/* The manual's: ~0 << a and not ~0 << (a + b), with what clamping or wrapping makes of the two. */
static inline bool ref_bmsk(ref_t *r)
{
    uint32_t a = (uint32_t)r->in[0], b = (uint32_t)r->in[1];
    uint32_t first = a & 31, sum = first + (b & 31);
    bool clamp = ref_has(r->row, "clamp");
    uint32_t from = clamp && a >= 32 ? 0 : (uint32_t)((u128)UINT32_MAX << first);
    uint32_t to = sum >= 32 || (clamp && (a >= 32 || b >= 32)) ? 0 : UINT32_MAX << sum;
    r->out = from & ~to;
    return true;
}

static inline bool ref_prmt(ref_t *r)
{
    uint32_t a = (uint32_t)r->in[0], b = (uint32_t)r->in[1], c = (uint32_t)r->in[2];
    uint8_t byte[8];
    memcpy(byte, &a, 4);
    memcpy(byte + 4, &b, 4);
    /* tables of the manual: bytes 3, 2, 1, 0 of the result for c = 0 to 3 */
    static const struct {
        const char *mode;
        uint8_t pick[4][4];
    } modes[] = {
        {"f4e", {{3, 2, 1, 0}, {4, 3, 2, 1}, {5, 4, 3, 2}, {6, 5, 4, 3}}},
        {"b4e", {{5, 6, 7, 0}, {6, 7, 0, 1}, {7, 0, 1, 2}, {0, 1, 2, 3}}},
        {"rc8", {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}},
        {"ecl", {{3, 2, 1, 0}, {3, 2, 1, 1}, {3, 2, 2, 2}, {3, 3, 3, 3}}},
        {"ecr", {{0, 0, 0, 0}, {1, 1, 1, 0}, {2, 2, 1, 0}, {3, 2, 1, 0}}},
        {"rc16", {{1, 0, 1, 0}, {3, 2, 3, 2}, {1, 0, 1, 0}, {3, 2, 3, 2}}},
    };
    r->out = 0;
    for (unsigned m = 0; m < sizeof modes / sizeof modes[0]; m++)
        if (ref_has(r->row, modes[m].mode)) {
            for (unsigned k = 0; k < 4; k++)
                r->out |= (uint64_t)byte[modes[m].pick[c & 3][3 - k]] << (8 * k);
            return true;
        }
    for (unsigned k = 0; k < 4; k++) {
        unsigned sel = c >> (4 * k) & 15;
        int8_t v = (int8_t)byte[sel & 7];
        uint8_t out = sel & 8 ? (v < 0 ? 0xff : 0) : (uint8_t)v;
        r->out |= (uint64_t)out << (8 * k);
    }
    return true;
}

static inline bool ref_funnel(ref_t *r)
{
    uint32_t a = (uint32_t)r->in[0], b = (uint32_t)r->in[1], c = (uint32_t)r->in[2];
    uint32_t n = ref_has(r->row, "wrap") ? c % 32 : c < 32 ? c : 32;
    u128 both = (u128)b << 32 | a;
    r->out = ref_has(r->row, "l") ? (uint32_t)(both << n >> 32) : (uint32_t)(both >> n);
    return true;
}

static inline bool ref_dp4a(ref_t *r)
{
    char ta[16], tb[16];
    ref_part(r->row, 1, ta);
    ref_part(r->row, 2, tb);
    i128 sum = ref_int(r->in[2], PT_U32);
    for (unsigned k = 0; k < 4; k++)
        sum += ref_int(r->in[0] >> (8 * k), ta[0] == 's' ? PT_S8 : PT_U8) *
               ref_int(r->in[1] >> (8 * k), tb[0] == 's' ? PT_S8 : PT_U8);
    r->out = ref_cut((uint64_t)(u128)sum, 32);
    return true;
}

static inline bool ref_vabsdiff4(ref_t *r)
{
    bool sum = ref_has(r->row, "add");
    unsigned t = ref_has(r->row, "s32") ? PT_S8 : PT_U8;
    i128 out = sum ? ref_int(r->in[2], PT_U32) : 0;
    for (unsigned k = 0; k < 32; k += 8) {
        i128 d = ref_int(r->in[0] >> k, t) - ref_int(r->in[1] >> k, t);
        out += (d < 0 ? -d : d) << (sum ? 0 : k);
    }
    r->out = ref_cut((uint64_t)(u128)out, 32);
    return true;
}

static inline bool ref_dp2a(ref_t *r)
{
    char half[16], ta[16], tb[16];
    ref_part(r->row, 1, half);
    ref_part(r->row, 2, ta);
    ref_part(r->row, 3, tb);
    unsigned from = half[0] == 'h' ? 2 : 0;
    i128 sum = ref_int(r->in[2], PT_U32);
    for (unsigned k = 0; k < 2; k++)
        sum += ref_int(r->in[0] >> (16 * k), ta[0] == 's' ? PT_S16 : PT_U16) *
               ref_int(r->in[1] >> (8 * (from + k)), tb[0] == 's' ? PT_S8 : PT_U8);
    r->out = ref_cut((uint64_t)(u128)sum, 32);
    return true;
}

static inline bool ref_count(ref_t *r) /* brev, popc, clz, bfind */
{
    unsigned t = r->row->t, n = ref_bits(t);
    uint64_t a = ref_cut(r->in[0], n), v;
    if (ref_is(r->row, "brev")) {
        r->out = 0;
        for (unsigned k = 0; k < n; k++)
            r->out |= (a >> k & 1) << (n - 1 - k);
        return true;
    }
    if (ref_is(r->row, "popc")) {
        v = 0;
        for (unsigned k = 0; k < n; k++)
            v += a >> k & 1;
    } else if (ref_is(r->row, "clz")) {
        v = (uint64_t)((int)n - 1 - ref_top_bit(a));
    } else { /* bfind */
        i128 x = ref_int(a, t);
        int top = ref_top_bit((u128)(x < 0 ? ~x : x));
        v = top < 0                       ? UINT32_MAX
            : ref_has(r->row, "shiftamt") ? (uint64_t)((int)n - 1 - top)
                                          : (uint64_t)top;
    }
    r->out = v;
    r->bits = 32;
    return true;
}

static inline bool ref_mul(ref_t *r)
{
    unsigned t = r->row->t, n = ref_bits(t);
    i128 a = ref_int(r->in[0], t), b = ref_int(r->in[1], t), c = ref_int(r->in[2], t);
    bool mad = r->row->name[1] == 'a', small = strstr(r->row->name, "24") != NULL;
    if (small) { /* low 24 bits, signed ones by their bit 23 */
        unsigned t24 = ptx_type_class(t) == 's';
        a = (a & 0xffffff) - (t24 && a >> 23 & 1 ? 1 << 24 : 0);
        b = (b & 0xffffff) - (t24 && b >> 23 & 1 ? 1 << 24 : 0);
    }
    u128 product = ref_product(a, b, t);
    if (ref_has(r->row, "wide")) {
        r->bits = 2 * n;
        r->out = ref_cut((uint64_t)product + (mad ? r->in[2] : 0), r->bits);
        return true;
    }
    if (ref_has(r->row, "hi")) {
        unsigned by = small ? 16 : n;
        product = ptx_type_class(t) == 's' ? (u128)((i128)product >> by) : product >> by;
        if (small)
            product = ptx_type_class(t) == 's' ? (u128)(i128)(int32_t)(uint32_t)product
                                               : (u128)(uint32_t)product;
    }
    u128 sum = product + (mad ? (u128)c : 0);
    if (ref_has(r->row, "sat"))
        sum = (u128)ref_clamp_s32((i128)(int32_t)(uint32_t)product + c);
    r->out = ref_cut((uint64_t)sum, n);
    return true;
}

/* The row's own arithmetic on numbers of its type, exact; what is kept are the type's bits. */
#define REF_INT(op, value)                                                                         \
    static inline bool ref_##op(ref_t *r)                                                          \
    {                                                                                              \
        unsigned t = r->row->t;                                                                    \
        i128 a = ref_int(r->in[0], t), b = ref_int(r->in[1], t), c = ref_int(r->in[2], t);         \
        (void)b;                                                                                   \
        (void)c;                                                                                   \
        i128 v = value;                                                                            \
        if (ref_has(r->row, "sat"))                                                                \
            v = ref_clamp_s32(v);                                                                  \
        r->out = ref_cut((uint64_t)(u128)v, ref_bits(t));                                          \
        return true;                                                                               \
    }

REF_INT(add, a + b)
REF_INT(sub, a - b)
REF_INT(sad, c + (a < b ? b - a : a - b))
REF_INT(div, b ? a / b : -1) /* undefined by PTX: all ones here */
REF_INT(rem, b ? a % b : a)
REF_INT(min, a < b ? a : b)
REF_INT(max, a < b ? b : a)
REF_INT(abs, a < 0 ? -a : a)
REF_INT(neg, -a)
REF_INT(and, a &b)
REF_INT(or, a | b)
REF_INT(xor, a ^ b)
REF_INT(not, ~a)
REF_INT(cnot, !a)

static inline bool ref_lop3(ref_t *r)
{
    r->out = 0;
    for (unsigned k = 0; k < 32; k++) {
        unsigned at = (unsigned)(r->in[0] >> k & 1) * 4 + (unsigned)(r->in[1] >> k & 1) * 2 +
                      (unsigned)(r->in[2] >> k & 1);
        r->out |= (r->in[3] >> at & 1) << k;
    }
    return true;
}

static inline bool ref_slct(ref_t *r)
{
    bool first = r->row->t2 == PT_F32 ? ref_f32(r->in[2]) >= 0.0f /* -0 too; NaN: no */
                                      : (int32_t)r->in[2] >= 0;
    if (r->row->t2 == PT_F32 && (r->mods & ISA_M(FTZ)))
        first = ref_f32(ref_flush(r->in[2])) >= 0.0f;
    r->out = ref_cut(first ? r->in[0] : r->in[1], r->bits);
    return true;
}

static inline double ref_operand(const ref_t *r, unsigned k, unsigned t)
{
    if (t == PT_F16)
        return ref_half(r->in[k]);
    if (t == PT_F64)
        return ref_f64(r->in[k]);
    return (double)ref_f32(r->mods & ISA_M(FTZ) ? ref_flush(r->in[k]) : r->in[k]);
}

/* -1, 0, 1, or 2: unordered */
static inline int ref_order(const ref_t *r, unsigned t)
{
    if (ptx_type_class(t) == 'f') {
        double a = ref_operand(r, 0, t), b = ref_operand(r, 1, t);
        return isunordered(a, b) ? 2 : isless(a, b) ? -1 : isgreater(a, b);
    }
    i128 a = ref_int(r->in[0], t), b = ref_int(r->in[1], t);
    return a < b ? -1 : a > b;
}

static inline bool ref_compare(ref_t *r)
{
    unsigned t = ref_is(r->row, "set") ? r->row->t2 : r->row->t;
    char cmp[16];
    ref_part(r->row, 1, cmp);
    int o = ref_order(r, t);
    static const struct {
        const char *name;
        bool less, equal, greater, unordered;
    } rows[] = {{"eq", 0, 1, 0, 0},  {"ne", 1, 0, 1, 0},  {"lt", 1, 0, 0, 0},  {"le", 1, 1, 0, 0},
                {"gt", 0, 0, 1, 0},  {"ge", 0, 1, 1, 0},  {"lo", 1, 0, 0, 0},  {"ls", 1, 1, 0, 0},
                {"hi", 0, 0, 1, 0},  {"hs", 0, 1, 1, 0},  {"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1},
                {"ltu", 1, 0, 0, 1}, {"leu", 1, 1, 0, 1}, {"gtu", 0, 0, 1, 1}, {"geu", 0, 1, 1, 1},
                {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1}};
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        if (strcmp(rows[k].name, cmp))
            continue;
        bool v = o == -1  ? rows[k].less
                 : o == 0 ? rows[k].equal
                 : o == 1 ? rows[k].greater
                          : rows[k].unordered;
        r->p = v;
        r->q = !v;
        if (r->mods & ISA_M(AND)) {
            r->p = v && r->c;
            r->q = !v && r->c;
        } else if (r->mods & ISA_M(OR)) {
            r->p = v || r->c;
            r->q = !v || r->c;
        } else if (r->mods & ISA_M(XOR)) {
            r->p = v != r->c;
            r->q = !v != r->c;
        }
        if (ref_is(r->row, "set"))
            r->out = !r->p                 ? 0
                     : r->row->t == PT_F32 ? 0x3f800000u
                     : r->row->t == PT_F16 ? 0x3c00
                                           : ref_cut(UINT32_MAX, ref_bits(r->row->t));
        else
            r->bits = 0;
        return true;
    }
    return false;
}

/* Each half as set.CMP.f16.f16 has it, ones for an integer type. */
static inline bool ref_compare2(ref_t *r)
{
    uint64_t out = 0;
    for (unsigned k = 0; k < 2; k++) {
        isa_row_t row = *r->row;
        ref_t one = *r;
        row.t = row.t2 = PT_F16;
        one.row = &row;
        for (unsigned s = 0; s < 2; s++)
            one.in[s] = r->in[s] >> (16 * k) & 0xffff;
        if (!ref_compare(&one))
            return false;
        out |= (one.p ? r->row->t == PT_F16X2 ? UINT64_C(0x3c00) : 0xffff : 0) << (16 * k);
    }
    r->out = out;
    r->p = false;
    return true;
}

#endif
