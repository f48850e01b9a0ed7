/* Operands against the row: number, kinds, types, ranges, modifiers that contradict. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "isa/ptx.h"

const char *ptx_inst_quote(const ptx_inst_t *i, char *out, size_t size)
{
    return ptx_quote(i->tok->at, i->text_len, out, size);
}

bool ptx_fail_opnd(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o, const char *fmt, ...)
{
    char what[256], text[80];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    tok_t at = {.line = o ? o->line : i->line, .col = o ? o->col : i->col};
    return ptx_fail(r, &at, "%s in '%s'", what, ptx_inst_quote(i, text, sizeof text));
}

/* As ptx_fail_opnd() for what is not supported. */
static bool refuse(ptx_reader_t *r, const ptx_inst_t *i, const char *what)
{
    const tok_t at = {.line = i->line, .col = i->col};
    r->inst = i->tok;
    return ptx_refuse(r, &at, "%s", what);
}

static bool no_constant(ptx_reader_t *r, const ptx_inst_t *i)
{
    return refuse(r, i, "integer constant as a predicate is not supported; expected a register");
}

static bool check_reg(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o, unsigned type,
                      bool relaxed)
{
    unsigned have = r->func->reg[o->reg];
    if (ptx_type_fits(have, type, relaxed))
        return true;
    return ptx_fail_opnd(r, i, o, "register of type .%s where .%s is expected", ptx_type_name(have),
                         ptx_type_name(type));
}

static bool check_int(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o, unsigned type)
{
    if (ptx_type_class(type) == 'f')
        return ptx_fail_opnd(r, i, o, "integer constant where .%s is expected",
                             ptx_type_name(type));
    unsigned bits = ptx_type_bits(type);
    int64_t v = (int64_t)o->imm;
    if (bits < 64 && (v >= (INT64_C(1) << bits) || v < -(INT64_C(1) << (bits - 1))))
        return ptx_fail_opnd(r, i, o, "constant %lld does not fit in .%s", (long long)v,
                             ptx_type_name(type));
    return true;
}

static bool check_source(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o, unsigned type,
                         bool relaxed)
{
    char cls = ptx_type_class(type);
    unsigned bits = ptx_type_bits(type);
    switch (o->kind) {
    case PO_REG:
        return check_reg(r, i, o, type, relaxed);
    case PO_INT:
        return cls == 'p' ? no_constant(r, i) : check_int(r, i, o, type);
    case PO_F32:
    case PO_F64:
        if (cls == 'f' && bits >= 32 && type != PT_F16X2)
            return bits == 64 || o->kind == PO_F32 || ptx_fits_f32(o->imm) ||
                   ptx_fail_opnd(r, i, o, "floating-point constant does not fit in .f32");
        if (cls == 'b' && bits == (o->kind == PO_F32 ? 32u : 64u))
            return true;
        return ptx_fail_opnd(r, i, o, "floating-point constant where .%s is expected",
                             ptx_type_name(type));
    case PO_SREG: {
        bool wide = o->reg == PTX_SR_CLOCK64 || o->reg == PTX_SR_GLOBALTIMER;
        if (cls != 'f' && cls != 'p' && bits <= (wide ? 64u : 32u))
            return true;
        return ptx_fail_opnd(r, i, o, "special register where .%s is expected",
                             ptx_type_name(type));
    }
    case PO_VAR:
        if (cls != 'f' && (bits == 64 || (bits == 32 && o->var->space != PTX_GLOBAL &&
                                          o->var->space != PTX_CONST)))
            return true;
        return ptx_fail_opnd(r, i, o, "address where .%s is expected", ptx_type_name(type));
    case PO_FUNC:
        if (cls != 'f' && bits == 64)
            return true;
        return ptx_fail_opnd(r, i, o, "address of a function where .%s is expected",
                             ptx_type_name(type));
    default:
        break;
    }
    return ptx_fail_opnd(r, i, o, "operand of the wrong kind; expected a source of type .%s",
                         ptx_type_name(type));
}

/* What stands for a result nobody wants: the result of an atom, an element of a vector, one side
 * of a pair. */
static bool fail_sink(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o)
{
    return ptx_fail_opnd(r, i, o,
                         "_ as the only result; expected a register (_ may stand in { }, on one "
                         "side of | and for the result of atom)");
}

