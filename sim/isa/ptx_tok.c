/* Reading tokens, messages, constant expressions. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "isa/ptx.h"

/* Where the text of the instruction from first ends: at its semicolon, or before what can be no
 * part of it. */
static const char *inst_end(const tok_t *first)
{
    const tok_t *t = first;
    const char *end = t->at + t->len;
    for (; t->kind != TOK_END; t++) {
        if (t->kind == TOK_PUNCT && t->ch == ';')
            return t->at;
        if (t != first && t->kind == TOK_DOT && t->space)
            break; /* a directive */
        end = t->at + t->len;
    }
    return end;
}

const char *ptx_quote(const char *text, size_t len, char *out, size_t size)
{
    size_t n = 0;
    bool gap = false;
    for (size_t k = 0; k < len && n + 1 < size && n < 60; k++) {
        char c = text[k];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            gap = true;
            continue;
        }
        if (gap && n && n + 2 < size)
            out[n++] = ' ';
        gap = false;
        out[n++] = c;
    }
    out[n] = 0;
    return out;
}

bool ptx_fail(ptx_reader_t *r, const tok_t *at, const char *fmt, ...)
{
    char text[400], quote[80];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (r->inst) {
        size_t len = (size_t)(inst_end(r->inst) - r->inst->at);
        diag_at(r->d, r->m->label, at->line, at->col, "%s in '%s'", text,
                ptx_quote(r->inst->at, len, quote, sizeof quote));
    } else {
        diag_at(r->d, r->m->label, at->line, at->col, "%s", text);
    }
    r->failed = true;
    r->tok = r->end;
    return false;
}

const char *ptx_func_text(const ptx_func_t *f, char *out, size_t size)
{
    snprintf(out, size, "%s '%.100s'", f->entry ? "kernel" : "function", f->name);
    return out;
}

bool ptx_refuse(ptx_reader_t *r, const tok_t *at, const char *fmt, ...)
{
    char text[400], quote[80], func[128];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (!r->in_body)
        return ptx_fail(r, at, "%s", text);
    r->refused = true;
    if (r->func->refusal)
        return false;
    diag_t d = {{0}};
    ptx_func_text(r->func, func, sizeof func);
    if (r->inst) {
        size_t len = (size_t)(inst_end(r->inst) - r->inst->at);
        diag_at(&d, r->m->label, at->line, at->col, "%s in '%s' of %s", text,
                ptx_quote(r->inst->at, len, quote, sizeof quote), func);
    } else {
        diag_at(&d, r->m->label, at->line, at->col, "%s in %s", text, func);
    }
    r->func->refusal = pool_text(&r->m->pool, d.text, strlen(d.text));
    return false;
}

bool ptx_refuse_declaration(ptx_reader_t *r, const tok_t *at, const char *fmt, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (r->in_body)
        return ptx_refuse(r, at, "%s", text);
    if (!r->pending) {
        r->pending = pool_text(&r->m->pool, text, strlen(text));
        r->pending_at = at;
    }
    return true;
}

#define NO_TEXTURES                                                                                \
    "%s: surfaces, samplers and queries of textures are not supported; expected loads from "       \
    "global memory, tex.1d or tex.2d"

bool ptx_no_textures(ptx_reader_t *r, const tok_t *t)
{
    return ptx_refuse(r, t, NO_TEXTURES, ptx_tok_text(r, t));
}

bool ptx_no_opaque(ptx_reader_t *r, const tok_t *t)
{
    return ptx_refuse_declaration(r, t, NO_TEXTURES, ptx_tok_text(r, t));
}

bool ptx_punct(const ptx_reader_t *r, char c)
{
    return r->tok->kind == TOK_PUNCT && r->tok->ch == c && r->tok->len == 1;
}

bool ptx_take(ptx_reader_t *r, char c)
{
    if (!ptx_punct(r, c))
        return false;
    r->tok++;
    return true;
}

const char *ptx_tok_text(ptx_reader_t *r, const tok_t *t)
{
    if (t->kind == TOK_END)
        return "end of the file";
    uint32_t len = t->len < 48 ? t->len : 48;
    char text[64];
    int n = snprintf(text, sizeof text, "'%s%.*s'", t->kind == TOK_DOT ? "." : "", (int)len, t->at);
    return pool_text(&r->m->pool, text, (size_t)n);
}

bool ptx_expect(ptx_reader_t *r, char c, const char *where)
{
    if (ptx_take(r, c))
        return true;
    return ptx_fail(r, r->tok, "unexpected %s; expected '%c' %s", ptx_tok_text(r, r->tok), c,
                    where);
}

bool ptx_dot(const ptx_reader_t *r, const char *name)
{
    return r->tok->kind == TOK_DOT && tok_is(r->tok, name);
}

bool ptx_take_dot(ptx_reader_t *r, const char *name)
{
    if (!ptx_dot(r, name))
        return false;
    r->tok++;
    return true;
}

