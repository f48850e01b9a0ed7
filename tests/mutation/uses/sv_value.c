#include "sv_value.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const sv_text_t *s;
    const int64_t *param;
    int at, to;
    bool failed;
    int depth;
} reader_t;

static int64_t choice(reader_t *r);

int64_t sv_clog2(int64_t v)
{
    int64_t bits = 0;
    while (bits < 62 && (INT64_C(1) << bits) < v)
        bits++;
    return bits;
}

static bool take(reader_t *r, const char *text)
{
    bool is = r->at <= r->to && sv_is(r->s, r->at, text);
    r->at += is;
    return is;
}

static int64_t fail(reader_t *r)
{
    r->failed = true;
    return 0;
}

static int64_t number(const char *at)
{
    char digits[72];
    unsigned n = 0;
    const char *tick = at;
    while (isdigit((unsigned char)*tick))
        tick++;
    int base = 10;
    if (*tick == '\'') {
        int c = tolower((unsigned char)tick[1]);
        base = c == 'h' ? 16 : c == 'b' ? 2 : 10;
        at = tick + 2;
    }
    for (; n < sizeof digits - 1 && (isalnum((unsigned char)*at) || *at == '_'); at++)
        if (*at != '_')
            digits[n++] = *at;
    digits[n] = 0;
    return strtoll(digits, NULL, base);
}

static int64_t of_name(reader_t *r, int k)
{
    const sv_name_t *name = &r->s->name[k];
    if (name->expr_from < 0)
        return r->param[k];
    if (name->vague || r->depth > 16)
        return fail(r);
    reader_t inner = {.s = r->s,
                      .param = r->param,
                      .at = name->expr_from,
                      .to = name->expr_to,
                      .depth = r->depth + 1};
    int64_t v = choice(&inner);
    if (inner.failed || inner.at <= inner.to)
        return fail(r);
    return name->one_bit ? v & 1 : v;
}

static int64_t in_parens(reader_t *r)
{
    int64_t v = take(r, "(") ? choice(r) : fail(r);
    return take(r, ")") ? v : fail(r);
}

/* A value, then [bit] or '(value) if one follows: the value is the cast's width. */
static int64_t primary(reader_t *r)
{
    if (r->at > r->to || r->failed)
        return fail(r);
    const sv_token_t *t = &r->s->token[r->at];
    int k = sv_name_at(r->s, r->at);
    int64_t v;
    if (take(r, "$clog2")) {
        v = sv_clog2(in_parens(r));
    } else if (t->kind == SV_NUMBER) {
        v = number(r->s->text + t->at);
        r->at++;
    } else if (k >= 0) {
        v = of_name(r, k);
        r->at++;
    } else {
        v = in_parens(r);
    }
    if (take(r, "[")) {
        int64_t bit = choice(r);
        v = bit >= 0 && bit < 63 ? v >> bit & 1 : 0;
        return take(r, "]") ? v : fail(r);
    }
    if (take(r, "'")) {
        int64_t w = v;
        v = in_parens(r);
        return w > 0 && w < 63 ? v & ((INT64_C(1) << w) - 1) : v;
    }
    return v;
}

static int64_t unary(reader_t *r)
{
    if (take(r, "-"))
        return -unary(r);
    if (take(r, "+"))
        return unary(r);
    if (take(r, "!"))
        return !unary(r);
    if (take(r, "~"))
        return ~unary(r);
    return primary(r);
}

static const char *const level[][6] = {
    {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="},
    {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
enum { LEVELS = sizeof level / sizeof level[0] };

static int64_t apply(reader_t *r, const char *op, int64_t a, int64_t b)
{
    switch (op[0]) {
    case '|':
        return op[1] ? a || b : a | b;
    case '&':
        return op[1] ? a && b : a & b;
    case '^':
        return a ^ b;
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '<':
        return op[1] == '<' ? (b >= 0 && b < 62 ? a << b : 0) : op[1] ? a <= b : a < b;
    case '>':
        return op[1] == '>' ? (b >= 0 && b < 63 ? a >> b : 0) : op[1] ? a >= b : a > b;
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    default:
        if (b == 0)
            return fail(r);
        return op[0] == '/' ? a / b : a % b;
    }
}

static int64_t binary(reader_t *r, unsigned l)
{
    if (l == LEVELS)
        return unary(r);
    int64_t v = binary(r, l + 1);
    for (bool more = true; more && !r->failed;) {
        more = false;
        for (unsigned i = 0; i < 6 && level[l][i] && !more; i++)
            if (take(r, level[l][i])) {
                v = apply(r, level[l][i], v, binary(r, l + 1));
                more = true;
            }
    }
    return v;
}

static int64_t choice(reader_t *r)
{
    int64_t c = binary(r, 0);
    if (r->failed || !take(r, "?"))
        return c;
    int64_t a = choice(r);
    if (!take(r, ":"))
        return fail(r);
    int64_t b = choice(r);
    return c ? a : b;
}

bool sv_value(const sv_text_t *s, int k, const int64_t *param, int64_t *value)
{
    reader_t r = {.s = s, .param = param};
    *value = of_name(&r, k);
    return !r.failed;
}