static bool check_dest(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o, unsigned type,
                       bool relaxed)
{
    if (o->kind == PO_REG)
        return check_reg(r, i, o, type, relaxed);
    if (o->kind == PO_SINK)
        return fail_sink(r, i, o);
    return ptx_fail_opnd(r, i, o, "operand of the wrong kind; expected a destination of type .%s",
                         ptx_type_name(type));
}

static bool check_pred(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o)
{
    if (o->kind == PO_REG || o->kind == PO_NOT)
        return check_reg(r, i, o, PT_PRED, false);
    if (o->kind == PO_INT)
        return no_constant(r, i);
    return ptx_fail_opnd(r, i, o, "operand of the wrong kind; expected a predicate");
}

/* p or p|q */
static bool check_pred_dest(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o)
{
    ptx_opnd_t second = *o;
    second.reg = o->reg2;
    if (o->kind == PO_REG)
        return check_reg(r, i, o, PT_PRED, false);
    if (o->kind == PO_PAIR)
        return (o->reg == PTX_NO_REG || check_reg(r, i, o, PT_PRED, false)) &&
               (o->reg2 == PTX_NO_REG || check_reg(r, i, &second, PT_PRED, false));
    if (o->kind == PO_SINK)
        return fail_sink(r, i, o);
    return ptx_fail_opnd(r, i, o, "operand of the wrong kind; expected a predicate");
}

static unsigned wider(unsigned t)
{
    switch (t) {
    case PT_U16:
        return PT_U32;
    case PT_S16:
        return PT_S32;
    case PT_U32:
        return PT_U64;
    default:
        return PT_S64;
    }
}

static bool check_count(ptx_reader_t *r, const ptx_inst_t *i, unsigned lo, unsigned hi)
{
    if (i->n >= lo && i->n <= hi)
        return true;
    if (lo == hi)
        return ptx_fail_opnd(r, i, NULL, "%u operands where %u are expected", i->n, lo);
    return ptx_fail_opnd(r, i, NULL, "%u operands where %u to %u are expected", i->n, lo, hi);
}

/* The table of lop3 is part of the instruction. */
static bool check_table(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o)
{
    if (o->kind != PO_INT)
        return ptx_fail_opnd(r, i, o, "table is no constant; expected 0 to 255");
    return o->imm <= 255 ||
           ptx_fail_opnd(r, i, o, "table of %lld; expected 0 to 255", (long long)o->imm);
}

/* Operands as the row's letters say. */
static bool check_letters(ptx_reader_t *r, const ptx_inst_t *i)
{
    const isa_row_t *row = i->row;
    bool relaxed = !strncmp(row->name, "cvt.", 4), optional = false;
    unsigned n = 0, least = 0;
    for (const char *f = row->fmt; *f; f++) {
        if (*f == '?') {
            optional = true;
            continue;
        }
        if (n < i->n) {
            const ptx_opnd_t *o = &i->op[n];
            bool ok = *f == 'd'   ? check_dest(r, i, o, row->t, relaxed)
                      : *f == 'w' ? check_dest(r, i, o, wider(row->t), false)
                      : *f == 'i' ? check_dest(r, i, o, PT_B32, false)
                      : *f == 'a' ? check_source(r, i, o, row->t, relaxed)
                      : *f == 'c' ? check_source(r, i, o, wider(row->t), false)
                      : *f == 'u' ? check_source(r, i, o, PT_B32, false)
                      : *f == 'e' ? check_source(r, i, o, row->t2, relaxed)
                      : *f == 'l' ? check_table(r, i, o)
                      : *f == 'p' ? check_pred(r, i, o)
                                  : check_pred_dest(r, i, o);
            if (!ok)
                return false;
        }
        n++;
        if (!optional)
            least++;
    }
    if (!check_count(r, i, least, n))
        return false;
    bool combined = (i->mods & ISA_M_BOOL) != 0;
    if (least != n && combined != (i->n == n))
        return ptx_fail_opnd(r, i, NULL,
                             combined ? "no predicate to combine with"
                                      : "predicate operand without .and, .or or .xor");
    return true;
}

