#include "cli/run_store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "db/claim.h"

static int make_spec(const run_opts_t *o, point_spec_t *s, diag_t *d)
{
    *s = (point_spec_t){.workload = o->workload,
                        .ptx = o->ptx,
                        .launch_file = o->launch_file,
                        .trace = o->trace,
                        .variant = o->variant,
                        .input = o->input,
                        .config = o->config,
                        .policies = o->policies ? o->policies : "",
                        .engine = o->engine,
                        .kernel = o->kernel,
                        .launches = o->launches,
                        .scale = o->scale,
                        .seed = o->seed,
                        .max_cycles = o->max_cycles,
                        .interval = o->interval,
                        .analyze = o->analyze,
                        .functional = o->functional,
                        .n_sets = o->n_sets};
    if (o->n_more_ptx)
        return diag_at(d, "--db", 0, 0, "several --ptx; expected one file of a run that is stored");
    if (o->n_sets > POINT_SETS)
        return diag_at(d, "--db", 0, 0, "%u --set; expected at most %d of a run that is stored",
                       o->n_sets, POINT_SETS);
    for (unsigned i = 0; i < o->n_sets; i++)
        s->set[i] = o->set[i];
    return 0;
}

int run_store_begin(run_store_t *r, const char *path, const run_opts_t *o, diag_t *d)
{
    struct timespec now;
    point_spec_t spec;
    *r = (run_store_t){.db = NULL};
    int rc = make_spec(o, &spec, d);
    rc = rc ? rc : point_resolve(&spec, &r->point, d);
    rc = rc ? rc : db_open(path, DB_WRITE, &r->db, d);
    int claim = rc ? rc : claim_take(r->db, r->point.hash, d);
    clock_gettime(CLOCK_REALTIME, &now);
    r->started = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    r->claimed = claim == CLAIM_MINE;
    return claim < 0 ? claim : 0;
}

int run_store_end(run_store_t *r, const cJSON *doc, double earlier_s, diag_t *d)
{
    char host[256] = "", what[512];
    struct rusage use;
    char *json = cJSON_PrintUnformatted(doc);
    if (!json) {
        diag_at(d, r->db->path, 0, 0, "cannot store: out of memory");
        return cmd_bad_input(d);
    }
    if (point_unchanged(&r->point, r->point.stamp, d)) {
        cJSON_free(json);
        return cmd_bad_input(d);
    }
    gethostname(host, sizeof host - 1);
    getrusage(RUSAGE_SELF, &use);
    const db_point_t p = {.hash = r->point.hash,
                          .policies = r->point.policies,
                          .overrides = r->point.overrides,
                          .input = r->point.input,
                          .command = r->point.command};
    char *folder = point_folder(&r->point);
    const db_place_t at = {.host = host,
                           .folder = folder,
                           .started = r->started,
                           .cpu_s = earlier_s +
                                    (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
                                    1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec)};
    int stored = db_store_or_compare(r->db, &p, &at, json, what, sizeof what, d);
    cJSON_free(json);
    free(folder);
    if (stored < 0)
        return cmd_bad_input(d);
    r->claimed = false;
    if (stored == DB_DIFFERS) {
        fprintf(stderr,
                "lockwarp: %s has another result of this run, which stays: %s. The same sources, "
                "inputs and options gave both: a bug, or a damaged machine or database\n",
                r->db->path, what);
        return CMD_CHECK_FAILED;
    }
    fprintf(stderr,
            stored == DB_SAME ? "%s had this run, with the same result\n" : "stored in %s\n",
            r->db->path);
    return CMD_DONE;
}

void run_store_close(run_store_t *r, bool refused)
{
    if (r->claimed)
        claim_drop(r->db, r->point.hash, &(diag_t){{0}});
    if (refused)
        db_discard(r->db);
    else
        db_close(r->db);
    point_free(&r->point);
    *r = (run_store_t){.db = NULL};
}
