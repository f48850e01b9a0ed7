/* What the files of lockwarp/gpu.h share. */
#ifndef LW_LIB_GPU_INT_H
#define LW_LIB_GPU_INT_H

#include <cJSON.h>
#include <locale.h>

#include "fail.h"
#include "lockwarp/gpu.h"
#include "run/simulation.h"

/* What the observer is told of, and who it is. */
typedef struct watch {
    lw_observer_t observer;
    void *ctx;
    const gpu_t *gpu;
    gpu_hooks_t hooks; /* of those moments alone that the observer has functions for */
} watch_t;

struct lw_gpu {
    run_opts_t o;      /* its texts are in kept */
    run_config_t base; /* the configuration before lw_gpu_set() */
    char **kept;
    size_t n_kept;
    watch_t watch;
    void (*print)(void *ctx, const char *text, size_t bytes);
    void *print_ctx;
    volatile sig_atomic_t stop;
    bool ran;
    simulation_t *sim; /* NULL: not open, or lost where memory ran out */
    cJSON *doc;        /* the results, or NULL */
    char *json;        /* as text, once asked for */
    char message[FAIL_TEXT];
};

/* In between numbers have a point, whatever the program's locale; the thread's alone. */
locale_t gpu_locale_in(void);
void gpu_locale_out(locale_t before);

/* The observer sees the GPU of the simulation from now on. 0, or a negative errno. */
int watch_attach(watch_t *w, gpu_t *gpu);

#endif