/* A value or a vector of them, as many as .v2 and .v4 say. */
static bool check_data(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o, bool dest)
{
    unsigned want = i->mods & ISA_M(V4) ? 4 : i->mods & ISA_M(V2) ? 2 : 1;
    if ((o->kind == PO_VEC ? o->n : 1u) != want || (want > 1 && o->kind != PO_VEC))
        return ptx_fail_opnd(r, i, o, "expected %u element%s", want, want > 1 ? "s in { }" : "");
    for (unsigned k = 0; k < want; k++) {
        const ptx_opnd_t *e = o->kind == PO_VEC ? &o->elem[k] : o;
        if (dest && e->kind == PO_SINK && want > 1)
            continue;
        if (!(dest ? check_dest(r, i, e, i->row->t, true) : check_source(r, i, e, i->row->t, true)))
            return false;
    }
    return true;
}

static const char *const space_names[] = {"param", "shared", "local", "global", "const"};

/* The space an access names, or -1: generic. */
static int named_space(uint64_t mods)
{
    return mods & ISA_M(PARAM)    ? PTX_PARAM
           : mods & ISA_M(SHARED) ? PTX_SHARED
           : mods & ISA_M(LOCAL)  ? PTX_LOCAL
           : mods & ISA_M(GLOBAL) ? PTX_GLOBAL
           : mods & ISA_M(CONST)  ? PTX_CONST
                                  : -1;
}

static bool check_address(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o)
{
    if (o->kind != PO_MEM)
        return ptx_fail_opnd(r, i, o, "operand of the wrong kind; expected an address in [ ]");
    if (o->reg != PTX_NO_REG) {
        unsigned t = r->func->reg[o->reg], bits = ptx_type_bits(t);
        if (ptx_type_class(t) == 'f' || (bits != 32 && bits != 64))
            return ptx_fail_opnd(r, i, o, "address in a register of type .%s; expected .b64",
                                 ptx_type_name(t));
    }
    int space = named_space(i->mods);
    if (o->var && o->var->opaque && i->row->exec != EX_TEXTURE)
        return ptx_fail_opnd(r, i, o, "access to '%s', which is opaque; expected tex",
                             o->var->name);
    if (o->var && space >= 0 && o->var->space != space)
        return ptx_fail_opnd(r, i, o, "variable '%s' is in .%s, the access in .%s", o->var->name,
                             space_names[o->var->space], space_names[space]);
    if (o->var && space < 0 && o->var->space != PTX_GLOBAL)
        return ptx_fail_opnd(r, i, o,
                             "variable '%s' in .%s has no generic address; expected "
                             "an access in .%s",
                             o->var->name, space_names[o->var->space], space_names[o->var->space]);
    return true;
}

/* d, [handle, coordinates]: the reader makes each coordinate an operand. More than the texture has
 * dimensions, as nvcc once wrote them, are not looked at. */
static bool check_texture(ptx_reader_t *r, const ptx_inst_t *i)
{
    unsigned dims = i->row->name[4] == '1' ? 1 : 2;
    const ptx_opnd_t *handle = &i->op[1];
    if (i->n < 2 + dims)
        return ptx_fail_opnd(r, i, i->n > 1 ? handle : NULL,
                             "expected {four registers}, [texture, {%u coordinate%s}]", dims,
                             dims > 1 ? "s" : "");
    if (handle->reg != PTX_NO_REG && ptx_type_bits(r->func->reg[handle->reg]) != 64)
        return ptx_fail_opnd(r, i, handle, "texture in a register of type .%s; expected .b64",
                             ptx_type_name(r->func->reg[handle->reg]));
    for (unsigned k = 2; k < i->n; k++)
        if (!check_source(r, i, &i->op[k], i->row->t2, false))
            return false;
    return check_data(r, i, &i->op[0], true) && check_address(r, i, handle);
}

