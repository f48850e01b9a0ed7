/*
 * Who is registered for which moment (inside the GPU model; policies see hooks.h).
 */
#ifndef LW_GPU_HOOK_TABLE_H
#define LW_GPU_HOOK_TABLE_H

#include "gpu/gpu.h"
#include "gpu/hooks.h"

typedef struct gpu_hook_table {
    const gpu_hooks_t *ops[GPU_MAX_POLICIES];
    void *ctx[GPU_MAX_POLICIES];
    unsigned n;
    uint8_t buffer; /* with users_request_next: number of the policy */
#define HOOK_USERS(name, ret, args) uint8_t users_##name;
    GPU_HOOKS_SHARED(HOOK_USERS)
    GPU_HOOKS_OWNED(HOOK_USERS)
#undef HOOK_USERS
} gpu_hook_table_t;

/* Calls a hook without a result for every policy that has it. */
#define HOOK_CALL(table, name, ...)                                                                \
    do {                                                                                           \
        if (__builtin_expect((table)->users_##name != 0, 0))                                       \
            for (unsigned hook_i = 0; hook_i < (table)->n; hook_i++)                               \
                if ((table)->ops[hook_i]->name)                                                    \
                    (table)->ops[hook_i]->name((table)->ctx[hook_i], __VA_ARGS__);                 \
    } while (0)

/* Calls an owned hook of the one policy that has it, whose number is `at`. */
#define HOOK_OWNER(table, at, name, ...) ((table)->ops[at]->name((table)->ctx[at], __VA_ARGS__))

#endif
