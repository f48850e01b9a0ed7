#include "prove/ir.h"

#include <stdlib.h>
#include <string.h>

void ir_free(ir_module_t *m)
{
    for (uint32_t i = 0; i < m->n_memory; i++)
        free(m->memory[i]);
    free(m->memory);
    memset(m, 0, sizeof *m);
}

const ir_function_t *ir_find(const ir_module_t *m, const char *name)
{
    for (uint32_t i = 0; i < m->n_functions; i++)
        if (m->function[i].defined && strcmp(m->function[i].name, name) == 0)
            return &m->function[i];
    return NULL;
}
