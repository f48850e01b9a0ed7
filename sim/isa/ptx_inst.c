/* One instruction: guard, mnemonic, operands. */
#include <stdio.h>
#include <string.h>

#include "isa/ptx.h"

/* The special register named by %name and .x, when this is one. */
static bool special_register(ptx_reader_t *r, uint32_t *out)
{
    static const char *const names[PTX_SREG_COUNT] = {
#define X(id, text) text,
        PTX_SREGS(X)
#undef X
    };
    char name[40];
    const tok_t *t = r->tok;
    bool field = t[1].kind == TOK_DOT && !t[1].space && t[1].len == 1;
    int n = snprintf(name, sizeof name, field ? "%.*s.%c" : "%.*s", (int)t->len, t->at,
                     field ? t[1].at[0] : 0);
    if (n < 0 || n >= (int)sizeof name)
        return false;
    for (uint32_t i = 0; i < PTX_SREG_COUNT; i++)
        if (!strcmp(names[i], name)) {
            r->tok += field ? 2 : 1;
            *out = i;
            return true;
        }
    return false;
}

/* One that the manual has and this reader has not. */
static bool other_special_register(const tok_t *t)
{
    static const char *const names[] = {"%pm",
                                        "%envreg",
                                        "%cluster",
                                        "%is_explicit_cluster",
                                        "%ncluster",
                                        "%reserved_smem_offset_",
                                        "%aggr_smem_size",
                                        "%current_graph_exec",
                                        "%total_smem_size"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        size_t len = strlen(names[k]);
        if (t->len >= len && !memcmp(t->at, names[k], len))
            return true;
    }
    return false;
}

static bool take_reg(ptx_reader_t *r, uint32_t *reg)
{
    const tok_t *t = r->tok;
    if (t->kind != TOK_ID)
        return ptx_fail(r, t, "unexpected %s; expected a register", ptx_tok_text(r, t));
    ptx_name_t n = ptx_lookup(r, t);
    if (n.kind != PTX_NAME_REG)
        return ptx_fail(r, t, "%s %s; expected a register",
                        n.kind == PTX_NAME_NONE ? "undeclared name" : "misplaced",
                        ptx_tok_text(r, t));
    r->tok++;
    *reg = n.reg;
    return true;
}

/* +imm or -imm after an address, if any. */
static bool take_offset(ptx_reader_t *r, uint64_t *imm)
{
    *imm = 0;
    if (ptx_punct(r, '+'))
        r->tok++;
    else if (!ptx_punct(r, '-'))
        return true;
    return ptx_const(r, imm);
}

static bool take_name(ptx_reader_t *r, ptx_opnd_t *o)
{
    const tok_t *t = r->tok;
    ptx_name_t n = ptx_lookup(r, t);
    switch (n.kind) {
    case PTX_NAME_REG:
        o->kind = PO_REG;
        o->reg = n.reg;
        r->tok++;
        if (!ptx_take(r, '|'))
            return true;
        o->kind = PO_PAIR;
        if (r->tok->kind == TOK_ID && tok_is(r->tok, "_")) {
            r->tok++;
            o->reg2 = PTX_NO_REG;
            return true;
        }
        return take_reg(r, &o->reg2);
    case PTX_NAME_VAR:
        o->kind = PO_VAR;
        o->var = n.var;
        r->tok++;
        return take_offset(r, &o->imm);
    case PTX_NAME_FUNC:
        if (n.func->entry)
            return ptx_refuse(r, t,
                              "address of the kernel %s is not supported; expected a function",
                              ptx_tok_text(r, t));
        o->kind = PO_FUNC;
        o->func = n.func;
        n.func->taken = true;
        r->tok++;
        return true;
    case PTX_NAME_NONE:
        if (tok_is(t, "_")) {
            r->tok++;
            o->kind = PO_SINK;
            if (ptx_take(r, '|')) {
                o->kind = PO_PAIR;
                o->reg = PTX_NO_REG;
                return take_reg(r, &o->reg2);
            }
            return true;
        }
        if (tok_is(t, "WARP_SZ")) {
            o->kind = PO_INT;
            return ptx_const(r, &o->imm);
        }
        if (special_register(r, &o->reg)) {
            o->kind = PO_SREG;
            return true;
        }
        if (other_special_register(t))
            return ptx_refuse(r, t, "special register %s is not supported", ptx_tok_text(r, t));
        return ptx_fail(r, t, "undeclared name %s", ptx_tok_text(r, t));
    default:
        return ptx_fail(r, t,
                        "%s is no operand here; expected a register, a variable or a "
                        "constant",
                        ptx_tok_text(r, t));
    }
}

