#include "prove/memory.h"

#include <string.h>

static void *get(const memory_from_t *f, size_t bytes)
{
    void *p = arena_get(f->arena, bytes);
    if (!p)
        f->no_memory(f->ctx);
    return p;
}

static uint32_t pages_of(const object_t *o)
{
    return (o->bytes + PAGE_BYTES - 1) / PAGE_BYTES;
}

uint32_t memory_add(const memory_from_t *f, memory_t *m, uint32_t bytes)
{
    if (m->n == m->cap) {
        const uint32_t cap = m->cap ? 2 * m->cap : 16;
        object_t *object = get(f, cap * sizeof *object);
        if (m->n)
            memcpy(object, m->object, m->n * sizeof *object);
        m->object = object;
        m->cap = cap;
    }
    if (!m->stamp)
        m->stamp = ++*f->stamps;
    object_t *o = &m->object[m->n];
    o->bytes = bytes;
    o->page = get(f, pages_of(o) * sizeof *o->page);
    return m->n++;
}

void memory_cut(memory_t *m, uint32_t n)
{
    m->n = n;
}

memory_t memory_copy(const memory_from_t *f, memory_t *m)
{
    memory_t c = {.n = m->n, .cap = m->n + 4, .stamp = ++*f->stamps};
    c.object = get(f, c.cap * sizeof *c.object);
    for (uint32_t k = 0; k < m->n; k++) {
        const uint32_t n = pages_of(&m->object[k]);
        c.object[k].bytes = m->object[k].bytes;
        c.object[k].page = get(f, n * sizeof *c.object[k].page);
        if (n)
            memcpy(c.object[k].page, m->object[k].page, n * sizeof *c.object[k].page);
    }
    m->stamp = ++*f->stamps; /* what it has written so far is the copy's, too */
    return c;
}

static page_t *new_page(const memory_from_t *f, const memory_t *m)
{
    page_t *p = get(f, sizeof *p);
    p->owner = m->stamp;
    return p;
}

/* The page, made of new inputs where nothing has been written. */
static page_t *page_at(const memory_from_t *f, memory_t *m, uint32_t object, uint32_t number)
{
    page_t *p = m->object[object].page[number];
    if (p)
        return p;
    p = m->object[object].page[number] = new_page(f, m);
    for (unsigned i = 0; i < PAGE_BYTES * 8; i++)
        p->bit[i] = aig_input(f->aig);
    return p;
}

const lit_t *memory_read(const memory_from_t *f, memory_t *m, uint32_t object, uint32_t at)
{
    return &page_at(f, m, object, at / PAGE_BYTES)->bit[at % PAGE_BYTES * 8];
}

void memory_write(const memory_from_t *f, memory_t *m, uint32_t object, uint32_t at,
                  const lit_t *bit)
{
    page_t *p = page_at(f, m, object, at / PAGE_BYTES);
    lit_t *to = &p->bit[at % PAGE_BYTES * 8];
    if (memcmp(to, bit, 8 * sizeof *bit) == 0)
        return;
    if (p->owner != m->stamp) {
        page_t *mine = new_page(f, m);
        memcpy(mine->bit, p->bit, sizeof p->bit);
        m->object[object].page[at / PAGE_BYTES] = mine;
        to = &mine->bit[at % PAGE_BYTES * 8];
    }
    memcpy(to, bit, 8 * sizeof *bit);
}

void memory_join(const memory_from_t *f, lit_t s, memory_t *a, memory_t *b)
{
    for (uint32_t k = 0; k < a->n; k++)
        for (uint32_t n = 0; n < pages_of(&a->object[k]); n++) {
            if (a->object[k].page[n] == b->object[k].page[n])
                continue;
            const page_t *x = page_at(f, a, k, n), *y = page_at(f, b, k, n);
            page_t *made = new_page(f, a);
            for (unsigned i = 0; i < PAGE_BYTES * 8; i++)
                made->bit[i] = aig_mux(f->aig, s, x->bit[i], y->bit[i]);
            a->object[k].page[n] = made;
        }
}