bool ptx_fits_f32(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return !isfinite(v) || isfinite((float)v);
}

static bool const_unary(ptx_reader_t *r, uint64_t *out, unsigned depth);

/* Binding strength of the binary operator that stands here; 0: none. */
static unsigned operator_level(const tok_t *t)
{
    if (t->kind != TOK_PUNCT)
        return 0;
    if (t->len == 2)
        return 4; /* << >> */
    switch (t->ch) {
    case '*':
    case '/':
        return 6;
    case '+':
    case '-':
        return 5;
    case '&':
        return 3;
    case '^':
        return 2;
    case '|':
        return 1;
    default:
        return 0;
    }
}

static bool apply(ptx_reader_t *r, const tok_t *op, uint64_t *a, uint64_t b)
{
    switch (op->ch) {
    case '*':
        *a *= b;
        return true;
    case '/':
        if (!b)
            return ptx_fail(r, op, "division by zero in a constant");
        *a = (int64_t)*a == INT64_MIN && (int64_t)b == -1 ? *a
                                                          : (uint64_t)((int64_t)*a / (int64_t)b);
        return true;
    case '+':
        *a += b;
        return true;
    case '-':
        *a -= b;
        return true;
    case '&':
        *a &= b;
        return true;
    case '^':
        *a ^= b;
        return true;
    case '|':
        *a |= b;
        return true;
    default: /* << >> */
        if (b > 63)
            return ptx_fail(r, op, "shift by more than 63 in a constant");
        *a = op->ch == '<' ? *a << b : (uint64_t)((int64_t)*a >> b);
        return true;
    }
}

/* An operator of the manual that is not read stands at op: within an instruction, where no > ends a
 * number of registers. */
static bool other_operator(const ptx_reader_t *r, const tok_t *op)
{
    if (!r->inst || op->kind != TOK_PUNCT)
        return false;
    bool twice = op[1].kind == TOK_PUNCT && op[1].ch == op->ch;
    return strchr("%<>=!?", op->ch) ? op->len == 1 : strchr("&|", op->ch) && twice;
}

static bool no_operator(ptx_reader_t *r, const tok_t *op)
{
    return ptx_refuse(
        r, op,
        "comparisons, %%, &&, ||, ?: and casts in constants are not supported; expected "
        "a number");
}

static bool const_binary(ptx_reader_t *r, uint64_t *out, unsigned level, unsigned depth)
{
    if (!const_unary(r, out, depth))
        return false;
    for (;;) {
        const tok_t *op = r->tok;
        unsigned l = operator_level(op);
        if (other_operator(r, op))
            return no_operator(r, op);
        if (l <= level)
            return true;
        r->tok++;
        uint64_t b;
        if (!const_binary(r, &b, l, depth) || !apply(r, op, out, b))
            return false;
    }
}

static bool const_unary(ptx_reader_t *r, uint64_t *out, unsigned depth)
{
    if (depth > 32)
        return ptx_fail(r, r->tok, "constant nested more than 32 deep");
    const tok_t *t = r->tok;
    if (t->kind == TOK_INT) {
        r->tok++;
        *out = t->bits;
        return true;
    }
    if (t->kind == TOK_ID && tok_is(t, "WARP_SZ")) {
        r->tok++;
        *out = 32;
        return true;
    }
    if (ptx_take(r, '-') || ptx_take(r, '+') || ptx_take(r, '~') || ptx_take(r, '!')) {
        if (!const_unary(r, out, depth + 1))
            return false;
        *out = t->ch == '-' ? -*out : t->ch == '~' ? ~*out : t->ch == '!' ? !*out : *out;
        return true;
    }
    if (ptx_punct(r, '(') && r->inst && t[1].kind == TOK_DOT)
        return no_operator(r, t);
    if (ptx_take(r, '('))
        return const_binary(r, out, 0, depth + 1) && ptx_expect(r, ')', "after a constant");
    return ptx_fail(r, t, "unexpected %s; expected an integer constant", ptx_tok_text(r, t));
}

bool ptx_const(ptx_reader_t *r, uint64_t *out)
{
    return const_binary(r, out, 0, 0);
}

bool ptx_const_in(ptx_reader_t *r, uint64_t lo, uint64_t hi, const char *what, uint64_t *out)
{
    const tok_t *t = r->tok;
    if (!ptx_const(r, out))
        return false;
    if (*out >= lo && *out <= hi)
        return true;
    char found[32];
    bool literal = r->tok == t + 1; /* which has no sign: it is what was written */
    if (literal)
        snprintf(found, sizeof found, "%" PRIu64, *out);
    else
        snprintf(found, sizeof found, "%" PRId64, (int64_t)*out);
    return ptx_fail(r, t, "%s of %s; expected %" PRIu64 " to %" PRIu64, what, found, lo, hi);
}