static bool take_memory(ptx_reader_t *r, ptx_opnd_t *o)
{
    r->tok++; /* [ */
    if (r->tok->kind == TOK_ID && !tok_is(r->tok, "WARP_SZ")) {
        ptx_name_t n = ptx_lookup(r, r->tok);
        if (n.kind == PTX_NAME_REG)
            o->reg = n.reg;
        else if (n.kind == PTX_NAME_VAR)
            o->var = n.var;
        else
            return ptx_fail(r, r->tok, "%s %s in an address; expected a register or a variable",
                            n.kind == PTX_NAME_NONE ? "undeclared name" : "misplaced",
                            ptx_tok_text(r, r->tok));
        r->tok++;
        if (!take_offset(r, &o->imm))
            return false;
    } else if (!ptx_const(r, &o->imm)) {
        return false;
    }
    o->kind = PO_MEM;
    return ptx_expect(r, ']', "after an address");
}

static bool take_operand(ptx_reader_t *r, ptx_opnd_t *o, bool in_vector);

static bool take_vector(ptx_reader_t *r, ptx_opnd_t *o)
{
    const tok_t *open = r->tok++;
    o->kind = PO_VEC;
    o->elem = pool_alloc(&r->m->pool, 4 * sizeof *o->elem);
    do {
        if (o->n == 4)
            return ptx_fail(r, open, "vector of more than 4 elements");
        if (!take_operand(r, &o->elem[o->n++], true))
            return false;
    } while (ptx_take(r, ','));
    return ptx_expect(r, '}', "after a vector");
}

static bool take_operand(ptx_reader_t *r, ptx_opnd_t *o, bool in_vector)
{
    const tok_t *t = r->tok;
    *o = (ptx_opnd_t){.reg = PTX_NO_REG, .reg2 = PTX_NO_REG, .line = t->line, .col = t->col};
    if (t->kind == TOK_ID)
        return take_name(r, o);
    if (t->kind == TOK_F32 || t->kind == TOK_F64) {
        o->kind = t->kind == TOK_F32 ? PO_F32 : PO_F64;
        o->imm = t->bits;
        r->tok++;
        return true;
    }
    if (ptx_punct(r, '-') && (t[1].kind == TOK_F32 || t[1].kind == TOK_F64)) {
        o->kind = t[1].kind == TOK_F32 ? PO_F32 : PO_F64;
        o->imm = t[1].bits ^ (t[1].kind == TOK_F32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63);
        r->tok += 2;
        return true;
    }
    if (ptx_punct(r, '!') && t[1].kind == TOK_ID) {
        r->tok++;
        o->kind = PO_NOT;
        return take_reg(r, &o->reg);
    }
    if (ptx_punct(r, '{') && !in_vector)
        return take_vector(r, o);
    if (ptx_punct(r, '[') && !in_vector)
        return take_memory(r, o);
    o->kind = PO_INT;
    return ptx_const(r, &o->imm);
}

static bool texture_opcode(const tok_t *t)
{
    static const char *const opcodes[] = {"tld4", "txq", "istypep", "suld", "sust", "sured", "suq"};
    for (unsigned k = 0; k < sizeof opcodes / sizeof opcodes[0]; k++)
        if (tok_is(t, opcodes[k]))
            return true;
    return false;
}

