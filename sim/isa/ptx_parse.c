/* Module scope: directives, variables, function headers. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "isa/ptx.h"

static void skip_line(ptx_reader_t *r)
{
    int line = r->tok->line;
    while (r->tok != r->end && r->tok->line == line)
        r->tok++;
}

/* .section name { ... }: debug information. */
static bool skip_section(ptx_reader_t *r)
{
    const tok_t *open = r->tok;
    while (r->tok != r->end && !ptx_punct(r, '{'))
        r->tok++;
    unsigned depth = 0;
    do {
        if (ptx_punct(r, '{'))
            depth++;
        else if (ptx_punct(r, '}'))
            depth--;
        if (r->tok == r->end)
            return ptx_fail(r, open, "section without end; expected '}'");
        r->tok++;
    } while (depth);
    return true;
}

/* MAJOR.MINOR with a digit each; sm_20 came with 2.0. */
static bool version(ptx_reader_t *r)
{
    const tok_t *t = r->tok;
    if (t->kind != TOK_F64 || t->len != 3 || t->at[1] != '.' || t->at[0] < '2')
        return ptx_fail(r, t, "unexpected %s; expected a PTX version such as 3.2, from 2.0 to 9.9",
                        ptx_tok_text(r, t));
    r->tok++;
    return true;
}

/* sm_ and a number; from sm_90 on a letter may follow. */
static bool architecture(const tok_t *t)
{
    static const unsigned known[] = {20, 21, 30, 32, 35, 37, 50, 52,  53,  60,  61,  62,  70, 72,
                                     75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121};
    unsigned arch = 0;
    uint32_t i = 3;
    if (t->at[i] == '0') /* sm_020 */
        return false;
    for (; i < t->len && t->at[i] >= '0' && t->at[i] <= '9' && arch < 1000; i++)
        arch = arch * 10 + (unsigned)(t->at[i] - '0');
    if (arch >= 90 && i + 1 == t->len && (t->at[i] == 'a' || t->at[i] == 'f'))
        i++;
    for (size_t k = 0; i == t->len && k < sizeof known / sizeof known[0]; k++)
        if (known[k] == arch)
            return true;
    return false;
}

static bool target(ptx_reader_t *r)
{
    bool sm = false;
    do {
        const tok_t *t = r->tok;
        bool known = t->kind == TOK_ID && (tok_is(t, "debug") || tok_is(t, "texmode_unified") ||
                                           tok_is(t, "texmode_independent"));
        if (t->kind == TOK_ID && t->len > 3 && !memcmp(t->at, "sm_", 3))
            known = sm = architecture(t);
        if (!known)
            return ptx_fail(r, t, "unknown target %s; expected sm_20 or a later architecture",
                            ptx_tok_text(r, t));
        r->tok++;
    } while (ptx_take(r, ','));
    return sm || ptx_fail(r, r->tok, ".target without an architecture; expected sm_20 or later");
}

static bool address_size(ptx_reader_t *r)
{
    const tok_t *t = r->tok;
    uint64_t v;
    if (!ptx_const(r, &v))
        return false;
    return v == 64 || ptx_fail(r, t, ".address_size of %llu; expected 64", (unsigned long long)v);
}

/* A parameter in a register: declared, so that the body can be read. */
static bool register_formal(ptx_reader_t *r)
{
    if (r->func->entry)
        return ptx_fail(r, r->tok, "parameter of a kernel in a register; expected .param");
    r->func->in_regs = true;
    ptx_refuse_declaration(r, r->tok, "register parameters are not supported; expected .param");
    r->tok++;
    return ptx_register_formal(r);
}

