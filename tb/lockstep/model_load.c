/* Finds the model of a unit at some parameters, or makes it, and loads it: lockstep/ports.h. */
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/root.h"
#include "lockstep/model_files.h"
#include "lockstep/model_store.h"
#include "lockstep/ports.h"

/* A model that this process uses. They stay: instances of a run come and go. */
typedef struct loaded {
    const unit_desc_t *desc;
    void *cfg;
    const rtl_model_t *model;
    struct loaded *next;
} loaded_t;

/* What a process has loaded is the process's, as dlopen's own list is. */
static loaded_t *all_loaded;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool quiet;

void rtl_model_quietly(void)
{
    quiet = true;
}

bool rtl_available(void)
{
#ifdef LW_RTL
    return true;
#else
    return false;
#endif
}

/* "making the RTL model of ...: 12 s", on a terminal as it goes. */
typedef struct progress {
    bool terminal, shown;
    char what[UNIT_LABEL + 64];
    double start, last;
} progress_t;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void progress_tick(void *ctx)
{
    progress_t *p = ctx;
    double now = seconds();
    if (!p->shown && !p->terminal)
        fprintf(stderr, "%s\n", p->what);
    else if (p->terminal && (!p->shown || now - p->last >= 0.5)) {
        dprintf(STDERR_FILENO, "\r\033[K%s: %.0f s", p->what, now - p->start);
        p->last = now;
    }
    p->shown = true;
}

static int load(const char *path, const unit_desc_t *d, const void *cfg, const rtl_model_t **model,
                diag_t *diag)
{
    char params[UNIT_LABEL];
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const rtl_model_t *m = so ? dlsym(so, "lockwarp_model") : NULL;
    if (!m)
        return diag_at(diag, path, 0, 0, "cannot be loaded: %s", dlerror());
    unit_cfg_params(d, cfg, params, sizeof params);
    if (m->form != RTL_MODEL_FORM || strcmp(m->unit, d->name) != 0 ||
        strcmp(m->params, params) != 0)
        return diag_at(diag, path, 0, 0, "is not a model of %s with %s", d->name, params);
    *model = m;
    return 0;
}

/* The tools that the models of a folder were made with, as the build wrote them. */
static bool read_tools(const char *folder, char tools[MODEL_TOOLS])
{
    char path[PATH_MAX];
    size_t n;
    if ((size_t)snprintf(path, sizeof path, "%s/tools", folder) >= sizeof path)
        return false;
    char *text = model_file_read(path, &n);
    bool ok = text && n < MODEL_TOOLS;
    if (ok)
        memcpy(tools, text, n + 1);
    free(text);
    return ok;
}

/* The folder of models that were made with the program: of the build, or of the installation. */
static bool own_folder(char *folder, size_t n, char tools[MODEL_TOOLS])
{
    static const char *const beside[] = {"models", "../lib/lockwarp/models"};
    for (unsigned i = 0; i < sizeof beside / sizeof beside[0]; i++)
        if (root_beside(beside[i], folder, n)[0] && read_tools(folder, tools))
            return true;
    snprintf(folder, n, "%s", LW_MODELS_DIR); /* of a test program */
    return read_tools(folder, tools);
}

/* Made with the program, and still of these sources? */
static bool made_before(const model_spec_t *m, char *path, size_t n)
{
    char folder[PATH_MAX], tools[MODEL_TOOLS], key[MODEL_KEY];
    diag_t none = {0};
    if (own_folder(folder, sizeof folder, tools) && !model_key(m, tools, key, &none)) {
        model_maker_t s = {.folder = folder};
        model_store_path(&s, m, key, path, n);
        if (model_sealed(path, key))
            return true;
    }
    return false;
}