/* Kinds of instructions that are refused as such. */
static bool refused_kind(ptx_reader_t *r, const tok_t *t)
{
    static const struct {
        const char *opcodes, *what;
    } kinds[] = {
        {" wmma mma ldmatrix stmatrix movmatrix wgmma tcgen05 ",
         "tensor-core instructions are not supported; expected arithmetic of threads"},
        {" cp mbarrier redux elect griddepcontrol setmaxnreg ",
         "instructions of sm_80 and later are not supported; expected kernels for sm_75 or below"},
        {" vadd vsub vabsdiff vmin vmax vshl vshr vmad vset vadd2 vsub2 vavrg2 vabsdiff2 vmin2 "
         "vmax2 vset2 vadd4 vsub4 vavrg4 vmin4 vmax4 vset4 ",
         "video instructions are not supported; expected integer arithmetic"},
    };
    char name[24];
    int n = snprintf(name, sizeof name, " %.*s ", (int)t->len, t->at);
    for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0] && n < (int)sizeof name; k++)
        if (strstr(kinds[k].opcodes, name)) {
            ptx_refuse(r, t, "%s: %s", ptx_tok_text(r, t), kinds[k].what);
            return true;
        }
    return false;
}

/* Opcode and modifiers at r->tok; the tokens are left behind, the row found. */
static bool mnemonic(ptx_reader_t *r, ptx_inst_t *i)
{
    const tok_t *op = r->tok++;
    if (texture_opcode(op))
        return ptx_no_textures(r, op);
    if (refused_kind(r, op))
        return false;
    if (!isa_opcode_known(&r->rows, op->at, op->len))
        return ptx_refuse(r, op, "unknown instruction %s", ptx_tok_text(r, op));
    uint64_t free_mods = isa_opcode_mods(&r->rows, op->at, op->len);
    char plain[96], full[96]; /* names without and with the modifiers that choose no row */
    int np = snprintf(plain, sizeof plain, "%.*s", (int)op->len, op->at), nf = np;
    memcpy(full, plain, (size_t)np + 1);
    const tok_t *type = NULL; /* the first type */
    for (; r->tok->kind == TOK_DOT; r->tok++) {
        const tok_t *t = r->tok;
        if (!type && ptx_type_find(t->at, t->len) != PT_NONE)
            type = t;
        if (nf + (int)t->len + 2 > (int)sizeof full)
            return ptx_refuse(r, t, "modifier %s does not belong to '%.*s'", ptx_tok_text(r, t),
                              (int)op->len, op->at);
        nf += snprintf(full + nf, sizeof full - (size_t)nf, ".%.*s", (int)t->len, t->at);
        int mod = isa_mod_find(t->at, t->len);
        if (mod >= 0 && (free_mods >> mod & 1)) {
            if (i->mods >> mod & 1)
                return ptx_fail(r, t, "modifier %s given twice", ptx_tok_text(r, t));
            if (type)
                return ptx_fail(r, t, "modifier %s behind the type; expected it before %s",
                                ptx_tok_text(r, t), ptx_tok_text(r, type));
            i->mods |= UINT64_C(1) << mod;
        } else {
            np += snprintf(plain + np, sizeof plain - (size_t)np, ".%.*s", (int)t->len, t->at);
        }
    }
    i->row = isa_row_find(&r->rows, plain);
    const isa_row_t *exact = isa_row_find(&r->rows, full);
    if (exact && (!i->row || (i->mods & ~i->row->allow))) {
        i->row = exact;
        i->mods = 0;
    }
    if (!i->row && tok_is(op, "tex"))
        return ptx_refuse(r, op,
                          "%s: texture reads of this form are not supported; expected tex.1d.v4 or "
                          "tex.2d.v4 of .f32, .s32 or .u32 by .s32 coordinates (tex.2d: or .f32)",
                          full);
    if (!i->row)
        return ptx_refuse(r, op,
                          "unknown instruction '%s'; '%.*s' exists, but not with these "
                          "modifiers and types",
                          full, (int)op->len, op->at);
    return true;
}

static bool take_label(ptx_reader_t *r, ptx_inst_t *i)
{
    if (r->tok->kind != TOK_ID)
        return ptx_fail(r, r->tok, "unexpected %s; expected a label", ptx_tok_text(r, r->tok));
    i->label = pool_alloc(&r->m->pool, sizeof(tok_t *));
    i->label[0] = r->tok++;
    return true;
}

