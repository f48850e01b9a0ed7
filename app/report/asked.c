#include "report/asked.h"

#include <stdlib.h>
#include <string.h>

#include "report/page.h"
#include "sweep/sweep_file.h"

static const asked_text_t *find_text(const asked_text_t *texts, const char *name)
{
    for (; texts->name; texts++)
        if (strcmp(texts->name, name) == 0)
            return texts;
    return NULL;
}

/* Is a run the one of a point? */
static bool is_point(const run_t *run, const point_t *p)
{
    return strcmp(run->series, p->series) == 0 &&
           (strcmp(run->hash, p->hash) == 0 || strcmp(run->command, p->command) == 0);
}

static bool has_point(const sweep_t *s, const run_t *run)
{
    for (unsigned i = 0; i < s->n; i++)
        if (is_point(run, &s->point[i]))
            return true;
    return false;
}

/* The command of the sweep's first point of the run's series and workload; "" where it has none.
 */
static const char *command_of(const sweep_t *s, const run_t *run)
{
    size_t n = strcspn(run->workload, "/");
    for (unsigned i = 0; i < s->n; i++) {
        const point_t *p = &s->point[i];
        if (p->workload && strcmp(p->series, run->series) == 0 && strlen(p->workload) == n &&
            strncmp(p->workload, run->workload, n) == 0)
            return p->command;
    }
    return "";
}

static int check_sweep(results_t *r, sweep_info_t *info, const asked_text_t *text, diag_t *d)
{
    sweep_t s = {.name = ""};
    int rc = text ? sweep_read_text(&s, text->file, text->text, (size_t)(text->end - text->text),
                                    info->quick, d)
                  : 0;
    info->asked = text ? text->file : NULL;
    for (unsigned i = 0; !rc && i < r->n_runs; i++) {
        run_t *run = &r->run[i];
        if (!run->there || strcmp(run->sweep, info->name) || has_point(&s, run))
            continue;
        run->instead_of = results_keep(r, command_of(&s, run));
        info->others++;
        if (!run->instead_of)
            rc = diag_at(d, info->from, 0, 0, "out of memory");
    }
    sweep_free(&s);
    return rc;
}

/* A sweep of the repository, of that and of its runs relative names hold wherever it was called. */
static void forget_folder(results_t *r, sweep_info_t *info)
{
    if (!info->asked || info->others || strcmp(info->file, info->asked))
        return;
    info->folder = info->db = "";
    for (unsigned i = 0; i < r->n_runs; i++)
        if (strcmp(r->run[i].sweep, info->name) == 0)
            r->run[i].folder = "";
}

int asked_check(results_t *r, const catalog_t *c, const asked_text_t *texts, diag_t *d)
{
    int rc = 0;
    for (unsigned i = 0; !rc && i < r->n_sweeps; i++) {
        sweep_info_t *info = &r->sweep[i];
        const asked_text_t *text = find_text(texts, info->name);
        if (text || page_uses_sweep(c, NULL, info->name))
            rc = check_sweep(r, info, text, d);
        forget_folder(r, info);
    }
    return rc;
}