static bool check_mov(ptx_reader_t *r, const ptx_inst_t *i)
{
    if (!check_count(r, i, 2, 2))
        return false;
    const ptx_opnd_t *d = &i->op[0], *s = &i->op[1];
    unsigned t = i->row->t;
    if (t == PT_PRED)
        return check_dest(r, i, d, t, false) && (s->kind == PO_INT ? true : check_pred(r, i, s));
    if (d->kind != PO_VEC && s->kind != PO_VEC)
        return check_dest(r, i, d, t, false) && check_source(r, i, s, t, false);
    const ptx_opnd_t *v = d->kind == PO_VEC ? d : s;
    unsigned bits = ptx_type_bits(t) / v->n;
    unsigned part = bits == 32 ? PT_B32 : bits == 16 ? PT_B16 : bits == 8 ? PT_B8 : PT_NONE;
    if (ptx_type_class(t) != 'b' || v->n == 3 || v->n == 1 || part == PT_NONE)
        return ptx_fail_opnd(r, i, v, "vector of %u does not make .%s", v->n, ptx_type_name(t));
    for (unsigned k = 0; k < v->n; k++) {
        const ptx_opnd_t *e = &v->elem[k];
        if (d->kind == PO_VEC && e->kind == PO_SINK)
            continue;
        if (!(d->kind == PO_VEC ? check_dest(r, i, e, part, false)
                                : check_source(r, i, e, part, false)))
            return false;
    }
    return d->kind == PO_VEC ? check_source(r, i, s, t, false) : check_dest(r, i, d, t, false);
}

static bool check_atom(ptx_reader_t *r, const ptx_inst_t *i)
{
    bool atom = i->row->exec == EX_ATOM, cas = strstr(i->row->name, ".cas.") != NULL;
    unsigned first = atom ? 1 : 0;
    if (!check_count(r, i, first + 2 + cas, first + 2 + cas))
        return false;
    if (atom && i->op[0].kind != PO_SINK && !check_dest(r, i, &i->op[0], i->row->t, false))
        return false;
    if (!check_address(r, i, &i->op[first]))
        return false;
    for (unsigned k = first + 1; k < i->n; k++)
        if (!check_source(r, i, &i->op[k], i->row->t, false))
            return false;
    return true;
}

/* shfl d[|p], a, b, c[, members]; vote d, p[, members]; match d[|p], a, members */
static bool check_lanes(ptx_reader_t *r, const ptx_inst_t *i)
{
    const isa_row_t *row = i->row;
    unsigned sources = row->exec == EX_SHFL ? 3 : 1, members = i->mods & ISA_M(SYNC) ? 1 : 0;
    if (!check_count(r, i, 1 + sources + members, 1 + sources + members))
        return false;
    ptx_opnd_t d = i->op[0];
    if (row->exec == EX_VOTE) {
        if (!check_dest(r, i, &d, row->t, false) || !check_pred(r, i, &i->op[1]))
            return false;
    } else {
        bool all = !strncmp(row->name, "match.all", 9), half = false;
        if (d.kind == PO_PAIR && (row->exec == EX_SHFL || all)) {
            ptx_opnd_t p = {.kind = PO_REG, .reg = d.reg2, .line = d.line, .col = d.col};
            if (d.reg2 != PTX_NO_REG && !check_reg(r, i, &p, PT_PRED, false))
                return false;
            half = d.reg == PTX_NO_REG; /* _|p */
            d.kind = PO_REG;
        }
        if (!half && !check_dest(r, i, &d, PT_B32, false))
            return false;
        if (!check_source(r, i, &i->op[1], row->t, false))
            return false;
    }
    for (unsigned k = 2; k < i->n; k++)
        if (!check_source(r, i, &i->op[k], PT_B32, false))
            return false;
    return true;
}

static bool check_bar(ptx_reader_t *r, const ptx_inst_t *i)
{
    if (!check_count(r, i, 1, 2))
        return false;
    for (unsigned k = 0; k < i->n; k++) {
        if (!check_source(r, i, &i->op[k], PT_B32, false))
            return false;
        if (i->op[k].kind == PO_INT && i->op[k].imm > (k ? 1024u : 15u))
            return ptx_fail_opnd(r, i, &i->op[k], "%s of %lld; expected %s",
                                 k ? "thread count" : "barrier number", (long long)i->op[k].imm,
                                 k ? "0 to 1024" : "0 to 15");
    }
    return true;
}

