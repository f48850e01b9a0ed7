/* Opening a device, modules, and launches. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "driver/device_impl.h"
#include "driver/front_run.h"
#include "input/suggest.h"
#include "isa/isa.h"

/* CUDA's limits from compute capability 3.0 on. */
enum { MAX_BLOCK_X = 1024, MAX_BLOCK_Z = 64, MAX_GRID_YZ = 65535, MAX_THREADS = 1024 };

struct dev_module {
    dev_module_t *next;
    isa_module_t *isa;
    char *label;
    uint64_t *symbol; /* addresses of the module's variables */
};

device_t *dev_open(const dev_cfg_t *cfg, diag_t *d)
{
    device_t *dev = calloc(1, sizeof *dev);
    if (!dev) {
        diag_at(d, "device", 0, 0, "out of memory");
        return NULL;
    }
    dev->cfg = *cfg;
    dev->d = d;
    uint8_t *arena = mmap(NULL, DEV_PAGE + cfg->memory_bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if ((void *)arena == MAP_FAILED) {
        diag_at(d, "device memory", 0, 0, "cannot map %" PRIu64 " bytes: %s", cfg->memory_bytes,
                strerror(errno));
        free(dev);
        return NULL;
    }
    dev->arena = arena + DEV_PAGE;
    if (cfg->on_stop && !(dev->log = host_log_new())) {
        diag_at(d, "device", 0, 0, "out of memory");
        dev_close(dev);
        return NULL;
    }
    return dev;
}

static void module_free(dev_module_t *m)
{
    isa_module_free(m->isa);
    free(m->symbol);
    free(m->label);
    free(m);
}

void dev_close(device_t *dev)
{
    if (!dev)
        return;
    while (dev->modules) {
        dev_module_t *m = dev->modules;
        dev->modules = m->next;
        module_free(m);
    }
    munmap(dev->arena - DEV_PAGE, DEV_PAGE + dev->cfg.memory_bytes);
    host_log_free(dev->log);
    state_abandon(dev->replay.io);
    free(dev->allocation);
    free(dev);
}

static int out_of_memory(device_t *dev, const char *what)
{
    diag_at(dev->d, what, 0, 0, "out of memory");
    return dev_fail(dev, -ENOMEM);
}

/* Gives every module variable its place in the arena, then its initial bytes. */
static int place_symbols(device_t *dev, dev_module_t *m)
{
    unsigned n = isa_symbol_count(m->isa);
    m->symbol = calloc(n ? n : 1, sizeof *m->symbol);
    if (!m->symbol)
        return out_of_memory(dev, m->label);
    for (unsigned i = 0; i < n; i++) {
        const isa_symbol_t *s = isa_symbol_at(m->isa, i);
        if (s->align > DEV_ALIGN) {
            diag_at(dev->d, m->label, 0, 0, "variable '%s' wants alignment %u; expected at most %d",
                    s->name, s->align, DEV_ALIGN);
            return dev_fail(dev, -EINVAL);
        }
        m->symbol[i] = dev_alloc(dev, s->bytes);
        if (!m->symbol[i])
            return dev->error;
        isa_symbol_place(m->isa, i, m->symbol[i]);
    }
    for (unsigned i = 0; i < n && !dev->replay.io; i++)
        isa_symbol_image(m->isa, i, dev->arena + (m->symbol[i] - DEV_BASE));
    return 0;
}

dev_module_t *dev_module(device_t *dev, const char *label, const char *ptx, size_t bytes)
{
    const dev_ptx_t one = {label, ptx, bytes};
    return dev_module_link(dev, &one, 1);
}

dev_module_t *dev_module_link(device_t *dev, const dev_ptx_t *ptx, unsigned n)
{
    if (dev->error)
        return NULL;
    dev_module_t *m = calloc(1, sizeof *m);
    isa_text_t *text = calloc(n, sizeof *text);
    if (!m || !text || !(m->label = strdup(ptx[0].label))) {
        free(m);
        free(text);
        out_of_memory(dev, ptx[0].label);
        return NULL;
    }
    m->next = dev->modules;
    dev->modules = m;
    for (unsigned i = 0; i < n; i++)
        text[i] = (isa_text_t){ptx[i].label, ptx[i].text, ptx[i].bytes};
    m->isa = isa_module_link(text, n, dev->d);
    free(text);
    if (!m->isa) {
        dev_fail(dev, -EINVAL);
        return NULL;
    }
    return place_symbols(dev, m) ? NULL : m;
}

/* The variable's index; negative: there is none, or several, which the device says. */
static int find_symbol(device_t *dev, const dev_module_t *m, const char *symbol)
{
    const char *names[64];
    char hint[200];
    unsigned n = 0;
    int found = isa_symbol_find(m->isa, symbol, dev->d);
    if (found >= 0)
        return found;
    for (unsigned i = 0; i < isa_symbol_count(m->isa) && n < 64; i++)
        if (!isa_symbol_at(m->isa, i)->inner)
            names[n++] = isa_symbol_at(m->isa, i)->name;
    if (found == -1)
        diag_at(dev->d, m->label, 0, 0, "no variable '%s'; %s", symbol,
                n ? suggest_among(symbol, names, n, hint, sizeof hint) : "the module has none");
    dev_fail(dev, -EINVAL);
    return -1;
}

int dev_symbol_bytes(device_t *dev, const dev_module_t *m, const char *symbol, uint64_t *bytes)
{
    int i = dev->error ? -1 : find_symbol(dev, m, symbol);
    *bytes = i < 0 ? 0 : isa_symbol_at(m->isa, (unsigned)i)->bytes;
    return dev->error;
}

int dev_symbol_write(device_t *dev, dev_module_t *m, const char *symbol, uint64_t offset,
                     const void *src, uint64_t bytes)
{
    int at = dev->error ? -1 : find_symbol(dev, m, symbol);
    if (at < 0)
        return dev->error;
    unsigned i = (unsigned)at;
    uint64_t size = isa_symbol_at(m->isa, i)->bytes;
    if (offset > size || bytes > size - offset) {
        diag_at(dev->d, m->label, 0, 0,
                "write of %" PRIu64 " bytes at %" PRIu64 " of '%s'; expected within its %" PRIu64,
                bytes, offset, symbol, size);
        return dev_fail(dev, -EINVAL);
    }
    return dev_write(dev, m->symbol[i] + offset, src, bytes);
}

static int refuse(device_t *dev, const char *kernel, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(device_t *dev, const char *kernel, const char *fmt, ...)
{
    char text[320], where[96];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    snprintf(where, sizeof where, "launch of %.64s", kernel);
    diag_at(dev->d, where, 0, 0, "%s", text);
    return dev_fail(dev, -EINVAL);
}

static int unknown_kernel(device_t *dev, const dev_module_t *m, const char *kernel)
{
    const char *names[64];
    char hint[200];
    unsigned n = isa_kernel_count(m->isa);
    n = n < 64 ? n : 64;
    for (unsigned i = 0; i < n; i++)
        names[i] = isa_kernel_at(m->isa, i)->name;
    diag_at(dev->d, m->label, 0, 0, "no kernel '%s'; %s", kernel,
            suggest_among(kernel, names, n, hint, sizeof hint));
    return dev_fail(dev, -EINVAL);
}

int dev_check_kernel(device_t *dev, const dev_module_t *m, const char *kernel)
{
    const isa_kernel_t *k = isa_kernel_find(m->isa, kernel);
    if (dev->error)
        return dev->error;
    if (!k)
        return unknown_kernel(dev, m, kernel);
    if (!k->refusal)
        return 0;
    if (!dev->d->text[0])
        snprintf(dev->d->text, sizeof dev->d->text, "%s", k->refusal);
    return dev_fail(dev, -EINVAL);
}

int dev_check_textures(device_t *dev, const dev_module_t *m, const char *kernel)
{
    const isa_kernel_t *k = isa_kernel_find(m->isa, kernel);
    const isa_mem_t mem = {.base = DEV_BASE, .host = dev->arena, .bytes = dev->used};
    if (dev->error || dev->replay.io || !k) /* what a checkpoint holds is not in memory yet */
        return dev->error;
    const char *name = isa_unbound_texture(k, &mem);
    return name ? refuse(dev, k->name,
                         "no texture is bound to '%s', which the kernel reads; expected one with "
                         "symbol: %s",
                         name, name)
                : 0;
}

static int check_shape(device_t *dev, const isa_kernel_t *k, dim3_t grid, dim3_t block,
                       uint32_t shared)
{
    if (!grid.x || !grid.y || !grid.z || grid.x > INT32_MAX || grid.y > MAX_GRID_YZ ||
        grid.z > MAX_GRID_YZ)
        return refuse(dev, k->name, "grid %u x %u x %u; expected 1 to %d x %d x %d", grid.x, grid.y,
                      grid.z, INT32_MAX, MAX_GRID_YZ, MAX_GRID_YZ);
    if ((uint64_t)grid.x * grid.y > UINT32_MAX / grid.z)
        return refuse(dev, k->name, "grid %u x %u x %u; expected at most 2^32 - 1 CTAs", grid.x,
                      grid.y, grid.z);
    if (!block.x || !block.y || !block.z || block.x > MAX_BLOCK_X || block.y > MAX_BLOCK_X ||
        block.z > MAX_BLOCK_Z || (uint64_t)block.x * block.y * block.z > MAX_THREADS)
        return refuse(
            dev, k->name, "block %u x %u x %u; expected 1 to %d x %d x %d and at most %d threads",
            block.x, block.y, block.z, MAX_BLOCK_X, MAX_BLOCK_X, MAX_BLOCK_Z, MAX_THREADS);
    uint64_t bytes = (uint64_t)k->shared_bytes + shared;
    if (bytes > dev->cfg.gpu_cfg->shared_bytes)
        return refuse(dev, k->name,
                      "%" PRIu64
                      " bytes of shared memory (%u static, %u dynamic); expected at most "
                      "%u (shared_bytes)",
                      bytes, k->shared_bytes, shared, dev->cfg.gpu_cfg->shared_bytes);
    return 0;
}

static int check_arg(device_t *dev, const isa_kernel_t *k, unsigned i, uint32_t bytes)
{
    const isa_param_t *p = &k->param[i];
    return bytes == p->bytes ? 0
                             : refuse(dev, k->name, "argument %u is %u bytes; expected %u (%s)",
                                      i + 1, bytes, p->bytes, p->name);
}

int dev_check_arg(device_t *dev, const dev_module_t *m, const char *kernel, unsigned i,
                  uint32_t bytes)
{
    const isa_kernel_t *k = isa_kernel_find(m->isa, kernel);
    if (dev->error)
        return dev->error;
    return k && i < k->n_params ? check_arg(dev, k, i, bytes) : 0;
}

/* Lays the arguments out in the kernel's parameter block. */
static int pack(device_t *dev, const isa_kernel_t *k, const dev_arg_t *args, unsigned n,
                uint8_t *block)
{
    if (n != k->n_params)
        return refuse(dev, k->name, "%u arguments; expected %u", n, k->n_params);
    for (unsigned i = 0; i < n; i++) {
        const isa_param_t *p = &k->param[i];
        const void *from = args[i].data ? args[i].data : (const void *)&args[i].bits;
        if (check_arg(dev, k, i, args[i].bytes))
            return dev->error;
        memcpy(block + p->offset, from, p->bytes);
    }
    return 0;
}

bool dev_goes_on(device_t *dev)
{
    return dev->cfg.on_stop && dev->cfg.on_stop(dev->cfg.ctx, dev);
}

int dev_suspend(device_t *dev)
{
    dev->summary.suspended = true;
    return dev_fail(dev, -ECANCELED);
}

int dev_run_timed(device_t *dev, const dev_front_t *f, bool restored)
{
    gpu_t *g = dev->cfg.gpu;
    gpu_status_t status = restored ? gpu_continue(g) : gpu_run(g, f->front);
    while (status == GPU_STOPPED && dev_goes_on(dev))
        status = gpu_continue(g);
    switch (status) {
    case GPU_OK:
        return 0;
    case GPU_STOPPED:
        return dev_suspend(dev);
    case GPU_FAULT:
        f->fault(f->ctx, dev->d);
        return dev_fail(dev, -EFAULT);
    case GPU_DEADLOCK:
        return dev_fail(dev, gpu_report_deadlock(g, dev->d));
    case GPU_MAX_CYCLES:
        dev->summary.stopped = true;
        return dev_fail(dev, -ECANCELED);
    case GPU_HALTED:
        diag_at(dev->d, "halted", 0, 0, "%s", gpu_message(dev->cfg.gpu));
        dev->summary.halted = true;
        return dev_fail(dev, -ECANCELED);
    case GPU_MISFIT:
        diag_at(dev->d, "launch", 0, 0, "%s", gpu_message(dev->cfg.gpu));
        return dev_fail(dev, -EINVAL);
    default:
        diag_at(dev->d, "gpu", 0, 0, "%s", gpu_message(dev->cfg.gpu));
        dev->summary.internal = true;
        return dev_fail(dev, -EIO);
    }
}

static int fault(void *ctx, diag_t *d)
{
    return diag_at(d, "fault", 0, 0, "%s", isa_launch_fault(ctx));
}

static int run_untimed(device_t *dev, isa_launch_t *l, const dev_watch_t *w,
                       dev_launch_info_t *info)
{
    isa_position_t *at = &dev->now.at;
    int rc;
    if (w->tap) { /* recording: nobody asks it to stop */
        rc = front_run(w->outer.front, &at->counts.warp_insts, &at->counts.thread_insts, dev->d);
        if (rc == -EFAULT)
            w->outer.fault(w->outer.ctx, dev->d);
    } else {
        do
            rc = isa_run_functional_from(l, 0, dev->cfg.stop, at, dev->d);
        while (rc == -EINTR && dev_goes_on(dev));
    }
    if (rc == -EINTR)
        return dev_suspend(dev);
    info->warp_instructions = at->counts.warp_insts;
    dev->summary.warp_instructions += at->counts.warp_insts;
    dev->summary.thread_instructions += at->counts.thread_insts;
    return rc ? dev_fail(dev, rc) : 0;
}

/* CTAs that wait for each other must all be on the machine at once. */
static int check_grid(device_t *dev, const isa_kernel_t *k, const front_t *f)
{
    uint64_t ctas = (uint64_t)f->grid[0] * f->grid[1] * f->grid[2];
    uint64_t most = gpu_ctas_at_once(dev->cfg.gpu_cfg, f);
    if (ctas > most)
        return refuse(dev, k->name,
                      "grid of %" PRIu64 " CTAs that wait for each other (%%envreg1, %%envreg2); "
                      "expected at most %" PRIu64 ", which the machine holds at once",
                      ctas, most);
    if (dev->tap && !dev->cfg.gpu)
        return refuse(
            dev, k->name,
            "CTAs that wait for each other (%%envreg1, %%envreg2) are not recorded without "
            "timing; expected a timed run");
    return 0;
}

/* The workspace of such a launch, zero; 0: none, the error is set. */
static uint64_t grid_workspace(device_t *dev)
{
    if (!dev->grid_workspace)
        dev->grid_workspace = dev_alloc(dev, ISA_GRID_BYTES);
    if (dev->grid_workspace)
        memset(dev->arena + (dev->grid_workspace - DEV_BASE), 0, ISA_GRID_BYTES);
    return dev->grid_workspace;
}

static int launch(device_t *dev, const isa_kernel_t *k, const isa_launch_cfg_t *cfg,
                  dev_launch_info_t *info)
{
    bool restore = dev->replay.io != NULL;
    if (restore && ++dev->replay.launches < dev->replay.number)
        return 0; /* its effects come with the checkpoint */
    if (dev_changes(dev))
        return dev->error;
    isa_launch_t *l = isa_launch_new(cfg, dev->d);
    if (!l)
        return dev_fail(dev, -EINVAL);
    if (k->grid_sync && check_grid(dev, k, isa_launch_front(l))) {
        isa_launch_free(l);
        return dev->error;
    }
    info->number = restore ? dev->replay.number : ++dev->summary.launches;
    info->chosen = dev_is_chosen(dev, k->name, info->number);
    info->timed = dev->cfg.gpu && info->chosen;
    if (!restore)
        dev->summary.timed_launches += info->timed;
    if (dev->cfg.before)
        dev->cfg.before(dev->cfg.ctx, info);
    const dev_front_t front = {isa_launch_front(l), NULL, fault, l};
    dev_watch_t watch;
    int rc = dev_watch_begin(&watch, dev, &front, info->number);
    dev->now = (dev_running_t){
        .front = watch.outer.front, .info = info, .cfg = cfg, .notes = isa_launch_notes(l)};
    if (!rc && restore)
        rc = dev_restore(dev);
    if (!rc)
        rc = info->timed ? dev_run_timed(dev, &watch.outer, restore)
                         : run_untimed(dev, l, &watch, info);
    if (!rc)
        rc = dev_watch_end(&watch, dev);
    dev->now = (dev_running_t){.front = NULL};
    dev->summary.slack.reads += isa_launch_notes(l)->slack.reads;
    dev->summary.slack.writes += isa_launch_notes(l)->slack.writes;
    info->warning = isa_launch_warning(l);
    info->slack_warning = isa_launch_slack_warning(l);
    if (!rc && dev->cfg.after)
        dev->cfg.after(dev->cfg.ctx, info);
    isa_launch_free(l);
    return rc;
}

int dev_launch(device_t *dev, dev_module_t *m, const char *kernel, dim3_t grid, dim3_t block,
               uint32_t shared, const dev_arg_t *args, unsigned n_args)
{
    if (dev->error)
        return dev->error;
    if (dev_check_kernel(dev, m, kernel))
        return dev->error;
    const isa_kernel_t *k = isa_kernel_find(m->isa, kernel);
    uint8_t *params = calloc(1, k->param_bytes ? k->param_bytes : 1);
    if (!params)
        return out_of_memory(dev, kernel);
    uint64_t workspace = k->grid_sync ? grid_workspace(dev) : 0;
    isa_launch_cfg_t cfg = {
        .kernel = k,
        .grid = {grid.x, grid.y, grid.z},
        .block = {block.x, block.y, block.z},
        .dyn_shared = shared,
        .warp_size = dev->cfg.gpu_cfg->warp_size,
        .params = params,
        .param_bytes = k->param_bytes,
        .mem = {DEV_BASE, dev->arena, dev->used, DEV_PAGE, dev_above(dev)},
        .allocation = dev->allocation,
        .n_allocations = dev->n_allocations,
        .grid_workspace = workspace,
        .print = dev->cfg.print,
        .print_ctx = dev->cfg.ctx,
        /* Apart from what later allocations may get, so that addresses keep their meaning. */
        .local_base = DEV_BASE + dev->cfg.memory_bytes,
    };
    dev_launch_info_t info = {.kernel = k->name, .grid = grid, .block = block, .shared = shared};
    int rc = dev->error ? dev->error : check_shape(dev, k, grid, block, shared);
    if (!rc)
        rc = pack(dev, k, args, n_args, params);
    if (!rc)
        rc = launch(dev, k, &cfg, &info);
    free(params);
    return rc;
}
