#include "sv_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest first. */
static const char *const ops[] = {
    "<<<", ">>>", "===", "!==", "<=", ">=", "==", "!=", "&&", "||", "<<",
    ">>",  "+:",  "-:",  "**",  "++", "--", "+=", "-=", "::", "->", NULL};

bool sv_is(const sv_text_t *s, int i, const char *text)
{
    if (i < 0 || i >= s->n)
        return false;
    const sv_token_t *t = &s->token[i];
    return strlen(text) == t->len && strncmp(s->text + t->at, text, t->len) == 0;
}

static bool starts(const sv_text_t *s, int i, const char *text)
{
    return i >= 0 && i < s->n && s->token[i].len >= strlen(text) &&
           strncmp(s->text + s->token[i].at, text, strlen(text)) == 0;
}

static bool same(const sv_text_t *s, int i, int j)
{
    return s->token[i].len == s->token[j].len &&
           strncmp(s->text + s->token[i].at, s->text + s->token[j].at, s->token[i].len) == 0;
}

int sv_name_at(const sv_text_t *s, int i)
{
    for (int k = 0; i >= 0 && i < s->n && s->token[i].kind == SV_IDENT && k < s->n_names; k++)
        if (sv_is(s, i, s->name[k].name))
            return k;
    return -1;
}

unsigned sv_line(const sv_text_t *s, int i)
{
    unsigned line = 1;
    for (unsigned k = 0; k < s->token[i].at; k++)
        line += s->text[k] == '\n';
    return line;
}

/* --- tokens ----------------------------------------------------------------------------------- */

static unsigned ident_len(const char *at)
{
    unsigned len = 0;
    while (isalnum((unsigned char)at[len]) || at[len] == '_' || at[len] == '$')
        len++;
    return len;
}

/* 8, 3'b101: a cast of a number, 8'(x), is three tokens and more. */
static unsigned number_len(const char *at)
{
    unsigned len = ident_len(at);
    if (at[len] == '\'' && strchr("bdhsoBDHSO", at[len + 1]) && at[len + 1])
        len += 2 + ident_len(at + len + 2);
    return len;
}

static unsigned op_len(const char *at)
{
    for (unsigned i = 0; ops[i]; i++)
        if (strncmp(at, ops[i], strlen(ops[i])) == 0)
            return (unsigned)strlen(ops[i]);
    return 1;
}

/* What stands between tokens: space, comments, attributes. */
static unsigned gap(const char *at)
{
    if (isspace((unsigned char)*at))
        return 1;
    const char *end = NULL;
    if (strncmp(at, "//", 2) == 0)
        return (unsigned)strcspn(at, "\n");
    if (strncmp(at, "/*", 2) == 0)
        end = strstr(at + 2, "*/");
    if (strncmp(at, "(* ", 3) == 0)
        end = strstr(at + 2, "*)");
    return end ? (unsigned)(end + 2 - at) : 0;
}

static bool split(sv_text_t *s)
{
    for (unsigned at = 0; s->text[at];) {
        const char *c = s->text + at;
        unsigned skip = gap(c);
        if (skip) {
            at += skip;
            continue;
        }
        if (s->n == SV_TOKENS)
            return false;
        sv_token_t *t = &s->token[s->n++];
        *t = (sv_token_t){.at = at, .partner = -1, .parent = -1};
        if (isdigit((unsigned char)*c))
            t->kind = SV_NUMBER, t->len = number_len(c);
        else if (isalpha((unsigned char)*c) || *c == '_' || *c == '$')
            t->kind = SV_IDENT, t->len = ident_len(c);
        else
            t->kind = SV_OP, t->len = op_len(c);
        at += t->len;
    }
    return true;
}

static bool opens(const sv_text_t *s, int i)
{
    static const char *const words[] = {"(", "[", "{", "begin", "case", "function", NULL};
    for (int k = 0; words[k]; k++)
        if (sv_is(s, i, words[k]))
            return true;
    return false;
}

