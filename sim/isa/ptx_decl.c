/* Declarations: registers, variables, initial values. */
#include <string.h>

#include "isa/ptx.h"

#define MAX_REG_RANGE    (1u << 20)
#define MAX_VAR_BYTES    (UINT64_C(1) << 34)
#define MAX_CONST_BYTES  (UINT64_C(1) << 16) /* a module's .const variables together */
#define MAX_THREAD_BYTES (UINT64_C(1) << 24) /* local and shared memory: ISA_WINDOW_BYTES */

/* A type of the manual's that is not supported: refused where a launch reaches what has it. Outside
 * of bodies it becomes bits of its size, and reading goes on. */
static bool other_type(ptx_reader_t *r, ptx_type_t *type, unsigned *v)
{
    static const struct {
        const char *name;
        ptx_type_t like;
        unsigned v;
    } others[] = {
        {"b128", PT_B64, 2}, {"bf16", PT_B16, 1},   {"bf16x2", PT_B32, 1},
        {"tf32", PT_B32, 1}, {"e4m3x2", PT_B16, 1}, {"e5m2x2", PT_B16, 1},
    };
    const tok_t *t = r->tok;
    for (size_t k = 0; t->kind == TOK_DOT && k < sizeof others / sizeof others[0]; k++)
        if (tok_is(t, others[k].name)) {
            *type = others[k].like;
            *v *= others[k].v;
            r->tok++;
            return ptx_refuse_declaration(
                r, t, "type %s is not supported; expected a type such as .b32", ptx_tok_text(r, t));
        }
    return ptx_fail(r, t, "unexpected %s; expected a type such as .b32", ptx_tok_text(r, t));
}

/* .type, a type name; v: elements of a .v2 or .v4 before it. */
static bool take_type(ptx_reader_t *r, ptx_type_t *type, unsigned *v)
{
    *v = 1;
    if (ptx_take_dot(r, "v2"))
        *v = 2;
    else if (ptx_take_dot(r, "v4"))
        *v = 4;
    if (ptx_take_dot(r, "texref")) { /* isa_texture_t */
        *type = PT_B64;
        *v = 4;
        return true;
    }
    if (ptx_dot(r, "samplerref") || ptx_dot(r, "surfref")) {
        *type = PT_B64;
        *v = 4;
        return ptx_no_opaque(r, r->tok++);
    }
    *type = r->tok->kind == TOK_DOT ? ptx_type_find(r->tok->at, r->tok->len) : PT_NONE;
    if (*type == PT_NONE)
        return other_type(r, type, v);
    r->tok++;
    return true;
}

bool ptx_register_formal(ptx_reader_t *r)
{
    ptx_type_t type;
    unsigned v;
    if (!take_type(r, &type, &v))
        return false;
    const tok_t *name = r->tok++;
    if (name->kind != TOK_ID)
        return ptx_fail(r, name, "unexpected %s; expected a register name", ptx_tok_text(r, name));
    const ptx_name_t n = {.kind = PTX_NAME_REG, .reg = ptx_new_reg(r, type)};
    return ptx_declare(r, name, n);
}

bool ptx_register_declaration(ptx_reader_t *r)
{
    ptx_type_t type;
    unsigned v;
    if (!take_type(r, &type, &v))
        return false;
    if (v != 1)
        return ptx_refuse(r, r->tok, "vector registers are not supported; expected scalar ones");
    do {
        const tok_t *name = r->tok;
        if (name->kind != TOK_ID)
            return ptx_fail(r, name, "unexpected %s; expected a register name",
                            ptx_tok_text(r, name));
        r->tok++;
        if (ptx_take(r, '<')) {
            uint64_t count;
            if (!ptx_const_in(r, 0, MAX_REG_RANGE, "register count", &count) ||
                !ptx_expect(r, '>', "after a register count") ||
                !ptx_declare_regs(r, name, type, (uint32_t)count))
                return false;
        } else {
            ptx_name_t n = {.kind = PTX_NAME_REG, .reg = ptx_new_reg(r, type)};
            if (!ptx_declare(r, name, n))
                return false;
        }
    } while (ptx_take(r, ','));
    return ptx_expect(r, ';', "after a register declaration");
}

typedef struct init {
    ptx_reader_t *r;
    ptx_var_t *var;
    unsigned elem; /* bytes of an element */
    uint64_t room; /* bytes the value may have; grows for [] */
    uint64_t at;
    unsigned bytes, shift; /* of an address in it */
} init_t;