static int find_or_make(const model_spec_t *m, char *path, size_t n, diag_t *diag)
{
    char folder[PATH_MAX], tools[MODEL_TOOLS], label[UNIT_LABEL], runtime[PATH_MAX + 16];
    const unit_desc_t *d = m->desc;
    const char *missing;
    unit_cfg_params(d, m->cfg, label, sizeof label);
    if (made_before(m, path, n))
        return 0;
    int err = model_cache_folder(folder, sizeof folder, diag);
    if (err)
        return err;
    err = model_tools(tools, &missing, diag);
    if (err && err != -ENOENT)
        return err;
    if (err)
        return diag_at(diag, d->name, 0, 0,
                       "no model with %s has been made, and %s is not installed; engine c works",
                       label, missing);
    own_folder(runtime, PATH_MAX, label);
    strcat(runtime, "/runtime.o");
    unit_cfg_params(d, m->cfg, label, sizeof label);
    progress_t p = {.terminal = isatty(STDERR_FILENO) != 0, .start = seconds()};
    snprintf(p.what, sizeof p.what, "making the RTL model of %s (%s)", d->name, label);
    model_watch_t watch = {progress_tick, &p};
    model_maker_t s = {.folder = folder,
                       .tools = tools,
                       .watch = quiet ? NULL : &watch,
                       .runtime = runtime,
                       .by_key = true};
    err = model_store_get(&s, m, path, n, diag);
    if (p.shown && p.terminal)
        dprintf(STDERR_FILENO, "\r\033[K");
    return err;
}

static const rtl_model_t *find_loaded(const unit_desc_t *d, const void *cfg)
{
    for (const loaded_t *l = all_loaded; l; l = l->next)
        if (l->desc == d && memcmp(l->cfg, cfg, d->cfg_bytes) == 0)
            return l->model;
    return NULL;
}

static int keep(const unit_desc_t *d, const void *cfg, const rtl_model_t *m)
{
    loaded_t *l = calloc(1, sizeof *l);
    void *copy = malloc(d->cfg_bytes);
    if (!l || !copy) {
        free(l);
        free(copy);
        return -ENOMEM;
    }
    memcpy(copy, cfg, d->cfg_bytes);
    *l = (loaded_t){d, copy, m, all_loaded};
    all_loaded = l;
    return 0;
}

static int check_cfg(const unit_desc_t *d, const void *cfg, diag_t *diag)
{
    const unit_param_t *which = NULL;
    if (unit_cfg_check(d, cfg, &which) && which)
        return diag_at(diag, d->name, 0, 0, "%s is out of range; expected %" PRIu32 " to %" PRIu32,
                       which->name, which->min, which->max);
    if (unit_cfg_try(d, cfg))
        return diag_at(diag, d->name, 0, 0, "the unit refuses these parameters");
    return 0;
}

static int find(const unit_desc_t *d, const void *cfg, const rtl_model_t **m, diag_t *diag)
{
    const char *only = getenv("LW_MODELS");
    const model_spec_t spec = {.desc = d, .cfg = cfg};
    char path[PATH_MAX];
    if (!rtl_available())
        return diag_at(diag, d->name, 0, 0, "built without Verilator: only engine c is available");
    int err = check_cfg(d, cfg, diag);
    if (err)
        return err;
    if (only && only[0]) {
        model_maker_t s = {.folder = only};
        model_store_path(&s, &spec, "", path, sizeof path);
        if (!model_sealed(path, NULL))
            err = diag_at(diag, path, 0, 0,
                          "no such model, or a damaged one; LW_MODELS names its folder");
    } else {
        err = find_or_make(&spec, path, sizeof path, diag);
    }
    err = err ? err : load(path, d, cfg, m, diag);
    if (!err && keep(d, cfg, *m))
        err = diag_at(diag, d->name, 0, 0, "out of memory");
    return err;
}

const rtl_model_t *rtl_model(const unit_desc_t *d, const void *cfg, diag_t *diag)
{
    pthread_mutex_lock(&mutex);
    const rtl_model_t *m = find_loaded(d, cfg);
    if (!m && find(d, cfg, &m, diag))
        m = NULL;
    pthread_mutex_unlock(&mutex);
    return m;
}
