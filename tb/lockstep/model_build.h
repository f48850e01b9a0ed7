/*
 * Makes a model of the RTL: runs Verilator and the C++ compiler in a folder of the caller's.
 */
#ifndef LW_LOCKSTEP_MODEL_BUILD_H
#define LW_LOCKSTEP_MODEL_BUILD_H

#include "common/scratch.h"
#include "lockstep/model_text.h"

enum { MODEL_TOOLS = 512, MODEL_KEY = 65 };

/* Told a few times a second how long a tool has been running. */
typedef struct model_watch {
    void (*tick)(void *ctx);
    void *ctx;
} model_watch_t;

/* What the tools say of themselves: a line of Verilator, a line of the compiler. -ENOENT, without a
 * message, where one is not installed: *missing is its name. Another negative errno with a
 * message. */
int model_tools(char tools[MODEL_TOOLS], const char **missing, diag_t *diag);

/* SHA-256 of all that a model is made of: tools and their flags, generated texts, every module that
 * the unit's may contain and the shim. 0 or -EINVAL with a message. */
int model_key(const model_spec_t *m, const char *tools, char key[MODEL_KEY], diag_t *diag);

/* The same of Verilator's runtime, which every model contains. */
int model_runtime_key(const char *tools, char key[MODEL_KEY], diag_t *diag);

/* Makes out.so, or out.o of the runtime, in a scratch folder that is empty, with the log of the
 * tools beside it. launcher: a command that the compiler is run by (ccache), its words ending with
 * NULL, or NULL. 0 or -EINVAL with the tools' first message. */
int model_build(const model_spec_t *m, const char *runtime, scratch_t *scratch,
                const char *const *launcher, const model_watch_t *watch, diag_t *diag);
int model_runtime_build(scratch_t *scratch, const char *const *launcher, const model_watch_t *watch,
                        diag_t *diag);

#endif
