#include "cli/progress.h"
#include "text/terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 20 };

struct progress {
    double start, last, launch_start;
    uint64_t ctas_before, ctas; /* finished before this launch; of this launch */
    uint64_t number;
    const char *kernel;
    bool shown;
};

double progress_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_show(progress_t *p, const gpu_t *g)
{
    if (!p)
        return;
    double now = progress_now();
    if (now - p->last < 0.2)
        return;
    p->last = now;
    p->shown = true;
    gpu_stats_t s;
    gpu_stats(g, &s);
    double done = p->ctas ? (double)(s.run.ctas - p->ctas_before) / (double)p->ctas : 0;
    char bar[BAR + 1];
    for (int i = 0; i < BAR; i++)
        bar[i] = (double)i < done * BAR ? '#' : '-';
    bar[BAR] = 0;
    terminal_clear_line();
    fprintf(stderr, "[%s] launch %" PRIu64 " %.24s: %.2f M instructions, %.2f M cycles, %.0f s",
            bar, p->number, p->kernel ? p->kernel : "", (double)s.run.warp_instructions / 1e6,
            (double)s.run.cycles / 1e6, now - p->start);
    if (done > 0.02)
        fprintf(stderr, ", %.0f s left in it", (now - p->launch_start) * (1 - done) / done);
    fflush(stderr);
}

progress_t *progress_new(void)
{
    if (!isatty(STDERR_FILENO))
        return NULL;
    progress_t *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->start = p->last = progress_now();
    return p;
}

void progress_launch(progress_t *p, const gpu_t *gpu, const dev_launch_info_t *l)
{
    if (!p || !l->timed)
        return;
    gpu_stats_t s;
    gpu_stats(gpu, &s);
    p->ctas_before = s.run.ctas;
    p->ctas = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
    p->number = l->number;
    p->kernel = l->kernel;
    p->launch_start = progress_now();
}

void progress_free(progress_t *p)
{
    if (!p)
        return;
    if (p->shown)
        terminal_clear_line();
    free(p);
}
