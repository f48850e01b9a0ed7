/*
 * A PTX module as read: variables, functions, and their instructions with names resolved and
 * operands checked against the row. Private to isa/; lives in the module's pool.
 */
#ifndef LW_ISA_PTX_H
#define LW_ISA_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <stdarg.h>

#include "common/diag.h"
#include "isa/pool.h"
#include "isa/ptx_lex.h"
#include "isa/ptx_type.h"
#include "isa/rows.h"

#define PTX_NO_REG UINT32_MAX

typedef struct ptx_func ptx_func_t;
typedef struct ptx_var ptx_var_t;
typedef struct ptx_scope ptx_scope_t;

/* Who sees a name beside its file. */
typedef enum ptx_link {
    PTX_LINK_FILE, /* nobody */
    PTX_LINK_EXTERN,
    PTX_LINK_WEAK,
    PTX_LINK_COMMON,
    PTX_LINK_VISIBLE,
} ptx_link_t;

typedef enum ptx_space {
    PTX_PARAM, /* kernel parameter, or argument and result of a call */
    PTX_SHARED,
    PTX_LOCAL,
    PTX_GLOBAL,
    PTX_CONST,
} ptx_space_t;

/* The address of a variable or function inside a variable's initial value. */
typedef struct ptx_reloc {
    uint64_t at;           /* byte in the value */
    unsigned bytes, shift; /* so many bytes of the address, from this bit on */
    ptx_var_t *var;
    ptx_func_t *func; /* NULL: of var */
    int64_t add;
} ptx_reloc_t;

struct ptx_var {
    const char *name;
    uint8_t space; /* ptx_space_t */
    uint8_t type;  /* of an element */
    uint8_t link;  /* ptx_link_t, of module scope */
    bool external; /* declared .extern: no storage of its own */
    bool open;     /* [] without a size: dynamic shared memory */
    bool inner;    /* .global, .const or .shared of a function */
    bool opaque;   /* .texref and the like: no access but through textures' instructions */
    uint32_t align;
    uint64_t bytes;
    const ptx_func_t *func; /* of a parameter or local */
    unsigned index;         /* param, local: within the function; others: in the module */
    uint8_t *init;          /* bytes of it, or NULL: zeros */
    ptx_reloc_t *reloc;
    unsigned n_relocs;
    uint64_t addr; /* global, const: where isa_symbol_place put it */
    bool placed;
    ptx_var_t *real;     /* the definition that link.c chose for this name; NULL: this one */
    const char *refusal; /* what of its declaration is not supported; NULL: nothing */
    ptx_var_t *unusable; /* why no launch may reach it: a variable that is defined nowhere or not
                            supported, itself or one whose address it holds; NULL: it may */
    const char *file;    /* its label in messages */
    int line, col;
};

/* Special registers. X(enumerator, name) */
/* clang-format off */
#define PTX_SREGS(X) \
    X(TID_X, "%tid.x") X(TID_Y, "%tid.y") X(TID_Z, "%tid.z") X(NTID_X, "%ntid.x") \
    X(NTID_Y, "%ntid.y") X(NTID_Z, "%ntid.z") X(CTAID_X, "%ctaid.x") X(CTAID_Y, "%ctaid.y") \
    X(CTAID_Z, "%ctaid.z") X(NCTAID_X, "%nctaid.x") X(NCTAID_Y, "%nctaid.y") \
    X(NCTAID_Z, "%nctaid.z") X(LANEID, "%laneid") X(WARPID, "%warpid") X(NWARPID, "%nwarpid") \
    X(SMID, "%smid") X(NSMID, "%nsmid") X(GRIDID, "%gridid") X(LANEMASK_EQ, "%lanemask_eq") \
    X(LANEMASK_LE, "%lanemask_le") X(LANEMASK_LT, "%lanemask_lt") X(LANEMASK_GE, "%lanemask_ge") \
    X(LANEMASK_GT, "%lanemask_gt") X(DYN_SMEM, "%dynamic_smem_size") \
    X(TOTAL_SMEM, "%total_smem_size") X(ENVREG1, "%envreg1") X(ENVREG2, "%envreg2") X(CLOCK, "%clock") X(CLOCK_HI, "%clock_hi") \
    X(CLOCK64, "%clock64") X(GLOBALTIMER, "%globaltimer") X(GLOBALTIMER_LO, "%globaltimer_lo") \
    X(GLOBALTIMER_HI, "%globaltimer_hi")
/* clang-format on */

typedef enum ptx_sreg {
#define X(id, name) PTX_SR_##id,
    PTX_SREGS(X)
#undef X
        PTX_SREG_COUNT
} ptx_sreg_t;

typedef enum ptx_opnd_kind {
    PO_REG,  /* reg */
    PO_NOT,  /* !reg, a predicate */
    PO_PAIR, /* reg|reg2, predicates */
    PO_INT,  /* imm */
    PO_F32,  /* imm: bits */
    PO_F64,  /* imm: bits */
    PO_SREG, /* reg: ptx_sreg_t */
    PO_VAR,  /* address of var, plus imm */
    PO_FUNC, /* address of func */
    PO_VEC,  /* elem[n] */
    PO_MEM,  /* [reg + imm], [var + imm] or [imm] */
    PO_SINK, /* _ */
} ptx_opnd_kind_t;