/* (formals) of an entry or function into list. */
static bool formals(ptx_reader_t *r, ptx_var_t ***list, unsigned *n)
{
    if (!ptx_expect(r, '(', "before parameters"))
        return false;
    if (ptx_take(r, ')'))
        return true;
    do {
        if (ptx_dot(r, "reg")) {
            if (!register_formal(r))
                return false;
            continue;
        }
        if (!ptx_take_dot(r, "param"))
            return ptx_fail(r, r->tok, "unexpected %s; expected .param", ptx_tok_text(r, r->tok));
        ptx_var_t *v = ptx_variable(r, PTX_PARAM, PTX_LINK_FILE, true);
        if (!v)
            return false;
        *list = pool_grow(&r->m->pool, *list, *n, sizeof(ptx_var_t *));
        (*list)[(*n)++] = v;
    } while (ptx_take(r, ','));
    return ptx_expect(r, ')', "after parameters");
}

static bool three(ptx_reader_t *r, uint32_t out[3])
{
    for (unsigned i = 0; i < 3; i++) {
        uint64_t v = 1;
        if ((i == 0 || ptx_take(r, ',')) && !ptx_const_in(r, 1, 1u << 20, "CTA size", &v))
            return false;
        out[i] = (uint32_t)v;
    }
    return true;
}

/* .maxntid and the like between the parameters and the body. */
static bool tuning(ptx_reader_t *r, ptx_func_t *f)
{
    uint64_t v;
    uint32_t n[3];
    while (r->tok->kind == TOK_DOT) {
        if (ptx_take_dot(r, "maxntid") || ptx_dot(r, "reqntid")) {
            bool required = ptx_take_dot(r, "reqntid");
            if (!three(r, n))
                return false;
            uint64_t threads = (uint64_t)n[0] * n[1] * n[2];
            f->max_threads = threads > UINT32_MAX ? UINT32_MAX : (uint32_t)threads;
            if (required)
                memcpy(f->req_block, n, sizeof n);
        } else if (ptx_take_dot(r, "maxnreg")) {
            if (!ptx_const_in(r, 1, 255, ".maxnreg", &v))
                return false;
            f->max_regs = (uint32_t)v;
        } else if (ptx_take_dot(r, "minnctapersm") || ptx_take_dot(r, "maxnctapersm") ||
                   ptx_take_dot(r, "maxclusterrank") || ptx_take_dot(r, "abi_preserve") ||
                   ptx_take_dot(r, "abi_preserve_control")) {
            if (!ptx_const(r, &v)) /* bounds that hold here, and advice for a compiler */
                return false;
        } else if (ptx_dot(r, "explicitcluster") || ptx_dot(r, "blocksareclusters") ||
                   ptx_dot(r, "reqnctapercluster")) {
            bool sizes = ptx_dot(r, "reqnctapercluster");
            ptx_refuse_declaration(r, r->tok,
                                   "%s: clusters of CTAs are not supported; expected a kernel "
                                   "without them",
                                   ptx_tok_text(r, r->tok));
            r->tok++;
            if (sizes && !three(r, n))
                return false;
        } else if (ptx_take_dot(r, "noreturn")) {
            continue;
        } else if (ptx_take_dot(r, "pragma")) {
            if (!ptx_pragma(r))
                return false;
        } else {
            return ptx_fail(r, r->tok,
                            "unknown directive %s; expected .maxntid, .reqntid, "
                            ".maxnreg, .minnctapersm or the body",
                            ptx_tok_text(r, r->tok));
        }
    }
    return true;
}

bool ptx_same_header(const ptx_func_t *a, const ptx_func_t *b)
{
    if (a->entry != b->entry || a->n_rets != b->n_rets || a->n_params != b->n_params)
        return false;
    for (unsigned i = 0; i < a->n_rets; i++)
        if (a->ret[i]->bytes != b->ret[i]->bytes)
            return false;
    for (unsigned i = 0; i < a->n_params; i++)
        if (a->param[i]->bytes != b->param[i]->bytes)
            return false;
    return true;
}

