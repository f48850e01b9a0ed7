/* Function bodies: blocks, labels, branch targets. */
#include <string.h>

#include "isa/ptx.h"

#define MAX_BLOCK_DEPTH 64

static bool block(ptx_reader_t *r, unsigned depth);

static bool skip_loc(ptx_reader_t *r)
{
    int line = r->tok->line;
    while (r->tok != r->end && r->tok->line == line)
        r->tok++;
    return true;
}

bool ptx_pragma(ptx_reader_t *r)
{
    do {
        if (r->tok->kind != TOK_STR)
            return ptx_fail(r, r->tok, "unexpected %s; expected a string", ptx_tok_text(r, r->tok));
        r->tok++;
    } while (ptx_take(r, ','));
    return ptx_expect(r, ';', "after .pragma");
}

/* NAME: .branchtargets L1, L2; */
static bool branch_table(ptx_reader_t *r, ptx_label_t *l)
{
    do {
        if (r->tok->kind != TOK_ID)
            return ptx_fail(r, r->tok, "unexpected %s; expected a label", ptx_tok_text(r, r->tok));
        l->targets = pool_grow(&r->m->pool, l->targets, l->n_targets, sizeof(tok_t *));
        l->targets[l->n_targets++] = r->tok++;
    } while (ptx_take(r, ','));
    return ptx_expect(r, ';', "after .branchtargets");
}

static bool prototype_list(ptx_reader_t *r, ptx_label_t *l, unsigned *n)
{
    if (!ptx_take(r, '(') || ptx_take(r, ')'))
        return true;
    do {
        if (ptx_dot(r, "reg"))
            return ptx_refuse(r, r->tok, "register parameters are not supported; expected .param");
        if (!ptx_prototype_param(r, l))
            return false;
        (*n)++;
    } while (ptx_take(r, ','));
    return ptx_expect(r, ')', "after parameters");
}

/* NAME: .callprototype (results) _ (parameters); */
static bool prototype(ptx_reader_t *r, ptx_label_t *l)
{
    l->prototype = true;
    if (!prototype_list(r, l, &l->n_rets))
        return false;
    if (r->tok->kind != TOK_ID)
        return ptx_fail(r, r->tok, "unexpected %s; expected _", ptx_tok_text(r, r->tok));
    r->tok++;
    if (!prototype_list(r, l, &l->n_params))
        return false;
    ptx_take_dot(r, "noreturn");
    return ptx_expect(r, ';', "after .callprototype");
}

ptx_func_t *ptx_take_function(ptx_reader_t *r)
{
    const tok_t *t = r->tok;
    ptx_name_t n = {.kind = PTX_NAME_NONE};
    if (t->kind == TOK_ID)
        n = ptx_lookup(r, t);
    if (n.kind != PTX_NAME_FUNC || n.func->entry) {
        ptx_fail(r, t, "unexpected %s; expected a function", ptx_tok_text(r, t));
        return NULL;
    }
    r->tok++;
    return n.func;
}

/* NAME: .calltargets f, g; */
static bool call_targets(ptx_reader_t *r, ptx_label_t *l)
{
    do {
        ptx_func_t *f = ptx_take_function(r);
        if (!f)
            return false;
        l->callees = pool_grow(&r->m->pool, l->callees, l->n_callees, sizeof(ptx_func_t *));
        l->callees[l->n_callees++] = f;
    } while (ptx_take(r, ','));
    return ptx_expect(r, ';', "after .calltargets");
}

static bool label(ptx_reader_t *r)
{
    ptx_func_t *f = r->func;
    const tok_t *name = r->tok;
    r->tok += 2;
    ptx_label_t *l = pool_alloc(&r->m->pool, sizeof *l);
    l->name = pool_text(&r->m->pool, name->at, name->len);
    l->at = f->n_inst;
    l->line = name->line;
    f->label = pool_grow(&r->m->pool, f->label, f->n_labels, sizeof(ptx_label_t *));
    f->label[f->n_labels++] = l;
    ptx_name_t n = {.kind = PTX_NAME_LABEL, .label = l};
    if (!ptx_declare(r, name, n))
        return false;
    if (ptx_take_dot(r, "branchtargets"))
        return branch_table(r, l);
    if (ptx_take_dot(r, "callprototype"))
        return prototype(r, l);
    return !ptx_take_dot(r, "calltargets") || call_targets(r, l);
}