typedef struct ptx_opnd {
    uint8_t kind; /* ptx_opnd_kind_t */
    uint8_t n;
    uint32_t reg, reg2; /* virtual register of the function, PTX_NO_REG: none */
    uint64_t imm;
    ptx_var_t *var;
    ptx_func_t *func;
    struct ptx_opnd *elem;
    int line, col;
} ptx_opnd_t;

#define PTX_MAX_OPNDS 6

typedef struct ptx_inst {
    const isa_row_t *row;
    uint64_t mods;  /* ISA_M bits */
    uint32_t guard; /* predicate register, PTX_NO_REG: none */
    bool guard_not;
    uint8_t n;
    ptx_opnd_t *op;
    /* bra: one target, brx: all of its table; first as tokens, then as instruction indices. */
    const tok_t **label;
    uint32_t *target;
    uint32_t n_targets;
    /* call: ret then arg, variables in the parameter space of the caller. Through a pointer, op[0],
     * callee is NULL: a function of this prototype or list. */
    ptx_func_t *callee;
    const struct ptx_label *prototype;
    ptx_var_t **actual;
    unsigned n_rets, n_args;
    const ptx_func_t *func; /* that it is in */
    const tok_t *tok;       /* its first token, the opcode's; text runs to the semicolon */
    uint32_t text_len;
    int line, col;
} ptx_inst_t;

typedef struct ptx_label {
    const char *name;
    uint32_t at;           /* index of the next instruction */
    const tok_t **targets; /* of a .branchtargets table */
    uint32_t n_targets;
    ptx_func_t **callees; /* of .calltargets */
    unsigned n_callees;
    bool prototype; /* .callprototype: bytes of results, then of parameters */
    uint64_t *bytes;
    unsigned n_rets, n_params;
    int line;
} ptx_label_t;

struct ptx_func {
    const char *name;
    const char *file;    /* its label in messages */
    const char *refusal; /* the first thing in it that is not supported, with its place; NULL:
                            nothing */
    bool entry;
    bool body;        /* defined, not only declared */
    uint8_t link;     /* ptx_link_t */
    ptx_func_t *real; /* as ptx_var_t.real */
    unsigned index;   /* in ptx_module_t.func */
    bool taken;       /* its address is */
    bool in_regs;     /* parameters or results in registers, which calls do not take */
    ptx_var_t **ret;
    unsigned n_rets;
    ptx_var_t **param;
    unsigned n_params;
    uint8_t *reg; /* ptx_type_t of each virtual register */
    uint32_t n_regs;
    ptx_var_t **var; /* params, results, call arguments and local variables, by index */
    unsigned n_vars;
    ptx_inst_t *inst;
    uint32_t n_inst;
    ptx_label_t **label; /* in file order */
    unsigned n_labels;
    uint32_t max_threads;
    uint32_t req_block[3];
    uint32_t max_regs;
    int line, col;
    bool open; /* being expanded: finds recursion */
};

typedef struct ptx_module {
    pool_t pool;
    const char *label;
    ptx_func_t **func;
    unsigned n_funcs;
    ptx_var_t **var; /* global and const variables, file order */
    unsigned n_vars;
    ptx_var_t **named; /* variables of module scope, .shared ones too */
    unsigned n_named;
    unsigned n_shared;
    uint64_t const_bytes; /* of .const variables so far */
} ptx_module_t;

/* The reader's state, shared by ptx_*.c. After an error tok stands at the end of the file, so
 * that every loop ends; the caller tells by failed. */
typedef struct ptx_reader {
    ptx_module_t *m;
    diag_t *d;
    const tok_t *tok;
    const tok_t *end;
    bool failed;
    ptx_scope_t *scope;
    ptx_func_t *func;
    const tok_t *inst; /* first token of the instruction being read, which messages quote */
    bool in_body;
    bool refused; /* ptx_refuse() was called: what is being read is to be skipped */
    const char
        *pending; /* what ptx_refuse_declaration() has to say of the declaration being read */
    const tok_t *pending_at;
    isa_row_index_t rows;
} ptx_reader_t;

/* ptx_parse.c: adds a file to the module; m->label names it in messages. */
int ptx_parse(ptx_module_t *m, const char *text, size_t bytes, diag_t *d);
/* Two headers of one function: they agree in the sizes of results and parameters. */
bool ptx_same_header(const ptx_func_t *a, const ptx_func_t *b);

/* link.c: gives every name that several files use one definition. 0 or -EINVAL. */
int ptx_link(ptx_module_t *m, diag_t *d);

/* Functions have addresses of their own, which no access may use. */
#define PTX_CODE_BASE (UINT64_C(3) << 56)
#define PTX_CODE_STEP 16u

/* The definition of a variable or function. */
static inline ptx_var_t *ptx_real_var(ptx_var_t *v)
{
    return v->real ? v->real : v;
}

static inline ptx_func_t *ptx_real_func(ptx_func_t *f)
{
    return f->real ? f->real : f;
}