/* bar.red d, a[, b], p: a predicate or a count of them from all threads. */
static bool check_bar_red(ptx_reader_t *r, const ptx_inst_t *i)
{
    ptx_inst_t plain = *i;
    if (!check_count(r, i, 3, 4) || !check_dest(r, i, &i->op[0], i->row->t, false) ||
        !check_pred(r, i, &i->op[i->n - 1]))
        return false;
    plain.op++;
    plain.n = (uint8_t)(i->n - 2);
    return check_bar(r, &plain);
}

static bool check_cvta(ptx_reader_t *r, const ptx_inst_t *i)
{
    if (!check_count(r, i, 2, 2) || !check_dest(r, i, &i->op[0], i->row->t, false))
        return false;
    const ptx_opnd_t *s = &i->op[1];
    int space = named_space(i->mods);
    if (s->kind == PO_VAR && (int)s->var->space != space)
        return ptx_fail_opnd(r, i, s, "variable '%s' is in .%s, not in .%s", s->var->name,
                             space_names[s->var->space], space_names[space]);
    return check_source(r, i, s, i->row->t, false);
}

static bool check_call(ptx_reader_t *r, const ptx_inst_t *i);

/* A call through a pointer against its prototype, or the functions that it may be. */
static bool check_indirect(ptx_reader_t *r, const ptx_inst_t *i)
{
    const ptx_label_t *l = i->prototype;
    if (i->op[0].kind != PO_REG)
        return ptx_fail_opnd(r, i, &i->op[0], "address of the wrong kind; expected a register");
    if (!check_reg(r, i, &i->op[0], PT_B64, false))
        return false;
    for (unsigned k = 0; k < l->n_callees; k++) {
        ptx_inst_t direct = *i;
        direct.callee = l->callees[k];
        if (!check_call(r, &direct))
            return false;
    }
    if (l->n_callees)
        return true;
    bool fits = i->n_rets == l->n_rets && i->n_args == l->n_params;
    for (unsigned k = 0; fits && k < i->n_rets + i->n_args; k++)
        fits = i->actual[k]->bytes == l->bytes[k];
    return fits || ptx_fail_opnd(r, i, NULL, "results or arguments are not those of '%s'", l->name);
}

static bool check_call(ptx_reader_t *r, const ptx_inst_t *i)
{
    const ptx_func_t *f = i->callee;
    if (!f)
        return check_indirect(r, i);
    if (f->entry)
        return ptx_fail_opnd(r, i, NULL, "call of the kernel '%s'; expected a .func", f->name);
    if (f->n_rets != i->n_rets || f->n_params != i->n_args)
        return ptx_fail_opnd(r, i, NULL,
                             "call with %u results and %u arguments; '%s' has %u and %u", i->n_rets,
                             i->n_args, f->name, f->n_rets, f->n_params);
    for (unsigned k = 0; k < i->n_rets + i->n_args; k++) {
        const ptx_var_t *formal = k < i->n_rets ? f->ret[k] : f->param[k - i->n_rets];
        if (i->actual[k]->bytes != formal->bytes)
            return ptx_fail_opnd(r, i, NULL, "'%s' of %llu bytes for '%s' of %llu bytes",
                                 i->actual[k]->name, (unsigned long long)i->actual[k]->bytes,
                                 formal->name, (unsigned long long)formal->bytes);
    }
    return true;
}

