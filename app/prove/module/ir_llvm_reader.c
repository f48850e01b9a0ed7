/* Memory, tables and refusals of the module prove_ir. */
#include "prove/module/ir_llvm.h"

#include <stdlib.h>
#include <string.h>

void *reader_keep(reader_t *r, size_t n, size_t bytes)
{
    void *p = calloc(n ? n : 1, bytes);
    void **all = realloc(r->m->memory, (r->m->n_memory + 1) * sizeof *all);
    if (all)
        r->m->memory = all;
    if (!p || !all) {
        free(p);
        diag_at(r->d, "prove", 0, 0, "out of memory");
        r->failed = true;
        return NULL;
    }
    r->m->memory[r->m->n_memory++] = p;
    return p;
}

void map_clear(map_t *m)
{
    free(m->key);
    free(m->value);
    memset(m, 0, sizeof *m);
}

static uint32_t map_slot(const map_t *m, const void *key)
{
    uint32_t at = (uint32_t)((uintptr_t)key / 16 * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    at &= m->size - 1;
    while (m->key[at] && m->key[at] != key)
        at = (at + 1) & (m->size - 1);
    return at;
}

uint32_t map_get(const map_t *m, const void *key)
{
    if (!m->size)
        return UINT32_MAX;
    const uint32_t at = map_slot(m, key);
    return m->key[at] ? m->value[at] : UINT32_MAX;
}

void map_put(reader_t *r, map_t *m, const void *key, uint32_t value)
{
    if (2 * m->n >= m->size) {
        map_t bigger = {.size = m->size ? 2 * m->size : 64};
        bigger.key = calloc(bigger.size, sizeof *bigger.key);
        bigger.value = calloc(bigger.size, sizeof *bigger.value);
        if (!bigger.key || !bigger.value) {
            map_clear(&bigger);
            r->failed = true;
            diag_at(r->d, "prove", 0, 0, "out of memory");
            return;
        }
        for (uint32_t i = 0; i < m->size; i++)
            if (m->key[i])
                map_put(r, &bigger, m->key[i], m->value[i]);
        map_clear(m);
        *m = bigger;
    }
    const uint32_t at = map_slot(m, key);
    m->n += !m->key[at];
    m->key[at] = key;
    m->value[at] = value;
}

void reader_refuse(reader_t *r, const char *what, LLVMValueRef v)
{
    char *text = v ? LLVMPrintValueToString(v) : NULL;
    const char *from = text ? text + strspn(text, " ") : "";
    if (!r->failed)
        diag_at(r->d, r->f && r->f->file ? r->f->file : "prove", (int)r->line, 0,
                "%s is not supported%s%.160s", what, *from ? ": " : "", from);
    r->failed = true;
    LLVMDisposeMessage(text);
}
