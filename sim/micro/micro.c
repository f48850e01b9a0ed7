#include "micro/micro.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/device.h"
#include "gpu/rocache.h"
#include "micro/derive.h"
#include "micro/kernels.h"

/* ---- Rows ---- */

unsigned micro_expect(micro_t *m, micro_kind_t kind, const char *unit, double derived,
                      const char *fmt, ...)
{
    if (m->launched)
        diag_at(&m->diag, "micro", 0, 0, "row %u was derived after its launch", m->n);
    if (m->n == MICRO_ROWS) {
        diag_at(&m->diag, "micro", 0, 0, "more than %d rows", MICRO_ROWS);
        return 0;
    }
    micro_row_t *r = &m->row[m->n];
    *r = (micro_row_t){.unit = unit, .kind = kind, .derived = derived};
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(r->what, sizeof r->what, fmt, ap);
    va_end(ap);
    m->open++;
    return m->n++;
}

void micro_got(micro_t *m, unsigned row, double value)
{
    micro_row_t *r = &m->row[row];
    if (row >= m->n || r->measured) {
        diag_at(&m->diag, "micro", 0, 0, "row %u is measured twice or was never derived", row);
        return;
    }
    r->got = value;
    r->measured = true;
    if (--m->open == 0)
        m->launched = false;
}

void micro_skip(micro_t *m, const char *fmt, ...)
{
    char text[96];
    size_t at = strlen(m->skipped);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    snprintf(m->skipped + at, sizeof m->skipped - at, "%s%s", at ? "; " : "", text);
}

bool micro_holds(const micro_row_t *r)
{
    double off = r->got > r->derived ? r->got - r->derived : r->derived - r->got;
    double size = r->derived < 0 ? -r->derived : r->derived;
    return r->measured && (r->kind == MICRO_EXACT ? off == 0 : off <= size * MICRO_TOLERANCE);
}

double micro_difference(const micro_row_t *r)
{
    if (r->got == r->derived)
        return 0;
    return r->derived == 0 ? 100.0 : (r->got - r->derived) / r->derived * 100.0;
}

/* Mechanisms that most rows do not derive: off while those are measured, and the table says so. */
static const struct {
    const char *key, *what;
} mechanism[] = {
    {"t_refi", "refresh"},
    {"l1i_sets", "instruction cache"},
    {"l1c_sets", "constant cache"},
    {"l1t_sets", "texture cache"},
    {"const_path", "constants in the memory stage"},
    {"wb_ports", "limit of register writes"},
    {"l1_lookup_delay", "lookup pipeline"},
    {"l2_sector_acks", "acknowledgements by sector"},
    {"fetch_past_jumps", "fetch past jumps"},
};

enum { MECHANISMS = sizeof mechanism / sizeof mechanism[0] };

static void switch_off(micro_t *m)
{
    m->given = m->cfg;
    m->off = 0;
    for (unsigned i = 0; i < MECHANISMS; i++) {
        const gpu_cfg_key_t *k = gpu_cfg_key(mechanism[i].key);
        if (gpu_cfg_get(&m->cfg, k))
            m->off |= 1u << i;
        gpu_cfg_set(&m->cfg, k, 0);
    }
}

void micro_with(micro_t *m, const char *key)
{
    const gpu_cfg_key_t *k = gpu_cfg_key(key);
    gpu_cfg_set(&m->cfg, k, gpu_cfg_get(&m->given, k));
    for (unsigned i = 0; i < MECHANISMS; i++)
        if (strcmp(mechanism[i].key, key) == 0)
            m->off &= ~(1u << i);
}

int micro_run(micro_t *m, const micro_bench_t *b)
{
    m->n = m->open = 0;
    m->launched = false;
    m->skipped[0] = 0;
    m->diag.text[0] = 0;
    switch_off(m);
    b->run(m);
    for (unsigned i = 0; i < MECHANISMS; i++)
        if (m->off >> i & 1)
            micro_skip(m, "%s (off while measured)", mechanism[i].what);
    m->cfg = m->given;
    if (m->open)
        diag_at(&m->diag, b->name, 0, 0, "%u rows were not measured", m->open);
    return m->diag.text[0] ? -EINVAL : 0;
}

/* ---- Launches ---- */

/* Watches how many CTAs an SM holds; decides on reads. */
typedef struct watch {
    uint32_t now[64], most, regs;
    gpu_l1_decision_t (*decide)(const gpu_l1_access_t *a);
} watch_t;

static void on_kernel_start(void *ctx, const front_t *f)
{
    watch_t *w = ctx;
    w->regs = f->regs_per_thread;
}

static void on_cta_ready(void *ctx, const gpu_cta_event_t *e)
{
    watch_t *w = ctx;
    if (++w->now[e->sm] > w->most)
        w->most = w->now[e->sm];
}

static void on_cta_finish(void *ctx, const gpu_cta_event_t *e)
{
    watch_t *w = ctx;
    w->now[e->sm]--;
}

