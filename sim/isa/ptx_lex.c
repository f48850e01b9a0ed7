#include "isa/ptx_lex.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct lex {
    pool_t *pool;
    const char *label;
    const char *s, *end;
    int line;
    const char *bol; /* start of the line */
    diag_t *d;
    tok_t *tok;
    size_t n;
} lex_t;

static bool name_start(int c)
{
    return isalpha(c) || c == '_' || c == '$' || c == '%';
}

static bool name_char(int c)
{
    return isalnum(c) || c == '_' || c == '$';
}

static int lex_col(const lex_t *x, const char *at)
{
    return (int)(at - x->bol) + 1;
}

static bool lex_fail(lex_t *x, const char *at, const char *what)
{
    diag_at(x->d, x->label, x->line, lex_col(x, at), "%s", what);
    return false;
}

/* Skips white space and comments; false on a comment without an end. */
static bool lex_skip(lex_t *x, bool *skipped)
{
    *skipped = false;
    while (x->s < x->end) {
        if (*x->s == '\n') {
            x->line++;
            x->bol = x->s + 1;
            x->s++;
        } else if (*x->s == ' ' || *x->s == '\t' || *x->s == '\r' || *x->s == '\f') {
            x->s++;
        } else if (x->end - x->s > 1 && x->s[0] == '/' && x->s[1] == '/') {
            while (x->s < x->end && *x->s != '\n')
                x->s++;
        } else if (x->end - x->s > 1 && x->s[0] == '/' && x->s[1] == '*') {
            const char *open = x->s;
            int line = x->line, col = lex_col(x, open);
            for (x->s += 2; x->s + 1 < x->end && !(x->s[0] == '*' && x->s[1] == '/'); x->s++)
                if (*x->s == '\n') {
                    x->line++;
                    x->bol = x->s + 1;
                }
            if (x->s + 1 >= x->end) {
                diag_at(x->d, x->label, line, col, "comment without end; expected */");
                return false;
            }
            x->s += 2;
        } else {
            return true;
        }
        *skipped = true;
    }
    return true;
}