/* Makes room for one more element and returns its place, or NULL with an error. */
static uint8_t *init_place(init_t *x)
{
    ptx_var_t *v = x->var;
    if (!v->open) {
        if (x->at + x->elem > x->room) {
            ptx_fail(x->r, x->r->tok, "more initial values than '%s' has elements", v->name);
            return NULL;
        }
    } else if (x->at + x->elem > x->room) {
        uint64_t room = x->room ? x->room * 2 : 64;
        uint8_t *moved = pool_alloc(&x->r->m->pool, room);
        if (x->at)
            memcpy(moved, v->init, x->at);
        v->init = moved;
        x->room = room;
    }
    return v->init + x->at;
}

static bool init_address(init_t *x, const tok_t *name, bool generic)
{
    ptx_reader_t *r = x->r;
    ptx_name_t n = ptx_lookup(r, name);
    bool func = n.kind == PTX_NAME_FUNC && !generic, kernel = func && n.func->entry;
    if (!func &&
        (n.kind != PTX_NAME_VAR || (n.var->space != PTX_GLOBAL && n.var->space != PTX_CONST)))
        return ptx_fail(r, name, "%s in an initial value; expected a .global or .const variable%s",
                        ptx_tok_text(r, name), generic ? " inside generic()" : " or a function");
    bool keep = !kernel && x->elem == x->bytes;
    if (kernel && !ptx_refuse_declaration(r, name,
                                          "address of the kernel %s is not supported; expected a "
                                          "function or a variable",
                                          ptx_tok_text(r, name)))
        return false;
    if (x->elem != x->bytes &&
        !ptx_refuse_declaration(
            r, name,
            "address in an element of %u bytes; expected 8, or 1 and a mask such "
            "as 0xFF00(%.*s)",
            x->elem, (int)name->len, name->at))
        return false;
    uint64_t add = 0;
    if (ptx_punct(r, '+') || ptx_punct(r, '-')) {
        bool minus = ptx_punct(r, '-');
        r->tok++;
        if (!ptx_const(r, &add))
            return false;
        add = minus ? -add : add;
    }
    if (!keep)
        return true;
    ptx_var_t *v = x->var;
    v->reloc = pool_grow(&r->m->pool, v->reloc, v->n_relocs, sizeof *v->reloc);
    v->reloc[v->n_relocs++] = (ptx_reloc_t){.at = x->at,
                                            .bytes = x->bytes,
                                            .shift = x->shift,
                                            .var = n.var,
                                            .func = func ? n.func : NULL,
                                            .add = (int64_t)add};
    if (func)
        n.func->taken = true;
    return true;
}

/* name+4 or generic(name)+4 */
static bool init_pointer(init_t *x)
{
    ptx_reader_t *r = x->r;
    const tok_t *name = r->tok;
    bool generic = tok_is(name, "generic") && name[1].kind == TOK_PUNCT && name[1].ch == '(';
    r->tok += generic ? 2 : 1;
    if (!generic)
        return init_address(x, name, false);
    name = r->tok;
    if (name->kind == TOK_ID)
        r->tok++;
    if (!init_address(x, name, true) || !ptx_expect(r, ')', "after generic(name"))
        return false;
    if (ptx_take(r, '+')) {
        uint64_t add;
        if (!ptx_const(r, &add))
            return false;
        if (x->elem == x->bytes)
            x->var->reloc[x->var->n_relocs - 1].add += (int64_t)add;
    }
    return true;
}

/* 0xFF00(name): the second byte of its address. The element is a byte of a packed struct. */
static bool init_mask(init_t *x)
{
    ptx_reader_t *r = x->r;
    const tok_t *t = r->tok;
    uint64_t mask = t->bits;
    x->shift = mask ? (unsigned)__builtin_ctzll(mask) : 0;
    if (x->shift % 8 || mask >> x->shift != 0xff)
        return ptx_fail(r, t, "mask %s of an address; expected one whole byte, such as 0xFF00",
                        ptx_tok_text(r, t));
    if (x->elem != 1)
        return ptx_fail(r, t, "byte of an address in an element of %u bytes; expected .u8 or .b8",
                        x->elem);
    r->tok += 2;
    if (r->tok->kind != TOK_ID)
        return ptx_fail(r, r->tok, "unexpected %s; expected a variable or a function",
                        ptx_tok_text(r, r->tok));
    x->bytes = 1;
    bool ok = init_pointer(x) && ptx_expect(r, ')', "after the byte of an address");
    x->bytes = 8;
    x->shift = 0;
    return ok;
}

