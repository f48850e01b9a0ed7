/*
 * What the shims share: a context that keeps the text of a failed assertion, so that nothing is
 * printed behind the caller's back and no failure ends the process.
 */
#ifndef LW_LOCKSTEP_RTL_CONTEXT_H
#define LW_LOCKSTEP_RTL_CONTEXT_H

#include <string>

#include "verilated.h"

struct rtl_context : VerilatedContext {
    std::string text;    /* what the model printed last */
    std::string message; /* of the last failure */
    bool failed = false;
};

/* The one in evaluation. A variable of its own, because one of a thread costs a call for each
 * evaluation; models are evaluated in one thread. */
extern rtl_context *rtl_current;

/* Thrown out of a model that cannot go on (it does not settle). */
struct rtl_fatal {
};

#endif