static bool check_operands(ptx_reader_t *r, const ptx_inst_t *i)
{
    switch (i->row->exec) {
    case EX_LOAD:
        return check_count(r, i, 2, 2) && check_data(r, i, &i->op[0], true) &&
               check_address(r, i, &i->op[1]);
    case EX_STORE:
        return check_count(r, i, 2, 2) && check_address(r, i, &i->op[0]) &&
               check_data(r, i, &i->op[1], false);
    case EX_ATOM:
    case EX_RED:
        return check_atom(r, i);
    case EX_TEXTURE:
        return check_texture(r, i);
    case EX_PREFETCH:
        return check_count(r, i, 1, 1) && check_address(r, i, &i->op[0]);
    case EX_MOV:
        return check_mov(r, i);
    case EX_PLOGIC: {
        unsigned n = i->row->name[0] == 'n' ? 2 : 3;
        return check_count(r, i, n, n) && check_dest(r, i, &i->op[0], PT_PRED, false) &&
               check_pred(r, i, &i->op[1]) && (n == 2 || check_pred(r, i, &i->op[2]));
    }
    case EX_CVTA:
        return check_cvta(r, i);
    case EX_ISSPACEP:
        return check_count(r, i, 2, 2) && check_dest(r, i, &i->op[0], PT_PRED, false) &&
               check_source(r, i, &i->op[1], PT_B64, false);
    case EX_VOTE:
    case EX_SHFL:
    case EX_MATCH:
        return check_lanes(r, i);
    case EX_BAR:
        return check_bar(r, i);
    case EX_BAR_RED:
        return check_bar_red(r, i);
    case EX_BRX:
        return check_count(r, i, 1, 1) && check_source(r, i, &i->op[0], PT_B32, false) &&
               (i->label || ptx_fail_opnd(r, i, NULL, "no branch table"));
    case EX_CALL:
        return check_call(r, i);
    case EX_BRA:
        return true;
    case EX_NOP:
        return check_count(r, i, 1, 1) && check_source(r, i, &i->op[0], PT_B32, false);
    case EX_MEMBAR:
    case EX_RET:
    case EX_EXIT:
    case EX_TRAP:
        return check_count(r, i, 0, 0);
    default:
        return check_letters(r, i);
    }
}

/* cvt takes .rn... or .rni... or neither, as the two types have it. */
static bool check_cvt_rounding(ptx_reader_t *r, const ptx_inst_t *i)
{
    char d = ptx_type_class(i->row->t), s = ptx_type_class(i->row->t2);
    unsigned db = ptx_type_bits(i->row->t), sb = ptx_type_bits(i->row->t2);
    bool to_int = s == 'f' && d != 'f', from_int = s != 'f' && d == 'f';
    bool narrows = s == 'f' && d == 'f' && db < sb, same = s == 'f' && d == 'f' && db == sb;
    bool round = (i->mods & ISA_M_ROUND) != 0, roundi = (i->mods & ISA_M_ROUNDI) != 0;
    if ((from_int || narrows) && !round)
        return ptx_fail_opnd(r, i, NULL, "no rounding; expected .rn, .rz, .rm or .rp");
    if (to_int && !roundi)
        return ptx_fail_opnd(r, i, NULL, "no rounding; expected .rni, .rzi, .rmi or .rpi");
    if (round && !from_int && !narrows)
        return ptx_fail_opnd(r, i, NULL, "rounding .rn, .rz, .rm or .rp has no meaning");
    if (roundi && !to_int && !same)
        return ptx_fail_opnd(r, i, NULL, "rounding .rni, .rzi, .rmi or .rpi has no meaning");
    if ((i->mods & ISA_M(FTZ)) && i->row->t != PT_F32 && i->row->t2 != PT_F32)
        return ptx_fail_opnd(r, i, NULL, ".ftz without .f32");
    if ((i->mods & ISA_M(SAT)) && i->row->t == PT_F16)
        return refuse(r, i, ".sat to .f16 is not supported");
    return true;
}

/* The first of the modifiers in set, for messages. */
static const char *first_of(uint64_t set)
{
    return isa_mod_text((unsigned)__builtin_ctzll(set));
}

