/* Modules: what the rest of the program sees of a PTX file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/build.h"
#include "isa/isa.h"

struct isa_module {
    ptx_module_t m;
    isa_kernel_t *kernel;
    unsigned n_kernels;
    isa_symbol_t *symbol;
    ptx_var_t **symbol_var;
    unsigned n_symbols;
};

/* What cannot be built is a kernel too, which no launch may name. */
static void build_kernel(isa_module_t *m, ptx_func_t *f, isa_kernel_t *k)
{
    diag_t d = {{0}};
    build_t b = {.m = &m->m, .pool = &m->m.pool, .d = &d, .func = f};
    bool ok = build_flat(&b) && build_cfg(&b) && build_regs(&b) && build_emit(&b, k);
    k->name = f->name;
    if (!ok)
        k->refusal = pool_text(&m->m.pool, d.text, strlen(d.text));
    if (ok) {
        k->param = b.param;
        k->n_params = f->n_params;
        k->param_bytes = b.param_bytes;
        k->shared_bytes = b.shared_bytes;
        k->local_bytes = b.local_bytes;
        k->regs_per_thread = b.max_live ? b.max_live : 1;
        if (f->max_regs && f->max_regs < k->regs_per_thread)
            k->regs_per_thread = f->max_regs;
        k->max_threads = f->max_threads;
        memcpy(k->req_block, f->req_block, sizeof k->req_block);
        k->loop = b.loop;
        k->n_loops = b.n_loops;
        k->reconv = b.reconv;
    }
    pool_free(&b.temp);
}

static void list_symbols(isa_module_t *m)
{
    ptx_module_t *x = &m->m;
    m->symbol = pool_alloc(&x->pool, (x->n_vars + 1) * sizeof *m->symbol);
    m->symbol_var = pool_alloc(&x->pool, (x->n_vars + 1) * sizeof *m->symbol_var);
    for (unsigned i = 0; i < x->n_vars; i++) {
        ptx_var_t *v = x->var[i];
        if (v->external || v->real)
            continue;
        uint8_t space = v->space == PTX_CONST ? INST_SPACE_CONST : INST_SPACE_GLOBAL;
        m->symbol_var[m->n_symbols] = v;
        m->symbol[m->n_symbols++] = (isa_symbol_t){.name = v->name,
                                                   .bytes = v->bytes,
                                                   .align = v->align,
                                                   .space = space,
                                                   .linked = v->link != PTX_LINK_FILE,
                                                   .inner = v->inner,
                                                   .file = v->file,
                                                   .line = v->line,
                                                   .col = v->col};
    }
}

/* The text is kept: names and the text of instructions point into it. */
static int read_text(isa_module_t *m, const isa_text_t *t, diag_t *d)
{
    m->m.label = pool_text(&m->m.pool, t->label, strlen(t->label));
    return ptx_parse(&m->m, pool_text(&m->m.pool, t->text, t->bytes), t->bytes, d);
}

isa_module_t *isa_module_parse(const char *label, const char *text, size_t bytes, diag_t *d)
{
    const isa_text_t one = {label, text, bytes};
    return isa_module_link(&one, 1, d);
}

isa_module_t *isa_module_link(const isa_text_t *text, unsigned n, diag_t *d)
{
    isa_module_t *m = calloc(1, sizeof *m);
    if (!m) {
        diag_at(d, text[0].label, 0, 0, "out of memory");
        return NULL;
    }
    int rc = 0;
    for (unsigned i = 0; !rc && i < n; i++)
        rc = read_text(m, &text[i], d);
    if (rc || ptx_link(&m->m, d)) {
        isa_module_free(m);
        return NULL;
    }
    m->kernel = pool_alloc(&m->m.pool, (m->m.n_funcs + 1) * sizeof *m->kernel);
    for (unsigned i = 0; i < m->m.n_funcs; i++) {
        ptx_func_t *f = m->m.func[i];
        if (f->entry && f->body && !f->real)
            build_kernel(m, f, &m->kernel[m->n_kernels++]);
    }
    list_symbols(m);
    return m;
}

void isa_module_free(isa_module_t *m)
{
    if (!m)
        return;
    pool_free(&m->m.pool);
    free(m);
}

unsigned isa_kernel_count(const isa_module_t *m)
{
    return m->n_kernels;
}

const isa_kernel_t *isa_kernel_at(const isa_module_t *m, unsigned i)
{
    return &m->kernel[i];
}

const isa_kernel_t *isa_kernel_find(const isa_module_t *m, const char *name)
{
    for (unsigned i = 0; i < m->n_kernels; i++)
        if (!strcmp(m->kernel[i].name, name))
            return &m->kernel[i];
    return NULL;
}

const char *isa_inst_text(const isa_kernel_t *k, uint32_t index, char *out, size_t size)
{
    const ptx_inst_t *p = k->code->ptx[index];
    if (!p) {
        snprintf(out, size, "exit");
        return out;
    }
    return ptx_inst_quote(p, out, size);
}

unsigned isa_symbol_count(const isa_module_t *m)
{
    return m->n_symbols;
}

const isa_symbol_t *isa_symbol_at(const isa_module_t *m, unsigned i)
{
    return &m->symbol[i];
}

int isa_symbol_find(const isa_module_t *m, const char *name, diag_t *d)
{
    int found = -1, second = -1;
    for (unsigned i = 0; i < m->n_symbols; i++) {
        const isa_symbol_t *s = &m->symbol[i];
        if (s->inner || strcmp(s->name, name))
            continue;
        if (s->linked) /* the linker has left one */
            return (int)i;
        if (found < 0)
            found = (int)i;
        else if (second < 0)
            second = (int)i;
    }
    if (second < 0)
        return found;
    const isa_symbol_t *a = &m->symbol[found], *b = &m->symbol[second];
    diag_at(d, b->file, b->line, b->col,
            "'%s' is another variable than at %s:%d:%d; expected one file with it, or one of them "
            ".visible",
            name, a->file, a->line, a->col);
    return -2;
}

void isa_symbol_place(isa_module_t *m, unsigned i, uint64_t addr)
{
    m->symbol_var[i]->addr = addr;
    m->symbol_var[i]->placed = true;
}

void isa_symbol_image(const isa_module_t *m, unsigned i, void *out)
{
    const ptx_var_t *v = m->symbol_var[i];
    if (v->init)
        memcpy(out, v->init, v->bytes);
    else
        memset(out, 0, v->bytes);
    for (unsigned k = 0; k < v->n_relocs; k++) {
        const ptx_reloc_t *r = &v->reloc[k];
        uint64_t at = r->func ? ptx_func_address(r->func) : ptx_real_var(r->var)->addr;
        at = (at + (uint64_t)r->add) >> r->shift;
        memcpy((uint8_t *)out + r->at, &at, r->bytes);
    }
}