static bool closes(const sv_text_t *s, int i)
{
    static const char *const words[] = {")", "]", "}", "end", "endcase", "endfunction", NULL};
    for (int k = 0; words[k]; k++)
        if (sv_is(s, i, words[k]))
            return true;
    return false;
}

static void match(sv_text_t *s)
{
    int open = -1;
    for (int i = 0; i < s->n; i++) {
        if (closes(s, i) && open >= 0) {
            s->token[i].partner = open;
            s->token[open].partner = i;
            open = s->token[open].parent;
            s->token[i].parent = open;
            continue;
        }
        s->token[i].parent = open;
        if (opens(s, i))
            open = i;
    }
}

/* --- names ------------------------------------------------------------------------------------ */

/* The last token of the expression that begins at i. */
static int expr_end(const sv_text_t *s, int i)
{
    while (i < s->n && !sv_is(s, i, ",") && !sv_is(s, i, ";") && !sv_is(s, i, ")"))
        i = (s->token[i].partner > i ? s->token[i].partner : i) + 1;
    return i - 1;
}

static void add_localparam(sv_text_t *s, int i, bool plain, bool one_bit)
{
    int to = expr_end(s, i + 2), k = sv_name_at(s, i);
    if (k >= 0) {
        s->name[k].vague = true;
    } else if (s->n_names < SV_NAMES && s->token[i].len < sizeof s->name->name) {
        k = s->n_names++;
        s->name[k] =
            (sv_name_t){.expr_from = i + 2, .expr_to = to, .vague = !plain, .one_bit = one_bit};
        memcpy(s->name[k].name, s->text + s->token[i].at, s->token[i].len);
    }
    for (int t = i + 2; k >= 0 && t <= to; t++)
        s->name[k].derived |= sv_name_at(s, t) >= 0 && s->name[sv_name_at(s, t)].derived;
}

/* localparam TYPE A = ..., B = ...; in the head a parameter may follow after a comma. */
static void find_names(sv_text_t *s)
{
    for (int i = 0; i < s->n; i++) {
        if (!sv_is(s, i, "localparam"))
            continue;
        bool plain = sv_is(s, i + 1, "int") || sv_is(s, i + 1, "bit");
        bool bit = sv_is(s, i + 1, "bit") && !sv_is(s, i + 2, "[");
        int at = i + 1;
        while (at < s->n && !sv_is(s, at + 1, "="))
            at = (s->token[at].partner > at ? s->token[at].partner : at) + 1;
        while (at < s->n && sv_is(s, at + 1, "=")) {
            add_localparam(s, at, plain, bit);
            at = expr_end(s, at + 2) + 1;
            at = sv_is(s, at, ",") ? at + 1 : s->n;
        }
    }
}

/* --- what is not logic ------------------------------------------------------------------------ */

static void skip(sv_text_t *s, int from, int to)
{
    for (int i = from; i >= 0 && i <= to && i < s->n; i++)
        s->token[i].skipped = true;
}

/* The last token of the item that begins at i: a declaration, an assignment, a block. */
static int item_end(const sv_text_t *s, int i)
{
    for (; i < s->n; i++) {
        int to = s->token[i].partner;
        bool block = to > i && s->token[i].kind == SV_IDENT;
        if (to > i)
            i = to;
        if ((block || sv_is(s, i, ";")) && !sv_is(s, i + 1, "else"))
            return i;
    }
    return s->n - 1;
}

static int body_of(const sv_text_t *s)
{
    int i = 0;
    while (i < s->n && !sv_is(s, i, "module"))
        i++;
    while (i < s->n && !sv_is(s, i, ";"))
        i = (s->token[i].partner > i ? s->token[i].partner : i) + 1;
    return i + 1;
}

/* Does the item i..to end in a block with a label that begins so? */
static bool labelled(const sv_text_t *s, int i, int to, const char *label)
{
    for (; i < to; i++)
        if (sv_is(s, i, "begin") && sv_is(s, i + 1, ":"))
            return starts(s, i + 2, label);
    return false;
}

