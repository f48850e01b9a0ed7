#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/file.h"
#include "report/plot.h"

/* A drawing a plot of the catalog; empty where no run of it is there. */
typedef struct drawings {
    out_t *of;
    unsigned n; /* with something in them */
} drawings_t;

static bool quick_sweep(const results_t *r, const char *name)
{
    for (unsigned i = 0; i < r->n_sweeps; i++)
        if (strcmp(r->sweep[i].name, name) == 0)
            return r->sweep[i].quick;
    return false;
}

static int draw(const results_t *r, const catalog_t *c, const char *paper, drawings_t *all)
{
    plot_data_t *data = malloc(sizeof *data);
    int rc = data ? 0 : -ENOMEM;
    for (unsigned i = 0; !rc && i < c->n_plots; i++) {
        const plot_t *p = &c->plot[i];
        if (paper && strcmp(p->paper, paper))
            continue;
        rc = plot_compute(r, c, p, data);
        if (rc || !data->values)
            continue;
        plot_file(data, quick_sweep(r, p->sweep), &all->of[i]);
        rc = all->of[i].failed ? -ENOMEM : 0;
        all->n++;
    }
    free(data);
    return rc;
}

static int path_of(char *path, size_t size, const char *folder, const plot_t *p, diag_t *d)
{
    if ((size_t)snprintf(path, size, "%s/%s.svg", folder, p->id) >= size)
        return diag_at(d, folder, 0, 0, "the name is too long");
    return 0;
}

/* Puts a drawing into the folder, or takes away what an earlier one has left there. */
static int settle(const out_t *drawing, const char *path, out_t *said, diag_t *d)
{
    if (drawing->n)
        return file_write(path, drawing->text, drawing->n, d);
    if (unlink(path) == 0)
        out_f(said, "%s: removed, none of its runs is there\n", path);
    else if (errno != ENOENT)
        return diag_at(d, path, 0, 0, "cannot remove: %s", strerror(errno));
    return 0;
}

int plot_folder(const results_t *r, const catalog_t *c, const char *paper, const char *folder,
                out_t *said, diag_t *d)
{
    struct stat st;
    char path[PATH_MAX];
    if (stat(folder, &st) || !S_ISDIR(st.st_mode))
        return diag_at(d, folder, 0, 0, "no such folder");
    drawings_t all = {calloc(c->n_plots + 1, sizeof *all.of), 0};
    int rc = all.of && !draw(r, c, paper, &all) ? 0 : diag_at(d, folder, 0, 0, "out of memory");
    if (!rc && !all.n)
        rc = diag_at(d, folder, 0, 0, "none of the runs is of a plot; nothing written");
    for (unsigned i = 0; !rc && i < c->n_plots; i++) {
        if (paper && strcmp(c->plot[i].paper, paper))
            continue;
        rc = path_of(path, sizeof path, folder, &c->plot[i], d);
        rc = rc ? rc : settle(&all.of[i], path, said, d);
    }
    for (unsigned i = 0; all.of && i < c->n_plots; i++)
        out_free(&all.of[i]);
    free(all.of);
    return rc;
}
