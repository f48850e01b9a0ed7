/*
 * Calls of liblockwarp's GPU simulator (lockwarp/gpu.h) for its tests: their status and message,
 * and results that must be those of `lockwarp run`.
 */
#ifndef LW_TESTS_GPU_CALLS_H
#define LW_TESTS_GPU_CALLS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lockwarp/gpu.h"

static const char *program;

static inline lw_gpu_t *made(const char *config)
{
    lw_error_t error;
    lw_gpu_t *g = lw_gpu_new(config, &error);
    if (!g)
        fail_msg("%s", error.text);
    assert_int_equal(error.status, LW_OK);
    return g;
}

static inline void good(const lw_gpu_t *g, int status)
{
    if (status)
        fail_msg("%d: %s", status, lw_gpu_message(g));
}

static inline void says(const lw_gpu_t *g, int status, int expected, const char *words)
{
    assert_int_equal(status, expected);
    if (!strstr(lw_gpu_message(g), words))
        fail_msg("'%s' has no '%s'", lw_gpu_message(g), words);
}

/* What only the run can find out; nothing has results. */
static inline void refused_run(lw_gpu_t *g, const char *words)
{
    uint64_t v;
    says(g, lw_gpu_run(g), LW_INVALID, words);
    assert_null(lw_gpu_json(g));
    says(g, lw_gpu_count(g, "totals.cycles", &v), LW_INVALID, "there are no results");
    says(g, lw_gpu_run(g), LW_INVALID, "has been run; expected a new one");
    lw_gpu_free(g);
}

/* A run of two policies with settings; ABYP_LAWS are the arguments of `lockwarp run` for it. */
static inline lw_gpu_t *abyp_laws(const char *workload, const char *engine)
{
    lw_gpu_t *g = made("abyp-gcn");
    good(g, lw_gpu_policies(g, "abyp+laws"));
    good(g, lw_gpu_set(g, "abyp.threshold", "2"));
    good(g, lw_gpu_set(g, "l1_ways", "2"));
    good(g, lw_gpu_set(g, "l1_ways", "4"));
    good(g, lw_gpu_engine(g, engine));
    good(g, lw_gpu_workload(g, workload, "tiny"));
    good(g, lw_gpu_option(g, "seed", "3"));
    return g;
}

#define ABYP_LAWS                                                                                  \
    " --scale tiny -c abyp-gcn -p abyp+laws --set abyp.threshold=2 --set l1_ways=4 --seed 3"

/* ---- What `lockwarp run` says ---- */

/* Its document up to `host`, the caller's to free. */
static inline char *of_program(const char *arguments)
{
    char command[1024];
    size_t room = 1 << 20, n = 0;
    char *text = calloc(1, room);
    snprintf(command, sizeof command, "%s run %s --json - 2>/dev/null", program, arguments);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    n = fread(text, 1, room - 1, f);
    if (pclose(f) != 0 || !n)
        fail_msg("%s", command);
    char *host = strstr(text, "\n  \"host\": {");
    assert_non_null(host);
    *host = 0;
    return text;
}

static inline void same_as_program(lw_gpu_t *g, const char *arguments)
{
    const char *json = lw_gpu_json(g);
    assert_non_null(json);
    char *expected = of_program(arguments);
    const size_t n = strlen(expected);
    if (strncmp(json, expected, n) || strncmp(json + n, "\n  \"host\": {", 12))
        fail_msg("another result than that of run %s", arguments);
    assert_int_equal(json[strlen(json) - 1], '\n');
    free(expected);
}

#endif