/* Memory order, its scope, and what goes with neither. */
static bool check_order(ptx_reader_t *r, const ptx_inst_t *i)
{
    bool load = i->row->exec == EX_LOAD, store = i->row->exec == EX_STORE;
    if (!load && !store && i->row->exec != EX_ATOM && i->row->exec != EX_RED)
        return true;
    const uint64_t strong = ISA_M(RELAXED) | ISA_M(ACQUIRE) | ISA_M(RELEASE) | ISA_M(ACQ_REL);
    uint64_t takes = load    ? ISA_M(WEAK) | ISA_M(VOLATILE) | ISA_M(RELAXED) | ISA_M(ACQUIRE)
                     : store ? ISA_M(WEAK) | ISA_M(VOLATILE) | ISA_M(RELAXED) | ISA_M(RELEASE)
                     : i->row->exec == EX_ATOM ? strong
                                               : ISA_M(RELAXED) | ISA_M(RELEASE);
    uint64_t order = i->mods & ISA_M_ORDER, scope = i->mods & ISA_M_SCOPE;
    if (order & ~takes)
        return ptx_fail_opnd(r, i, NULL, "modifier .%s does not belong to '%.*s'; expected %s",
                             first_of(order & ~takes), (int)strcspn(i->row->name, "."),
                             i->row->name,
                             load                      ? ".weak, .volatile, .relaxed or .acquire"
                             : store                   ? ".weak, .volatile, .relaxed or .release"
                             : i->row->exec == EX_ATOM ? ".relaxed, .acquire, .release or .acq_rel"
                                                       : ".relaxed or .release");
    if (!load && !store) /* both may be left out: .relaxed, .gpu */
        return true;
    if ((order & strong) && !scope)
        return ptx_fail_opnd(r, i, NULL, ".%s without a scope; expected .cta, .gpu or .sys",
                             first_of(order));
    if (scope && !(order & strong))
        return ptx_fail_opnd(r, i, NULL, "scope .%s without an order; expected .relaxed or %s",
                             first_of(scope), load ? ".acquire" : ".release");
    uint64_t cop = i->mods & (ISA_M_LDCOP | ISA_M_STCOP);
    if (cop && (order & (strong | ISA_M(VOLATILE))))
        return ptx_fail_opnd(r, i, NULL, "modifiers .%s and .%s contradict each other",
                             first_of(cop), first_of(order));
    uint64_t space = i->mods & ISA_M_SPACE;
    if ((order & (strong | ISA_M(VOLATILE))) && (space & ~(ISA_M(GLOBAL) | ISA_M(SHARED))))
        return ptx_fail_opnd(r, i, NULL,
                             ".%s access in .%s; expected .global, .shared or a generic address",
                             first_of(order), first_of(space));
    if (!(i->mods & ISA_M(NC)))
        return true;
    if (order)
        return ptx_fail_opnd(r, i, NULL, "modifiers .nc and .%s contradict each other",
                             first_of(order));
    if (cop & ~(ISA_M(CA) | ISA_M(CG) | ISA_M(CS)))
        return ptx_fail_opnd(r, i, NULL, "modifiers .nc and .%s contradict each other",
                             first_of(cop));
    return space == ISA_M(GLOBAL) || ptx_fail_opnd(r, i, NULL, ".nc without .global");
}

static bool check_mods(ptx_reader_t *r, const ptx_inst_t *i)
{
    static const uint64_t exclusive[] = {
        ISA_M_ROUND | ISA_M_ROUNDI, ISA_M_BOOL,  ISA_M_SPACE, ISA_M_VEC,
        ISA_M_LDCOP | ISA_M_STCOP,  ISA_M_ORDER, ISA_M_SCOPE,
    };
    uint64_t alien = i->mods & ~i->row->allow;
    if (alien) {
        char what[120];
        snprintf(what, sizeof what, "modifier .%s does not belong to '%s'",
                 isa_mod_text((unsigned)__builtin_ctzll(alien)), i->row->name);
        return refuse(r, i, what);
    }
    if (i->row->need && !(i->mods & i->row->need))
        return ptx_fail_opnd(r, i, NULL, "modifier missing; expected .%s or another of its kind",
                             isa_mod_text((unsigned)__builtin_ctzll(i->row->need)));
    for (unsigned k = 0; k < sizeof exclusive / sizeof exclusive[0]; k++) {
        uint64_t both = i->mods & exclusive[k];
        if (both & (both - 1))
            return ptx_fail_opnd(r, i, NULL, "modifiers .%s and .%s contradict each other",
                                 isa_mod_text((unsigned)__builtin_ctzll(both)),
                                 isa_mod_text((unsigned)__builtin_ctzll(both & (both - 1))));
    }
    if ((i->mods & ISA_M_VEC) && ptx_type_bits(i->row->t) * (i->mods & ISA_M(V4) ? 4u : 2u) > 128)
        return ptx_fail_opnd(r, i, NULL, "vector access of more than 16 bytes");
    if (!strncmp(i->row->name, "cvt.", 4))
        return check_cvt_rounding(r, i);
    return check_order(r, i);
}

bool ptx_check(ptx_reader_t *r, const ptx_inst_t *i)
{
    return check_mods(r, i) && check_operands(r, i);
}