/* What is written at token i: the identifier at the start of an assignment of an always_comb. */
static bool starts_assignment(const sv_text_t *s, int i)
{
    static const char *const before[] = {";", "begin", ")", "else", ":", "end", NULL};
    bool start = false;
    for (int k = 0; before[k] && !start; k++)
        start = sv_is(s, i - 1, before[k]);
    int next = i + 1;
    while (sv_is(s, next, "["))
        next = s->token[next].partner + 1;
    return start && s->token[i].kind == SV_IDENT && sv_is(s, next, "=");
}

/* Is token i a name that the item from..to makes? *known is false if this cannot be said of the
 * item. */
static bool makes(const sv_text_t *s, int from, int to, int i, bool *known)
{
    const bool wire = sv_is(s, from, "assign"), param = sv_is(s, from, "localparam");
    const bool net = sv_is(s, from, "logic"), comb = sv_is(s, from, "always_comb");
    *known = wire || param || net || comb;
    if (i == from || s->token[i].kind != SV_IDENT)
        return false;
    if (wire)
        return i == from + 1 || (sv_is(s, from + 1, "{") && i < s->token[from + 1].partner);
    if (param)
        return sv_is(s, i + 1, "=");
    if (net)
        return s->token[i].parent == s->token[from].parent;
    (void)to;
    return comb && starts_assignment(s, i);
}

typedef struct item {
    int from, to;
    bool alone; /* an assertion, or what only these read */
} item_t;

static bool read_elsewhere(const sv_text_t *s, const item_t *item, int n, int name)
{
    for (int j = 0; j < n; j++)
        for (int i = item[j].from; !item[j].alone && i <= item[j].to; i++)
            if (s->token[i].kind == SV_IDENT && same(s, i, name))
                return true;
    return false;
}

/* What only assertions read: begins with everything that may be, and takes away until nothing
 * changes. */
static void skip_assertions(sv_text_t *s, item_t *item, int n)
{
    bool known, changed = true;
    for (int j = 0; j < n; j++) {
        makes(s, item[j].from, item[j].to, item[j].from, &known);
        item[j].alone = known || labelled(s, item[j].from, item[j].to, "a_");
    }
    while (changed) {
        changed = false;
        for (int j = 0; j < n; j++)
            for (int i = item[j].from; item[j].alone && i <= item[j].to; i++) {
                if (!makes(s, item[j].from, item[j].to, i, &known))
                    continue;
                const sv_token_t *t = &s->token[i];
                bool port = t->len > 2 && strncmp(s->text + t->at + t->len - 2, "_o", 2) == 0;
                if (port || read_elsewhere(s, item, n, i)) {
                    item[j].alone = false;
                    changed = true;
                }
            }
    }
    for (int j = 0; j < n; j++)
        if (item[j].alone)
            skip(s, item[j].from, item[j].to);
}

static void skip_what_is_no_logic(sv_text_t *s)
{
    static item_t item[4096];
    int n = 0, body = body_of(s);
    skip(s, 0, body - 1);
    for (int i = body; i < s->n && n < 4096 && !sv_is(s, i, "endmodule"); i = item[n++].to + 1) {
        item[n] = (item_t){.from = i, .to = item_end(s, i)};
        if (labelled(s, i, item[n].to, "gen_illegal"))
            skip(s, i, item[n].to);
    }
    skip_assertions(s, item, n);
}

bool sv_read_names(sv_text_t *s, char *text, const char *const *params, unsigned n)
{
    memset(s, 0, sizeof *s);
    s->text = text;
    for (unsigned i = 0; i < n && s->n_names < SV_NAMES; i++) {
        sv_name_t *p = &s->name[s->n_names++];
        snprintf(p->name, sizeof p->name, "%s", params[i]);
        p->expr_from = -1;
        p->derived = true;
    }
    if (!split(s))
        return false;
    match(s);
    find_names(s);
    return true;
}

bool sv_read(sv_text_t *s, char *text, const char *const *params, unsigned n)
{
    if (!sv_read_names(s, text, params, n))
        return false;
    skip_what_is_no_logic(s);
    return true;
}