/* (a, b): variables in the parameter space. */
static bool actuals(ptx_reader_t *r, ptx_inst_t *i, unsigned *n, unsigned total)
{
    if (ptx_take(r, ')'))
        return true;
    do {
        const tok_t *t = r->tok;
        ptx_name_t name = {.kind = PTX_NAME_NONE};
        if (t->kind == TOK_ID)
            name = ptx_lookup(r, t);
        if (name.kind != PTX_NAME_VAR || name.var->space != PTX_PARAM)
            return ptx_fail(r, t, "unexpected %s; expected a .param variable", ptx_tok_text(r, t));
        r->tok++;
        i->actual = pool_grow(&r->m->pool, i->actual, total + *n, sizeof(ptx_var_t *));
        i->actual[total + (*n)++] = name.var;
    } while (ptx_take(r, ','));
    return ptx_expect(r, ')', "after arguments");
}

/* register [, (arguments)], prototype */
static bool indirect_call(ptx_reader_t *r, ptx_inst_t *i)
{
    i->op = pool_alloc(&r->m->pool, sizeof *i->op);
    if (!take_operand(r, &i->op[0], false) || !ptx_expect(r, ',', "after a function's address"))
        return false;
    i->n = 1;
    if (ptx_take(r, '(') &&
        (!actuals(r, i, &i->n_args, i->n_rets) || !ptx_expect(r, ',', "before a prototype")))
        return false;
    const tok_t *t = r->tok;
    ptx_name_t name = {.kind = PTX_NAME_NONE};
    if (t->kind == TOK_ID)
        name = ptx_lookup(r, t);
    if (name.kind != PTX_NAME_LABEL || (!name.label->prototype && !name.label->n_callees))
        return ptx_fail(r, t, "unexpected %s; expected a .callprototype or .calltargets before it",
                        ptx_tok_text(r, t));
    r->tok++;
    i->prototype = name.label;
    return true;
}

/* The function that a call behind r->tok names; NULL: none. */
static const ptx_func_t *named_callee(ptx_reader_t *r)
{
    const tok_t *t = r->tok;
    if (ptx_punct(r, '(')) {
        while (t->kind != TOK_END && !(t->kind == TOK_PUNCT && (t->ch == ')' || t->ch == ';')))
            t++;
        if (t->ch != ')' || t[1].kind != TOK_PUNCT || t[1].ch != ',')
            return NULL;
        t += 2;
    }
    ptx_name_t n = {.kind = PTX_NAME_NONE};
    if (t->kind == TOK_ID)
        n = ptx_lookup(r, t);
    return n.kind == PTX_NAME_FUNC ? n.func : NULL;
}

/* [(results),] function [, (arguments)] */
static bool call(ptx_reader_t *r, ptx_inst_t *i)
{
    const ptx_func_t *callee = named_callee(r);
    if (callee && callee->in_regs)
        return ptx_refuse(
            r, r->tok, "parameters of '%s' are registers, which is not supported; expected .param",
            callee->name);
    if (ptx_take(r, '(') && (!actuals(r, i, &i->n_rets, 0) || !ptx_expect(r, ',', "after results")))
        return false;
    const tok_t *t = r->tok;
    ptx_name_t name = {.kind = PTX_NAME_NONE};
    if (t->kind == TOK_ID)
        name = ptx_lookup(r, t);
    if (name.kind == PTX_NAME_REG)
        return indirect_call(r, i);
    if (name.kind != PTX_NAME_FUNC)
        return ptx_fail(r, t, "%s %s; expected a function",
                        name.kind == PTX_NAME_NONE ? "undeclared name" : "misplaced",
                        ptx_tok_text(r, t));
    r->tok++;
    i->callee = name.func;
    if (ptx_take(r, ','))
        return ptx_expect(r, '(', "before arguments") && actuals(r, i, &i->n_args, i->n_rets);
    return true;
}

/* {d, d, d, d}, [texture, {coordinates}] or [texture, coordinate]: each coordinate becomes an
 * operand behind the texture. */
static bool texture_operands(ptx_reader_t *r, ptx_inst_t *i)
{
    const tok_t *t = r->tok;
    if (!take_operand(r, &i->op[i->n++], false) || !ptx_expect(r, ',', "after the destination"))
        return false;
    ptx_opnd_t *handle = &i->op[i->n++], at;
    t = r->tok;
    if (!ptx_expect(r, '[', "before a texture") || !take_operand(r, handle, true))
        return false;
    if (handle->kind != PO_REG && handle->kind != PO_VAR)
        return ptx_fail(r, t + 1,
                        "%s in '%s': expected a texture object in a register or a .texref",
                        ptx_tok_text(r, t + 1), r->func->name);
    handle->kind = PO_MEM;
    if (!ptx_expect(r, ',', "before coordinates") || !take_operand(r, &at, false))
        return false;
    if (at.kind == PO_VEC)
        for (unsigned k = 0; k < at.n; k++)
            i->op[i->n++] = at.elem[k];
    else
        i->op[i->n++] = at;
    if (ptx_punct(r, ','))
        return ptx_refuse(r, r->tok,
                          "samplers are not supported; expected [texture, {coordinates}]");
    return ptx_expect(r, ']', "after coordinates");
}