static inline uint64_t ptx_func_address(ptx_func_t *f)
{
    return PTX_CODE_BASE + (uint64_t)PTX_CODE_STEP * (ptx_real_func(f)->index + 1);
}

/* ptx_tok.c: reading tokens and constants */
bool ptx_fail(ptx_reader_t *r, const tok_t *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* PTX that is not supported. Within a body only a launch that reaches the function fails: the
 * function keeps the message, and the reader skips the instruction or, after a directive, the rest
 * of the body. Outside of bodies as ptx_fail(). Returns false. */
bool ptx_refuse(ptx_reader_t *r, const tok_t *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The same in a declaration. Outside of bodies reading goes on, true: the variable, or the function
 * whose header it is, keeps the message, and a launch that reaches it fails. */
bool ptx_refuse_declaration(ptx_reader_t *r, const tok_t *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* What is refused by name: t uses or declares a texture, a surface or a sampler. */
bool ptx_no_textures(ptx_reader_t *r, const tok_t *t);
bool ptx_no_opaque(ptx_reader_t *r, const tok_t *t);
bool ptx_punct(const ptx_reader_t *r, char c); /* stands here */
bool ptx_take(ptx_reader_t *r, char c);        /* stands here: skipped */
bool ptx_expect(ptx_reader_t *r, char c, const char *where);
bool ptx_dot(const ptx_reader_t *r, const char *name);
bool ptx_take_dot(ptx_reader_t *r, const char *name);
/* A 64-bit constant integer expression. */
bool ptx_const(ptx_reader_t *r, uint64_t *out);
/* The same, between lo and hi. */
bool ptx_const_in(ptx_reader_t *r, uint64_t lo, uint64_t hi, const char *what, uint64_t *out);
const char *ptx_tok_text(ptx_reader_t *r, const tok_t *t);
/* "'add.s33 %r1, %r2, 3'" for messages: the text, cut after 60 characters. */
const char *ptx_quote(const char *text, size_t len, char *out, size_t size);
/* The double rounds to a finite float, or is infinite or not a number itself. */
bool ptx_fits_f32(uint64_t bits);

/* ptx_scope.c: names */
typedef struct ptx_name {
    enum { PTX_NAME_NONE, PTX_NAME_REG, PTX_NAME_VAR, PTX_NAME_FUNC, PTX_NAME_LABEL } kind;
    uint32_t reg;
    ptx_var_t *var;
    ptx_func_t *func;
    ptx_label_t *label;
} ptx_name_t;

void ptx_scope_push(ptx_reader_t *r);
void ptx_scope_pop(ptx_reader_t *r);
ptx_scope_t *ptx_scope_up(const ptx_scope_t *s);
/* Declares the name at t in the innermost scope; an error if it is there already. */
bool ptx_declare(ptx_reader_t *r, const tok_t *t, ptx_name_t name);
/* .reg .type prefix<count>: registers prefix0 to prefix(count-1). */
bool ptx_declare_regs(ptx_reader_t *r, const tok_t *t, ptx_type_t type, uint32_t count);
/* Innermost meaning of the name at t; kind PTX_NAME_NONE: undeclared. */
ptx_name_t ptx_lookup(ptx_reader_t *r, const tok_t *t);
/* Takes the name of a function that is no kernel; NULL after a message. */
ptx_func_t *ptx_take_function(ptx_reader_t *r);
uint32_t ptx_new_reg(ptx_reader_t *r, ptx_type_t type);

/* ptx_decl.c: variables */
/* .attribute(...), if it stands here. */
bool ptx_take_attribute(ptx_reader_t *r);
/* .space already taken. Formal parameters end at , or ); others take initializers and ;. */
ptx_var_t *ptx_variable(ptx_reader_t *r, ptx_space_t space, ptx_link_t link, bool formal);
bool ptx_declaration(ptx_reader_t *r, ptx_space_t space, ptx_link_t link);
bool ptx_register_declaration(ptx_reader_t *r);
/* Behind .reg: the type and name of a parameter in a register. */
bool ptx_register_formal(ptx_reader_t *r);
/* .param .type _[n]..., its bytes added to a prototype's. */
bool ptx_prototype_param(ptx_reader_t *r, ptx_label_t *l);

/* ptx_body.c: { ... } of a function, at the brace */
bool ptx_body(ptx_reader_t *r);
/* Behind .pragma: strings, which are advice. */
bool ptx_pragma(ptx_reader_t *r);

/* ptx_inst.c: one instruction, at its guard or opcode */
bool ptx_instruction(ptx_reader_t *r);

/* ptx_check.c: operands against the row */
bool ptx_check(ptx_reader_t *r, const ptx_inst_t *i);
const char *ptx_inst_quote(const ptx_inst_t *i, char *out, size_t size);
/* Points r->failed at an operand of an instruction. */
bool ptx_fail_opnd(ptx_reader_t *r, const ptx_inst_t *i, const ptx_opnd_t *o, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* "function 'f'" or "kernel 'k'" */
const char *ptx_func_text(const ptx_func_t *f, char *out, size_t size);

#endif