/* Makes f known under its name; an earlier declaration takes over f's definition. */
static ptx_func_t *enter(ptx_reader_t *r, const tok_t *name, ptx_func_t *f)
{
    ptx_func_t *known = NULL;
    ptx_name_t n = ptx_lookup(r, name);
    if (n.kind == PTX_NAME_NONE) {
        n = (ptx_name_t){.kind = PTX_NAME_FUNC, .func = f};
        if (ptx_declare(r, name, n)) {
            r->m->func = pool_grow(&r->m->pool, r->m->func, r->m->n_funcs, sizeof(ptx_func_t *));
            f->index = r->m->n_funcs;
            r->m->func[r->m->n_funcs++] = f;
            known = f;
        }
    } else if (n.kind != PTX_NAME_FUNC || !ptx_same_header(n.func, f)) {
        ptx_fail(r, name, "%s is already declared as something else", ptx_tok_text(r, name));
    } else {
        known = n.func;
    }
    return known;
}

/* What of the header is not supported, in a message with the function's name. */
static void keep_refusal(ptx_reader_t *r, ptx_func_t *f)
{
    char func[128];
    diag_t d = {{0}};
    if (!r->pending)
        return;
    diag_at(&d, r->m->label, r->pending_at->line, r->pending_at->col, "%s in %s", r->pending,
            ptx_func_text(f, func, sizeof func));
    f->refusal = pool_text(&r->m->pool, d.text, strlen(d.text));
}

static bool function(ptx_reader_t *r, bool entry, ptx_link_t link)
{
    ptx_func_t *f = pool_alloc(&r->m->pool, sizeof *f);
    f->entry = entry;
    f->link = (uint8_t)link;
    r->func = f;
    ptx_scope_push(r);
    if (!ptx_take_attribute(r))
        return false;
    if (!entry && ptx_punct(r, '(') && !formals(r, &f->ret, &f->n_rets))
        return false;
    const tok_t *name = r->tok;
    if (name->kind != TOK_ID)
        return ptx_fail(r, name, "unexpected %s; expected the name of a function",
                        ptx_tok_text(r, name));
    r->tok++;
    f->name = pool_text(&r->m->pool, name->at, name->len);
    f->file = r->m->label;
    f->line = name->line;
    f->col = name->col;
    if (ptx_punct(r, '(') && !formals(r, &f->param, &f->n_params))
        return false;
    if (!tuning(r, f))
        return false;
    keep_refusal(r, f);
    bool body = ptx_punct(r, '{');
    if (!body && !ptx_expect(r, ';', "or a body after a function header"))
        return false;

    ptx_scope_t *params = r->scope; /* functions are named in the scope around it */
    r->scope = ptx_scope_up(params);
    ptx_func_t *known = enter(r, name, f);
    r->scope = params;
    if (known && known->link > f->link) /* said once, it holds */
        f->link = known->link;
    if (body && f->link == PTX_LINK_EXTERN)
        f->link = PTX_LINK_VISIBLE;
    if (!known || !body) {
        ptx_scope_pop(r);
        r->func = NULL;
        if (known)
            known->link = f->link;
        return known != NULL;
    }
    if (known->body)
        return ptx_fail(r, name, "function %s has two bodies", ptx_tok_text(r, name));
    if (known != f) { /* the place in the module stays, what stands there is replaced */
        f->index = known->index;
        f->taken = known->taken;
        *known = *f;
        for (unsigned i = 0; i < known->n_vars; i++)
            known->var[i]->func = known;
    }
    known->body = true;
    r->func = known;
    bool ok = ptx_body(r);
    if (ok)
        ptx_scope_pop(r);
    r->func = NULL;
    return ok;
}

/* .alias f, g; f is another name for the function g. */
static bool alias(ptx_reader_t *r)
{
    ptx_func_t *func[2];
    const tok_t *at = r->tok++;
    for (unsigned k = 0; k < 2; k++) {
        func[k] = ptx_take_function(r);
        if (!func[k] || !ptx_expect(r, k ? ';' : ',', k ? "after .alias" : "between two functions"))
            return false;
    }
    if (func[0]->body)
        return ptx_fail(r, at, "alias '%s' has a body; expected a declaration", func[0]->name);
    ptx_refuse_declaration(r, at, ".alias is not supported; expected a body");
    keep_refusal(r, func[0]);
    return true;
}