static bool operands(ptx_reader_t *r, ptx_inst_t *i)
{
    switch (i->row->exec) {
    case EX_BRA:
        i->n_targets = 1;
        i->target = pool_alloc(&r->m->pool, sizeof(uint32_t));
        i->target[0] = PTX_NO_REG;
        return take_label(r, i);
    case EX_CALL:
        return call(r, i);
    default:
        break;
    }
    i->op = pool_alloc(&r->m->pool, PTX_MAX_OPNDS * sizeof *i->op);
    if (i->row->exec == EX_TEXTURE)
        return texture_operands(r, i);
    if (ptx_punct(r, ';'))
        return true;
    do {
        if (i->row->exec == EX_BRX && i->n == 1)
            return take_label(r, i);
        if (i->n == PTX_MAX_OPNDS)
            return ptx_fail(r, r->tok, "more than %d operands", PTX_MAX_OPNDS);
        if (!take_operand(r, &i->op[i->n++], false))
            return false;
    } while (ptx_take(r, ','));
    return true;
}

/* Behind the semicolon of a refused instruction, or at the end of its block. */
static bool skip_refused(ptx_reader_t *r, const tok_t *first)
{
    unsigned depth = 0;
    r->refused = false;
    r->inst = NULL;
    for (r->tok = first; r->tok != r->end; r->tok++) {
        if (ptx_punct(r, '{'))
            depth++;
        else if (ptx_punct(r, '}') && !depth--)
            return true;
        else if (ptx_take(r, ';'))
            return true;
    }
    return true;
}

static bool read_instruction(ptx_reader_t *r)
{
    ptx_inst_t i = {.guard = PTX_NO_REG, .func = r->func};
    const tok_t *first = r->tok;
    r->inst = first->kind == TOK_ID || ptx_punct(r, '@') ? first : NULL;
    if (ptx_take(r, '@')) {
        i.guard_not = ptx_take(r, '!');
        const tok_t *t = r->tok;
        if (!take_reg(r, &i.guard))
            return false;
        if (r->func->reg[i.guard] != PT_PRED)
            return ptx_fail(r, t, "guard %s is no predicate", ptx_tok_text(r, t));
    }
    if (r->tok->kind != TOK_ID)
        return ptx_fail(r, r->tok, "unexpected %s; expected an instruction",
                        ptx_tok_text(r, r->tok));
    i.tok = r->tok;
    i.line = r->tok->line;
    i.col = r->tok->col;
    if (!mnemonic(r, &i) || !operands(r, &i))
        return false;
    const tok_t *end = r->tok;
    r->inst = NULL; /* what follows quotes it itself */
    if (!ptx_punct(r, ';')) {
        char text[80];
        tok_t at = {.line = end[-1].line, .col = end[-1].col + (int)end[-1].len};
        at.col += end[-1].kind == TOK_DOT;
        return ptx_fail(r, &at, "unexpected %s; expected ';' after '%s'", ptx_tok_text(r, end),
                        ptx_quote(first->at, (size_t)(end[-1].at + end[-1].len - first->at), text,
                                  sizeof text));
    }
    r->tok++;
    i.text_len = (uint32_t)(end->at - first->at);
    i.tok = first;
    if (!ptx_check(r, &i))
        return false;
    ptx_func_t *f = r->func;
    f->inst = pool_grow(&r->m->pool, f->inst, f->n_inst, sizeof *f->inst);
    f->inst[f->n_inst++] = i;
    return true;
}

bool ptx_instruction(ptx_reader_t *r)
{
    const tok_t *first = r->tok;
    return read_instruction(r) || (r->refused && skip_refused(r, first));
}
