/*
 * Inside the decoder: what its files share. emit.c takes an instruction apart, emit_source.c finds
 * where its operands are.
 */
#ifndef LW_ISA_EMIT_INT_H
#define LW_ISA_EMIT_INT_H

#include "isa/build.h"

typedef struct emit {
    build_t *b;
    const_entry_t *entry;
    uint32_t bucket[1024], *chain; /* 1 + index of an entry with that hash; the next one */
    unsigned n_entries;
    uint32_t const_slots;
    bool grid_sync;
    const flat_t *f; /* being decoded */
    op_t *o;
} emit_t;

/* A source word (SRC_*): a slot of a bank. */
static inline uint32_t emit_src(isa_bank_t bank, uint32_t slot)
{
    return (uint32_t)bank << SRC_BANK_SHIFT | slot;
}

/* A number as a source; the address of a variable, plus `add`. */
uint32_t emit_value(emit_t *e, uint64_t value, unsigned bits);
uint32_t emit_variable(emit_t *e, ptx_var_t *named, uint64_t add, unsigned bits);
/* Slot and width (32 or 64) of a register; a predicate's number, NO_PRED: none. */
uint32_t emit_reg(const emit_t *e, uint32_t reg);
unsigned emit_reg_bits(const emit_t *e, uint32_t reg);
uint16_t emit_pred(const emit_t *e, uint32_t reg);
/* Whether the operand's variable is defined; a message if not. */
bool emit_defined(const emit_t *e, const ptx_opnd_t *o);
/* A source of type t; *narrow set: the low halves of a 64-bit register are meant. */
bool emit_source(emit_t *e, const ptx_opnd_t *o, unsigned t, uint32_t *out, bool *narrow);

#endif
