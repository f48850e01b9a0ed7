#include "stats/intervals.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/state_members.h"
#include "stats/json.h"

/* Walked by intervals_state(). */
struct intervals {
    gpu_t *gpu;
    uint64_t every;
    bool lost;
    interval_row_t *row;
    size_t n, cap;
    uint64_t cycle, seen[INTERVAL_N]; /* at the end of the last row */
};

static const char *const columns[] = {
#define NAME(group, counter) #group "." #counter,
    INTERVAL_COUNTERS(NAME)
#undef NAME
};

static void read_counters(const gpu_t *g, uint64_t out[INTERVAL_N])
{
    gpu_stats_t s;
    unsigned i = 0;
    gpu_stats(g, &s);
#define READ(group, counter) out[i++] = s.group.counter;
    INTERVAL_COUNTERS(READ)
#undef READ
}

static void add_row(void *ctx, const gpu_t *g)
{
    intervals_t *v = ctx;
    if (v->lost)
        return;
    if (v->n == v->cap) {
        size_t cap = v->cap ? v->cap * 2 : 256;
        interval_row_t *grown = realloc(v->row, cap * sizeof *grown);
        if (!grown) {
            v->lost = true;
            return;
        }
        v->row = grown;
        v->cap = cap;
    }
    uint64_t now[INTERVAL_N];
    read_counters(g, now);
    interval_row_t *row = &v->row[v->n++];
    for (unsigned i = 0; i < INTERVAL_N; i++)
        row->delta[i] = now[i] - v->seen[i];
    memcpy(v->seen, now, sizeof now);
    v->cycle += row->delta[0];
    row->cycle = v->cycle;
    row->launch = gpu_launch(g);
}

intervals_t *intervals_new(gpu_t *gpu, uint64_t every)
{
    intervals_t *v = calloc(1, sizeof *v);
    if (!v)
        return NULL;
    v->gpu = gpu;
    v->every = every;
    gpu_set_interval(gpu, add_row, v, every);
    return v;
}

void intervals_free(intervals_t *v)
{
    if (!v)
        return;
    free(v->row);
    free(v);
}

int intervals_finish(intervals_t *v)
{
    uint64_t now[INTERVAL_N];
    read_counters(v->gpu, now);
    if (memcmp(now, v->seen, sizeof now) != 0)
        add_row(v, v->gpu);
    return v->lost ? -ENOMEM : 0;
}

/* clang-format off */
#define ROW_MEMBERS(F) F(ANY, cycle,) F(ANY, launch,) F(ANYS, delta,)
#define INTERVALS_MEMBERS(F) \
    F(KEEP, gpu,) F(WALK, every, state_expect(io, o->every, "cycles an interval")) F(BOOL, lost,) \
    F(WALK, row, rows_state(o, io)) F(MADE, n,) F(MADE, cap,) F(ANY, cycle,) F(ANYS, seen,)
/* clang-format on */

STATE_LIST(interval_row_t, ROW_MEMBERS);
STATE_LIST(struct intervals, INTERVALS_MEMBERS);

/* As many as the cycles of the GPU, which has been loaded before, make. */
static void rows_state(intervals_t *v, state_io_t *io)
{
    uint64_t n = v->n;
    state_count(io, &n, gpu_cycle(v->gpu) / v->every, "rows");
    if (state_loading(io)) {
        v->row = state_alloc(io, n, sizeof *v->row);
        v->n = v->cap = v->row ? n : 0;
    }
    for (size_t i = 0; i < v->n && !state_error(io); i++)
        STATE_WALK(&v->row[i], io, ROW_MEMBERS);
}

void intervals_state(intervals_t *v, state_io_t *io)
{
    state_section(io, "intervals");
    STATE_WALK(v, io, INTERVALS_MEMBERS);
}

const interval_row_t *intervals_rows(const intervals_t *v, size_t *n)
{
    *n = v->n;
    return v->row;
}

/* Rows as text: a cJSON number would cost some hundred bytes. */
enum { ROW_TEXT = 24 * (INTERVAL_N + 4) };

static size_t print_row(const interval_row_t *row, char *text)
{
    int at = sprintf(text, "      [%" PRIu64 ", %" PRIu64, row->cycle, row->launch);
    for (unsigned i = 0; i < INTERVAL_N; i++)
        at += sprintf(text + at, ", %" PRIu64, row->delta[i]);
    double cycles = (double)row->delta[0], warps = (double)row->delta[1];
    at +=
        cycles > 0 ? sprintf(text + at, ", %.9g]", warps / cycles) : sprintf(text + at, ", null]");
    return (size_t)at;
}

static char *print_rows(const intervals_t *v)
{
    char row[ROW_TEXT], *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    if (!f)
        return NULL;
    fputc('[', f);
    for (size_t i = 0; i < v->n; i++) {
        fputs(i ? ",\n" : "\n", f);
        fwrite(row, 1, print_row(&v->row[i], row), f);
    }
    fputs(v->n ? "\n    ]" : "]", f);
    if (fclose(f)) {
        free(text);
        return NULL;
    }
    return text;
}

cJSON *intervals_json(const intervals_t *v)
{
    cJSON *o = cJSON_CreateObject();
    char *rows = print_rows(v);
    if (!o || !rows) {
        cJSON_Delete(o);
        free(rows);
        return NULL;
    }
    json_u64(o, "every", v->every);
    cJSON *names = json_array(o, "columns");
    cJSON_AddItemToArray(names, cJSON_CreateString("cycle"));
    cJSON_AddItemToArray(names, cJSON_CreateString("launch"));
    for (unsigned i = 0; i < INTERVAL_N; i++)
        cJSON_AddItemToArray(names,
                             cJSON_CreateString(columns[i] + 4 * !strncmp(columns[i], "run.", 4)));
    cJSON_AddItemToArray(names, cJSON_CreateString("ipc_warp"));
    json_raw(o, "rows", rows);
    free(rows);
    return o;
}
