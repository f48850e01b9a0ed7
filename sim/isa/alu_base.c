/* Handlers for any machine. */
#define ALU_SUFFIX base
#include "isa/alu.inc"