/* A float constant of an element: 0f, 0d, a decimal fraction, or an integer, with a sign. */
static bool init_float(init_t *x, uint8_t *place)
{
    ptx_reader_t *r = x->r;
    bool minus = ptx_take(r, '-');
    const tok_t *t = r->tok;
    double v;
    float f;
    if (t->kind == TOK_F64) {
        if (x->elem == 4 && !ptx_fits_f32(t->bits))
            return ptx_fail(r, t, "value %s does not fit in .f32", ptx_tok_text(r, t));
        memcpy(&v, &t->bits, sizeof v);
        f = (float)v;
    } else if (t->kind == TOK_F32) {
        uint32_t bits = (uint32_t)t->bits;
        memcpy(&f, &bits, sizeof f);
        v = (double)f;
    } else if (t->kind == TOK_INT) {
        v = (double)t->bits;
        f = (float)t->bits;
    } else {
        return ptx_fail(r, t, "unexpected %s; expected a floating-point constant",
                        ptx_tok_text(r, t));
    }
    r->tok++;
    v = minus ? -v : v;
    f = minus ? -f : f;
    if (x->elem == 8)
        memcpy(place, &v, 8);
    else
        memcpy(place, &f, 4);
    return true;
}

static bool init_scalar(init_t *x)
{
    ptx_reader_t *r = x->r;
    uint8_t *place = init_place(x);
    if (!place)
        return false;
    const tok_t *t = r->tok;
    if (t->kind == TOK_ID && !tok_is(t, "WARP_SZ")) {
        if (!init_pointer(x))
            return false;
    } else if (t->kind == TOK_INT && t[1].kind == TOK_PUNCT && t[1].ch == '(') {
        if (!init_mask(x))
            return false;
    } else if (ptx_type_class(x->var->type) == 'f' && x->elem >= 4) {
        if (!init_float(x, place))
            return false;
    } else {
        uint64_t v;
        if (!ptx_const(r, &v))
            return false;
        unsigned bits = x->elem * 8;
        if (bits < 64 && (int64_t)v >= (INT64_C(1) << bits))
            return ptx_fail(r, t, "value %lld does not fit in .%s", (long long)v,
                            ptx_type_name(x->var->type));
        if (bits < 64 && (int64_t)v < -(INT64_C(1) << (bits - 1)))
            return ptx_fail(r, t, "value %lld does not fit in .%s", (long long)v,
                            ptx_type_name(x->var->type));
        memcpy(place, &v, x->elem);
    }
    x->at += x->elem;
    return true;
}

static bool init_list(init_t *x, unsigned depth)
{
    if (depth > 8)
        return ptx_fail(x->r, x->r->tok, "initial value nested more than 8 deep");
    do {
        if (ptx_punct(x->r, '}'))
            break;
        bool ok = ptx_take(x->r, '{') ? init_list(x, depth + 1) : init_scalar(x);
        if (!ok)
            return false;
    } while (ptx_take(x->r, ','));
    return ptx_expect(x->r, '}', "after initial values");
}

/* Behind the initial value of a variable that no launch may reach: to its comma or semicolon. */
static bool skip_initializer(ptx_reader_t *r)
{
    const tok_t *first = r->tok;
    for (unsigned depth = 0; r->tok != r->end; r->tok++) {
        if (!depth && (ptx_punct(r, ',') || ptx_punct(r, ';')))
            return true;
        depth += ptx_punct(r, '{');
        if (ptx_punct(r, '}') && !depth--)
            break;
    }
    return ptx_fail(r, first, "initial value without end; expected ';'");
}

static bool initializer(ptx_reader_t *r, ptx_var_t *v, unsigned elem)
{
    if (v->external)
        return ptx_fail(r, r->tok, "initial value of '%s', which is .extern; expected none",
                        v->name);
    if (v->opaque && !r->in_body && !r->pending)
        ptx_refuse_declaration(r, r->tok,
                               "initial values of a .texref are not supported; expected "
                               "none");
    if (r->pending) {
        v->open = false;
        return skip_initializer(r);
    }
    if (v->space != PTX_GLOBAL && v->space != PTX_CONST)
        return ptx_fail(r, r->tok,
                        "initial value of '%s'; only .global and .const variables "
                        "have one",
                        v->name);
    init_t x = {.r = r, .var = v, .elem = elem, .room = v->open ? 0 : v->bytes, .bytes = 8};
    if (!v->open)
        v->init = pool_alloc(&r->m->pool, v->bytes);
    bool ok = ptx_take(r, '{') ? init_list(&x, 1) : init_scalar(&x);
    if (!ok)
        return false;
    if (v->open) {
        v->bytes = x.at;
        v->open = false;
    }
    return true;
}