static bool body_directive(ptx_reader_t *r)
{
    if (ptx_take_dot(r, "reg"))
        return ptx_register_declaration(r);
    if (ptx_take_dot(r, "param"))
        return ptx_declaration(r, PTX_PARAM, PTX_LINK_FILE);
    if (ptx_take_dot(r, "local"))
        return ptx_declaration(r, PTX_LOCAL, PTX_LINK_FILE);
    if (ptx_take_dot(r, "shared"))
        return ptx_declaration(r, PTX_SHARED, PTX_LINK_FILE);
    if (ptx_take_dot(r, "global"))
        return ptx_declaration(r, PTX_GLOBAL, PTX_LINK_FILE);
    if (ptx_take_dot(r, "const"))
        return ptx_declaration(r, PTX_CONST, PTX_LINK_FILE);
    if (ptx_take_dot(r, "pragma"))
        return ptx_pragma(r);
    if (ptx_dot(r, "loc") || ptx_dot(r, "file"))
        return skip_loc(r);
    return ptx_fail(r, r->tok,
                    "unknown directive %s; expected .reg, .param, .local, .shared, "
                    ".pragma or an instruction",
                    ptx_tok_text(r, r->tok));
}

static bool statement(ptx_reader_t *r, unsigned depth)
{
    if (ptx_punct(r, '{'))
        return block(r, depth + 1);
    if (ptx_take(r, ';'))
        return true;
    if (r->tok->kind == TOK_DOT)
        return body_directive(r);
    if (r->tok->kind == TOK_ID && r->tok[1].kind == TOK_PUNCT && r->tok[1].ch == ':')
        return label(r);
    return ptx_instruction(r);
}

/* A branch through a table: the table's labels become the branch's own. */
static bool expand_table(ptx_reader_t *r, ptx_inst_t *i, const ptx_label_t *table)
{
    if (!table->n_targets)
        return ptx_fail(r, i->label[0], "label %s is no .branchtargets table",
                        ptx_tok_text(r, i->label[0]));
    i->label = pool_alloc(&r->m->pool, table->n_targets * sizeof(tok_t *));
    memcpy(i->label, table->targets, table->n_targets * sizeof(tok_t *));
    i->n_targets = table->n_targets;
    i->target = pool_alloc(&r->m->pool, table->n_targets * sizeof(uint32_t));
    for (uint32_t t = 0; t < i->n_targets; t++)
        i->target[t] = PTX_NO_REG;
    return true;
}

/* Gives branches since instruction first the targets whose labels can be seen from here; those
 * left are looked for again at the end of the block around. */
static bool resolve(ptx_reader_t *r, uint32_t first, bool last)
{
    ptx_func_t *f = r->func;
    for (uint32_t k = first; k < f->n_inst; k++) {
        ptx_inst_t *i = &f->inst[k];
        if (i->row->exec == EX_BRX && !i->target) {
            ptx_name_t n = ptx_lookup(r, i->label[0]);
            if (n.kind == PTX_NAME_LABEL && !expand_table(r, i, n.label))
                return false;
            r->inst = n.kind != PTX_NAME_LABEL && last ? i->tok : NULL;
            if (r->inst)
                return ptx_fail(r, i->label[0], "undeclared branch table %s",
                                ptx_tok_text(r, i->label[0]));
        }
        for (uint32_t t = 0; i->target && t < i->n_targets; t++) {
            if (i->target[t] != PTX_NO_REG)
                continue;
            ptx_name_t n = ptx_lookup(r, i->label[t]);
            if (n.kind == PTX_NAME_LABEL && !n.label->n_targets)
                i->target[t] = n.label->at;
            else if (last) {
                r->inst = i->tok;
                return ptx_fail(r, i->label[t], "undeclared label %s",
                                ptx_tok_text(r, i->label[t]));
            }
        }
    }
    return true;
}

static bool block(ptx_reader_t *r, unsigned depth)
{
    const tok_t *open = r->tok++;
    if (depth > MAX_BLOCK_DEPTH)
        return ptx_fail(r, open, "blocks nested more than %d deep", MAX_BLOCK_DEPTH);
    uint32_t first = r->func->n_inst;
    ptx_scope_push(r);
    while (!ptx_punct(r, '}')) {
        if (r->tok == r->end)
            return r->failed ? false : ptx_fail(r, open, "block without end; expected '}'");
        if (!statement(r, depth))
            return false;
    }
    r->tok++;
    if (!resolve(r, first, depth == 1))
        return false;
    ptx_scope_pop(r);
    return true;
}

/* Behind the body that opens at this token, whose rest stays unread. */
static bool skip_body(ptx_reader_t *r, const tok_t *open, const ptx_scope_t *outer)
{
    unsigned depth = 0;
    r->refused = false;
    while (r->scope != outer)
        ptx_scope_pop(r);
    for (r->tok = open; r->tok != r->end; r->tok++) {
        depth += ptx_punct(r, '{');
        if (ptx_punct(r, '}') && !--depth) {
            r->tok++;
            return true;
        }
    }
    return ptx_fail(r, open, "block without end; expected '}'");
}

bool ptx_body(ptx_reader_t *r)
{
    const tok_t *open = r->tok;
    const ptx_scope_t *outer = r->scope;
    r->in_body = true;
    bool ok = block(r, 1) || (r->refused && skip_body(r, open, outer));
    r->in_body = false;
    return ok;
}