static gpu_l1_decision_t on_l1_access(void *ctx, const gpu_l1_access_t *a)
{
    const watch_t *w = ctx;
    return w->decide(a);
}

#define WATCH                                                                                      \
    .policy = "micro", .on_kernel_start = on_kernel_start, .on_cta_ready = on_cta_ready,           \
    .on_cta_finish = on_cta_finish

static const gpu_hooks_t watch_hooks = {WATCH};
static const gpu_hooks_t deciding_hooks = {WATCH, .on_l1_access = on_l1_access};

/* The module with this kernel alone, to be freed: the others would only cost time to read. NULL: it
 * has no such kernel, or memory is exhausted. */
static char *only_kernel(const char *text, size_t bytes, const char *kernel, size_t *out)
{
    static const char entry[] = "\n.visible .entry ", end[] = "\n}\n";
    char name[80];
    snprintf(name, sizeof name, "%s%s(", entry, kernel);
    const char *head = memmem(text, bytes, entry, sizeof entry - 1);
    const char *from = memmem(text, bytes, name, strlen(name));
    const char *to = from ? memmem(from, bytes - (size_t)(from - text), end, sizeof end - 1) : NULL;
    size_t n_head = to ? (size_t)(head - text) : 0, n = to ? (size_t)(to - from) + 3 : 0;
    char *p = to ? malloc(n_head + n + 1) : NULL;
    if (!p)
        return NULL;
    memcpy(p, text, n_head);
    memcpy(p + n_head, from, n);
    p[ *out = n_head + n] = 0;
    return p;
}

/* Closes dev. */
static void run_on(micro_t *m, const micro_launch_t *l, gpu_t *g, device_t *dev, micro_result_t *r)
{
    size_t bytes;
    const char *text = micro_ptx(l->module, &bytes);
    if (!text) {
        diag_at(&m->diag, "micro", 0, 0, "no kernels '%s'", l->module);
        dev_close(dev);
        return;
    }
    uint64_t base = derive_base(l->cfg ? l->cfg : &m->cfg);
    dev_alloc(dev, base - DEV_BASE + l->bytes);
    for (unsigned i = 0; i < l->n_pokes; i++)
        dev_write(dev, l->poke[i].addr, &l->poke[i].value, sizeof l->poke[i].value);
    uint64_t step = l->preload_step ? l->preload_step : l->preload;
    for (uint64_t at = 0; at < l->preload; at += step)
        gpu_l2_preload(g, base + at, l->preload_step ? 1 : l->preload);
    gpu_l2_preload(g, ROCACHE_CODE_BASE, l->code);
    char *one = only_kernel(text, bytes, l->kernel, &bytes);
    dev_module_t *module = dev_module(dev, l->module, one ? one : text, bytes);
    watch_t watch = {.decide = l->decide};
    gpu_attach(g, l->decide ? &deciding_hooks : &watch_hooks, &watch, NULL);
    gpu_set_never_sleep(g, m->never_sleep);
    bool done = module != NULL;
    for (uint32_t i = 0; done && i <= l->again; i++)
        done = dev_launch(dev, module, l->kernel, (dim3_t){l->grid, 1, 1}, (dim3_t){l->block, 1, 1},
                          l->shared, l->arg, l->n_args) == 0;
    if (done) {
        gpu_stats(g, &r->s);
        gpu_stats_sleep(g, &r->sleep);
        gpu_load_row_t row;
        if (gpu_load_rows(g)) {
            gpu_load_row(g, 0, &row);
            r->load = row.s;
        }
        r->most_ctas = watch.most;
        r->regs = watch.regs;
    }
    dev_close(dev); /* the module's text is read until then */
    free(one);
}

micro_result_t micro_launch(micro_t *m, const micro_launch_t *l)
{
    micro_result_t r = {0};
    gpu_cfg_t cfg = l->cfg ? *l->cfg : m->cfg;
    const gpu_cfg_key_t *key;
    char why[160];
    if (m->damage)
        m->damage(&cfg);
    m->launched = true;
    if (m->diag.text[0])
        return r;
    if (gpu_cfg_check(&cfg, &key, why, sizeof why)) {
        diag_at(&m->diag, "micro", 0, 0, "%s is %u; expected %s", key->name, gpu_cfg_get(&cfg, key),
                why);
        return r;
    }
    gpu_t *g = gpu_new(&cfg);
    dev_cfg_t dc = {.gpu_cfg = &cfg, .gpu = g, .memory_bytes = l->bytes + (UINT64_C(256) << 20)};
    device_t *dev = g ? dev_open(&dc, &m->diag) : NULL;
    if (dev)
        run_on(m, l, g, dev, &r);
    else
        diag_at(&m->diag, "micro", 0, 0, "out of memory");
    gpu_free(g);
    return r;
}

uint64_t micro_cycles_between(micro_t *m, const micro_launch_t *shorter,
                              const micro_launch_t *longer)
{
    micro_result_t a = micro_launch(m, shorter), b = micro_launch(m, longer);
    return b.s.run.cycles - a.s.run.cycles;
}