/* [n][m]... after a name; false on error. */
static bool dimensions(ptx_reader_t *r, ptx_var_t *v)
{
    for (bool first = true; ptx_take(r, '['); first = false) {
        if (first && ptx_take(r, ']')) {
            v->open = true;
            continue;
        }
        uint64_t limit = v->bytes ? MAX_VAR_BYTES / v->bytes : MAX_VAR_BYTES, n;
        if (!ptx_const_in(r, 0, limit, "array size", &n) ||
            !ptx_expect(r, ']', "after an array size"))
            return false;
        v->bytes *= n;
    }
    return true;
}

/* .ptr [.space] [.align n] of a kernel parameter: said for compilers, not needed. */
static bool pointer_attribute(ptx_reader_t *r)
{
    if (!ptx_take_dot(r, "ptr"))
        return true;
    if (ptx_dot(r, "global") || ptx_dot(r, "shared") || ptx_dot(r, "const") || ptx_dot(r, "local"))
        r->tok++;
    uint64_t n;
    return !ptx_take_dot(r, "align") || ptx_const_in(r, 1, 1024, "alignment", &n);
}

static bool take_align(ptx_reader_t *r, uint64_t *align)
{
    const tok_t *t = r->tok;
    if (!ptx_take_dot(r, "align"))
        return true;
    if (!ptx_const_in(r, 1, 1024, "alignment", align))
        return false;
    if (*align & (*align - 1))
        return ptx_fail(r, t, "alignment of %llu; expected a power of two",
                        (unsigned long long)*align);
    return true;
}

static void variable_index(ptx_reader_t *r, ptx_var_t *v)
{
    ptx_module_t *m = r->m;
    v->inner = r->func != NULL;
    if (!v->inner && v->space != PTX_PARAM) {
        m->named = pool_grow(&m->pool, m->named, m->n_named, sizeof(ptx_var_t *));
        m->named[m->n_named++] = v;
    }
    if (v->space == PTX_PARAM || v->space == PTX_LOCAL) {
        ptx_func_t *f = r->func;
        v->func = f;
        f->var = pool_grow(&m->pool, f->var, f->n_vars, sizeof(ptx_var_t *));
        v->index = f->n_vars;
        f->var[f->n_vars++] = v;
    } else if (v->space == PTX_SHARED) {
        v->index = m->n_shared++;
    } else {
        m->var = pool_grow(&m->pool, m->var, m->n_vars, sizeof(ptx_var_t *));
        v->index = m->n_vars;
        m->var[m->n_vars++] = v;
    }
}

/* Name, dimensions, initial value; the name is declared in the innermost scope. */
static ptx_var_t *one_variable(ptx_reader_t *r, const ptx_var_t *like, unsigned lanes, bool formal)
{
    const tok_t *name = r->tok;
    if (name->kind != TOK_ID) {
        ptx_fail(r, name, "unexpected %s; expected the name of a variable", ptx_tok_text(r, name));
        return NULL;
    }
    r->tok++;
    ptx_var_t *v = pool_alloc(&r->m->pool, sizeof *v);
    *v = *like;
    v->name = pool_text(&r->m->pool, name->at, name->len);
    v->file = r->m->label;
    v->line = name->line;
    v->col = name->col;
    unsigned elem = ptx_type_bits(v->type) / 8;
    const char *of_type = r->pending;
    v->bytes = elem * lanes;
    if (r->in_body && ptx_punct(r, '<')) {
        ptx_refuse(r, name,
                   "numbered variables %s<n> are not supported; expected registers or one "
                   "declaration each",
                   ptx_tok_text(r, name));
        return NULL;
    }
    if (!dimensions(r, v))
        return NULL;
    if (ptx_punct(r, '=') && !formal) {
        r->tok++;
        if (!initializer(r, v, elem))
            return NULL;
    }
    if (!r->func && r->pending) {
        v->refusal = r->pending;
        v->unusable = v;
    }
    r->pending = of_type; /* what an initial value has added is this variable's alone */
    if (v->open && !v->external) {
        ptx_fail(r, name, "array '%s' without a size; only .extern arrays may be open", v->name);
        return NULL;
    }
    if ((v->space == PTX_LOCAL || v->space == PTX_SHARED || v->space == PTX_PARAM) &&
        v->bytes > MAX_THREAD_BYTES / 2) {
        ptx_fail(r, name, "variable '%s' of %llu bytes; expected at most %llu", v->name,
                 (unsigned long long)v->bytes, (unsigned long long)MAX_THREAD_BYTES / 2);
        return NULL;
    }
    if (v->space == PTX_CONST && !v->external) {
        uint64_t at = (r->m->const_bytes + v->align - 1) & ~(uint64_t)(v->align - 1);
        r->m->const_bytes = at + v->bytes;
        if (r->m->const_bytes > MAX_CONST_BYTES) {
            ptx_fail(r, name, ".const variables up to '%s' take %llu bytes; expected at most %llu",
                     v->name, (unsigned long long)r->m->const_bytes,
                     (unsigned long long)MAX_CONST_BYTES);
            return NULL;
        }
    }
    variable_index(r, v);
    ptx_name_t n = {.kind = PTX_NAME_VAR, .var = v};
    return ptx_declare(r, name, n) ? v : NULL;
}