static bool module_item(ptx_reader_t *r)
{
    ptx_link_t link = PTX_LINK_FILE;
    r->pending = NULL;
    for (;;) {
        if (ptx_take_dot(r, "extern"))
            link = PTX_LINK_EXTERN;
        else if (ptx_take_dot(r, "weak"))
            link = PTX_LINK_WEAK;
        else if (ptx_take_dot(r, "common"))
            link = PTX_LINK_COMMON;
        else if (ptx_take_dot(r, "visible"))
            link = PTX_LINK_VISIBLE;
        else
            break;
    }
    if (ptx_take_dot(r, "entry"))
        return function(r, true, link);
    if (ptx_take_dot(r, "func"))
        return function(r, false, link);
    if (link == PTX_LINK_COMMON && !ptx_dot(r, "global"))
        return ptx_fail(r, r->tok, ".common %s; only .global variables may be .common",
                        ptx_tok_text(r, r->tok));
    if (ptx_take_dot(r, "global"))
        return ptx_declaration(r, PTX_GLOBAL, link);
    if (ptx_take_dot(r, "const"))
        return ptx_declaration(r, PTX_CONST, link);
    if (ptx_take_dot(r, "shared"))
        return ptx_declaration(r, PTX_SHARED, link);
    if (ptx_dot(r, "version") || ptx_dot(r, "target") || ptx_dot(r, "address_size"))
        return ptx_fail(r, r->tok, "%s behind the head of the file; expected it once, at the start",
                        ptx_tok_text(r, r->tok));
    if (ptx_dot(r, "file") || ptx_dot(r, "loc")) {
        skip_line(r);
        return true;
    }
    if (ptx_take_dot(r, "section"))
        return skip_section(r);
    if (ptx_dot(r, "alias"))
        return alias(r);
    if (ptx_take_dot(r, "pragma"))
        return ptx_pragma(r);
    if (ptx_dot(r, "tex")) { /* .tex .u32 t; as .global .texref t; */
        ptx_no_opaque(r, r->tok++);
        return ptx_declaration(r, PTX_GLOBAL, link);
    }
    return ptx_fail(r, r->tok,
                    "unknown directive %s; expected .entry, .func, .global, .const or .shared",
                    ptx_tok_text(r, r->tok));
}

/* .version, .target, any number of .target, .address_size or nothing, which means 64 to NVIDIA's
 * assembler. */
static bool file_head(ptx_reader_t *r)
{
    if (!ptx_take_dot(r, "version"))
        return ptx_fail(r, r->tok, "unexpected %s; expected .version first",
                        ptx_tok_text(r, r->tok));
    if (!version(r))
        return false;
    if (!ptx_dot(r, "target"))
        return ptx_fail(r, r->tok, "unexpected %s; expected .target behind .version",
                        ptx_tok_text(r, r->tok));
    while (ptx_take_dot(r, "target"))
        if (!target(r))
            return false;
    return !ptx_take_dot(r, "address_size") || address_size(r);
}

int ptx_parse(ptx_module_t *m, const char *text, size_t bytes, diag_t *d)
{
    tok_t *tok = ptx_lex(&m->pool, m->label, text, bytes, d);
    if (!tok)
        return -EINVAL;
    ptx_reader_t *r = pool_alloc(&m->pool, sizeof *r);
    *r = (ptx_reader_t){.m = m, .d = d, .tok = tok, .end = tok};
    while (r->end->kind != TOK_END)
        r->end++;
    isa_row_index_init(&r->rows);
    ptx_scope_push(r);
    file_head(r);
    while (!r->failed && r->tok != r->end)
        module_item(r);
    while (r->scope)
        ptx_scope_pop(r);
    return r->failed ? -EINVAL : 0;
}