static bool lex_hex(const char *s, const char *end, unsigned digits, uint64_t *out)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < digits; i++) {
        if (s + i >= end || !isxdigit((unsigned char)s[i]))
            return false;
        int c = tolower((unsigned char)s[i]);
        v = v << 4 | (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    *out = v;
    return s + digits >= end || !name_char((unsigned char)s[digits]);
}

/* 12, 0x1f, 017, 0b101, each with an optional U; fails above 64 bits. */
static bool lex_int(lex_t *x, tok_t *t)
{
    const char *p = x->s;
    unsigned base = 10;
    if (*p == '0' && p + 1 < x->end) {
        if (p[1] == 'x' || p[1] == 'X')
            base = 16, p += 2;
        else if (p[1] == 'b' || p[1] == 'B')
            base = 2, p += 2;
        else if (isdigit((unsigned char)p[1]))
            base = 8, p += 1;
    }
    uint64_t v = 0;
    const char *first = p;
    for (; p < x->end && isxdigit((unsigned char)*p); p++) {
        int c = tolower((unsigned char)*p);
        unsigned digit = (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
        if (digit >= base)
            break;
        if (v > (UINT64_MAX - digit) / base)
            return lex_fail(x, x->s, "integer needs more than 64 bits");
        v = v * base + digit;
    }
    if (p == first)
        return lex_fail(x, x->s, "malformed number; expected digits");
    if (p < x->end && *p == 'U')
        p++;
    if (p < x->end && name_char((unsigned char)*p))
        return lex_fail(x, x->s, "malformed number; expected decimal, 0x, 0b, 0f or 0d digits");
    t->kind = TOK_INT;
    t->bits = v;
    x->s = p;
    return true;
}

/* The end of a decimal fraction such as 1.5 or 2.0e-3 at s, or NULL when it is not one. */
static const char *fraction_end(const char *s, const char *end)
{
    const char *p = s;
    while (p < end && isdigit((unsigned char)*p))
        p++;
    bool dot = p + 1 < end && *p == '.' && isdigit((unsigned char)p[1]);
    if (dot)
        for (p++; p < end && isdigit((unsigned char)*p); p++)
            ;
    bool expo = false;
    if (p < end && (*p == 'e' || *p == 'E')) {
        const char *q = p + 1;
        if (q < end && (*q == '+' || *q == '-'))
            q++;
        if (q < end && isdigit((unsigned char)*q)) {
            expo = true;
            for (p = q; p < end && isdigit((unsigned char)*p); p++)
                ;
        }
    }
    return dot || expo ? p : NULL;
}

static bool lex_number(lex_t *x, tok_t *t)
{
    const char *s = x->s;
    if (s[0] == '0' && s + 1 < x->end && (s[1] == 'f' || s[1] == 'F')) {
        if (!lex_hex(s + 2, x->end, 8, &t->bits))
            return lex_fail(x, s, "malformed float; expected 0f and 8 hexadecimal digits");
        t->kind = TOK_F32;
        x->s += 10;
        return true;
    }
    if (s[0] == '0' && s + 1 < x->end && (s[1] == 'd' || s[1] == 'D')) {
        if (!lex_hex(s + 2, x->end, 16, &t->bits))
            return lex_fail(x, s, "malformed double; expected 0d and 16 hexadecimal digits");
        t->kind = TOK_F64;
        x->s += 18;
        return true;
    }
    const char *end = fraction_end(s, x->end);
    if (!end)
        return lex_int(x, t);
    char text[64];
    if ((size_t)(end - s) >= sizeof text)
        return lex_fail(x, s, "decimal fraction of more than 63 characters");
    memcpy(text, s, (size_t)(end - s));
    text[end - s] = 0;
    double v = strtod(text, NULL);
    if (!isfinite(v))
        return lex_fail(x, s, "decimal fraction does not fit in .f64");
    memcpy(&t->bits, &v, sizeof v);
    t->kind = TOK_F64;
    x->s = end;
    return true;
}

static bool lex_one(lex_t *x, tok_t *t)
{
    unsigned char c = (unsigned char)*x->s;
    t->at = x->s;
    t->line = x->line;
    t->col = lex_col(x, x->s);
    if (name_start(c)) {
        for (x->s++; x->s < x->end && name_char((unsigned char)*x->s); x->s++)
            ;
        t->kind = TOK_ID;
        t->len = (uint32_t)(x->s - t->at);
        if (t->len == 1 && c == '%') {
            t->kind = TOK_PUNCT;
            t->ch = '%';
        }
        return true;
    }
    if (isdigit(c)) {
        if (!lex_number(x, t))
            return false;
        t->len = (uint32_t)(x->s - t->at);
        return true;
    }
    if (c == '.' && x->s + 1 < x->end && name_char((unsigned char)x->s[1])) {
        t->at = ++x->s;
        while (x->s < x->end && (name_char((unsigned char)*x->s) ||
                                 (*x->s == ':' && x->s + 2 < x->end && x->s[1] == ':' &&
                                  name_char((unsigned char)x->s[2]) && ++x->s)))
            x->s++;
        t->kind = TOK_DOT;
        t->len = (uint32_t)(x->s - t->at);
        return true;
    }
    if (c == '"') {
        t->at = ++x->s;
        while (x->s < x->end && *x->s != '"' && *x->s != '\n')
            x->s += (*x->s == '\\' && x->s + 1 < x->end && x->s[1] != '\n') ? 2 : 1;
        if (x->s >= x->end || *x->s != '"')
            return lex_fail(x, t->at - 1, "string without end; expected \"");
        t->kind = TOK_STR;
        t->len = (uint32_t)(x->s++ - t->at);
        return true;
    }
    if (!strchr("{}()[]<>,;:@!|+-*/&^~=?", c) || !c) {
        diag_at(x->d, x->label, x->line, lex_col(x, x->s), "character 0x%02x has no meaning in PTX",
                c);
        return false;
    }
    t->kind = TOK_PUNCT;
    t->ch = (char)c;
    t->len = (c == '<' || c == '>') && x->s + 1 < x->end && x->s[1] == (char)c ? 2 : 1;
    x->s += t->len;
    return true;
}

tok_t *ptx_lex(pool_t *pool, const char *label, const char *text, size_t bytes, diag_t *d)
{
    lex_t x = {.pool = pool,
               .label = label,
               .s = text,
               .end = text + bytes,
               .line = 1,
               .bol = text,
               .d = d};
    for (;;) {
        bool skipped;
        if (!lex_skip(&x, &skipped))
            return NULL;
        x.tok = pool_grow(pool, x.tok, x.n, sizeof *x.tok);
        tok_t *t = &x.tok[x.n];
        *t = (tok_t){.space = skipped};
        if (x.s >= x.end) {
            *t = (tok_t){.kind = TOK_END, .at = "", .line = x.line, .col = lex_col(&x, x.s)};
            return x.tok;
        }
        if (!lex_one(&x, t))
            return NULL;
        x.n++;
    }
}