/* .attribute(.managed, .unified(1, 2)): every variable is where host and device see it, and at one
 * address for both. */
bool ptx_take_attribute(ptx_reader_t *r)
{
    uint64_t id;
    if (!ptx_take_dot(r, "attribute"))
        return true;
    if (!ptx_expect(r, '(', "after .attribute"))
        return false;
    do {
        bool unified = ptx_take_dot(r, "unified");
        if (!unified && !ptx_take_dot(r, "managed"))
            return ptx_fail(r, r->tok, "unknown attribute %s; expected .managed or .unified",
                            ptx_tok_text(r, r->tok));
        if (unified && (!ptx_expect(r, '(', "after .unified") || !ptx_const(r, &id) ||
                        !ptx_expect(r, ',', "between two numbers") || !ptx_const(r, &id) ||
                        !ptx_expect(r, ')', "after two numbers")))
            return false;
    } while (ptx_take(r, ','));
    return ptx_expect(r, ')', "after an attribute");
}

/* [.attribute] [.align n] .type, the last two in either order. */
static bool variable_head(ptx_reader_t *r, ptx_var_t *like, unsigned *lanes)
{
    uint64_t align = 0;
    ptx_type_t type;
    if (!ptx_take_attribute(r) || !take_align(r, &align))
        return false;
    like->opaque = ptx_dot(r, "texref") || ptx_dot(r, "samplerref") || ptx_dot(r, "surfref");
    if (!take_type(r, &type, lanes) || !take_align(r, &align) || !pointer_attribute(r))
        return false;
    if (type == PT_PRED)
        return ptx_fail(r, r->tok, "variable of type .pred; expected a type with a size");
    unsigned natural = ptx_type_bits(type) / 8 * *lanes;
    like->type = (uint8_t)type;
    like->align = align ? (uint32_t)align : natural;
    return true;
}

ptx_var_t *ptx_variable(ptx_reader_t *r, ptx_space_t space, ptx_link_t link, bool formal)
{
    ptx_var_t like = {.space = (uint8_t)space, .link = (uint8_t)link};
    unsigned lanes;
    if (!variable_head(r, &like, &lanes))
        return NULL;
    return one_variable(r, &like, lanes, formal);
}

bool ptx_prototype_param(ptx_reader_t *r, ptx_label_t *l)
{
    ptx_var_t v = {.space = PTX_PARAM};
    unsigned lanes, n = l->n_rets + l->n_params;
    if (!ptx_take_dot(r, "param"))
        return ptx_fail(r, r->tok, "unexpected %s; expected .param", ptx_tok_text(r, r->tok));
    if (!variable_head(r, &v, &lanes))
        return false;
    v.bytes = ptx_type_bits(v.type) / 8 * lanes;
    if (r->tok->kind == TOK_ID)
        r->tok++;
    if (!dimensions(r, &v))
        return false;
    l->bytes = pool_grow(&r->m->pool, l->bytes, n, sizeof *l->bytes);
    l->bytes[n] = v.bytes;
    return true;
}

bool ptx_declaration(ptx_reader_t *r, ptx_space_t space, ptx_link_t link)
{
    ptx_var_t like = {
        .space = (uint8_t)space, .link = (uint8_t)link, .external = link == PTX_LINK_EXTERN};
    unsigned lanes;
    if (!variable_head(r, &like, &lanes))
        return false;
    do {
        if (!one_variable(r, &like, lanes, false))
            return false;
    } while (ptx_take(r, ','));
    return ptx_expect(r, ';', "after a variable");
}
