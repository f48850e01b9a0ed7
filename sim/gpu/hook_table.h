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
    const gpu_request_buffer_t *buffer; /* NULL: no policy has one */
    void *buffer_ctx;
#define HOOK_USERS(name, ret, args) uint8_t users_##name;
    GPU_HOOKS_SHARED(HOOK_USERS)
    GPU_HOOKS_OWNED(HOOK_USERS)
    HOOK_USERS(request_buffer, , )
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

#endif
