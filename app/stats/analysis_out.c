/* The analysis as JSON and as text. */
#include <inttypes.h>
#include <string.h>

#include "stats/analysis_int.h"
#include "stats/json.h"

const char *analysis_type_name(analysis_type_t t)
{
    static const char *const names[] = {"streaming", "intra_warp", "inter_warp",
                                        "inter_intra_warp"};
    return names[t];
}

const char *analysis_contention_name(analysis_contention_t c)
{
    static const char *const names[] = {"same_warp", "same_block", "other_block",
                                        "store",     "prefetch",   "not_evicted"};
    return names[c];
}

const char *analysis_reads_name(analysis_reads_t r)
{
    static const char *const names[] = {"once", "twice", "3_to_4", "5_to_8", "9_to_16", "more"};
    return names[r];
}

static uint64_t sum_lines(const analysis_row_t *r)
{
    uint64_t sum = 0;
    for (unsigned t = 0; t < ANALYSIS_TYPES; t++)
        sum += r->lines[t];
    return sum;
}

/* Buckets up to the last that counted anything. */
static void put_hist(cJSON *o, const char *key, const reuse_hist_t *h)
{
    cJSON *hist = json_object(o, key);
    json_u64(hist, "count", h->count);
    json_ratio(hist, "mean", (double)h->sum, (double)h->count);
    cJSON *list = json_array(hist, "buckets");
    unsigned n = REUSE_BUCKETS;
    while (n && !h->bucket[n - 1])
        n--;
    for (unsigned i = 0; i < n; i++) {
        char text[24];
        snprintf(text, sizeof text, "%" PRIu64, h->bucket[i]);
        cJSON_AddItemToArray(list, cJSON_CreateRaw(text));
    }
}

static void put_row(cJSON *o, const analysis_row_t *r)
{
    json_u64(o, "accesses", r->accesses);
    json_u64(o, "lines", sum_lines(r));
    cJSON *lines = json_object(o, "lines_by_type"), *reads = json_object(o, "reads_by_type");
    for (unsigned t = 0; t < ANALYSIS_TYPES; t++) {
        json_u64(lines, analysis_type_name((analysis_type_t)t), r->lines[t]);
        json_u64(reads, analysis_type_name((analysis_type_t)t), r->reads[t]);
    }
    json_u64(o, "cold_misses", r->cold_misses);
    cJSON *contention = json_object(o, "reloads_by_evictor");
    for (unsigned c = 0; c < ANALYSIS_CONTENTIONS; c++)
        json_u64(contention, analysis_contention_name((analysis_contention_t)c), r->contention[c]);
    put_hist(o, "stack_distance", &r->stack);
    put_hist(o, "reference_distance", &r->reference);
}

/* The load's most frequent type; of equals the first. */
static analysis_type_t dominant(const analysis_row_t *r)
{
    analysis_type_t best = ANALYSIS_STREAMING;
    for (unsigned t = 0; t < ANALYSIS_TYPES; t++)
        if (r->lines[t] > r->lines[best])
            best = (analysis_type_t)t;
    return best;
}

static void put_similarity(cJSON *o, analysis_similarity_t s)
{
    json_ratio(o, "access_pattern_similarity", (double)s.dominant, (double)s.lines);
}

/* Rows of one kernel follow one another. */
static unsigned kernel_rows(const analysis_t *a, unsigned first, const char **name)
{
    gpu_load_row_t row;
    gpu_load_row(a->gpu, first, &row);
    *name = row.kernel;
    unsigned n = 1;
    for (; first + n < a->n_rows; n++) {
        gpu_load_row(a->gpu, first + n, &row);
        if (strcmp(row.kernel, *name) != 0)
            break;
    }
    return n;
}

static void put_kernels(cJSON *o, const analysis_t *a)
{
    cJSON *list = json_array(o, "per_kernel");
    const char *name = NULL;
    for (unsigned i = 0, n; i < a->n_rows; i += n) {
        n = kernel_rows(a, i, &name);
        analysis_similarity_t s = analysis_similarity(a, i, n);
        cJSON *k = cJSON_CreateObject();
        json_str(k, "kernel", name);
        json_u64(k, "lines", s.lines);
        put_similarity(k, s);
        cJSON_AddItemToArray(list, k);
    }
}

static void put_reads(cJSON *o, const char *key, const uint64_t *lines)
{
    cJSON *list = json_object(o, key);
    for (unsigned r = 0; r < ANALYSIS_READS; r++)
        json_u64(list, analysis_reads_name((analysis_reads_t)r), lines[r]);
}

cJSON *analysis_json(const analysis_t *a)
{
    cJSON *o = cJSON_CreateObject();
    if (!o)
        return NULL;
    analysis_row_t total = analysis_total(a);
    put_similarity(o, analysis_similarity(a, 0, a->n_rows));
    json_u64(o, "distinct_lines", analysis_distinct_lines(a));
    json_u64(o, "distinct_loads", analysis_distinct_loads(a));
    put_row(o, &total);
    cJSON *by_type = json_object(o, "reference_distance_by_type");
    for (unsigned t = 0; t < ANALYSIS_TYPES; t++)
        put_hist(by_type, analysis_type_name((analysis_type_t)t), &a->by_type[t]);
    put_reads(o, "lines_by_reads", a->read);
    put_reads(o, "evicted_by_reads", a->evicted);
    put_kernels(o, a);
    cJSON *list = json_array(o, "per_load");
    for (unsigned i = 0; i < a->n_rows; i++) {
        const analysis_row_t *r = &a->row[i];
        gpu_load_row_t load;
        gpu_load_row(a->gpu, i, &load);
        cJSON *row = cJSON_CreateObject();
        json_str(row, "kernel", load.kernel);
        json_u64(row, "pc", load.pc);
        json_str(row, "type", sum_lines(r) ? analysis_type_name(dominant(r)) : NULL);
        put_similarity(row, analysis_similarity(a, i, 1));
        put_row(row, r);
        cJSON_AddItemToArray(list, row);
    }
    return o;
}

static double percent(uint64_t x, uint64_t all)
{
    return all ? 100.0 * (double)x / (double)all : 0.0;
}

/* Share of the distances below 2^k. */
static double below(const reuse_hist_t *h, unsigned k)
{
    uint64_t n = 0;
    for (unsigned i = 0; i <= k && i < REUSE_BUCKETS; i++)
        n += h->bucket[i];
    return percent(n, h->count);
}

void analysis_print(const analysis_t *a, FILE *out)
{
    analysis_row_t t = analysis_total(a);
    analysis_similarity_t s = analysis_similarity(a, 0, a->n_rows);
    uint64_t lines = sum_lines(&t), reloads = 0;
    for (unsigned c = 0; c < ANALYSIS_CONTENTIONS; c++)
        reloads += t.contention[c];
    fprintf(out,
            "  lines    streaming %.1f %%, intra-warp %.1f %%, inter-warp %.1f %%, both %.1f %%\n",
            percent(t.lines[0], lines), percent(t.lines[1], lines), percent(t.lines[2], lines),
            percent(t.lines[3], lines));
    fprintf(out, "           access-pattern similarity %.3f\n",
            s.lines ? (double)s.dominant / (double)s.lines : 0.0);
    fprintf(out,
            "  reloads  %" PRIu64 ": by own warp %.0f %%, own CTA %.0f %%, other CTA %.0f %%, "
            "store %.0f %%\n",
            reloads, percent(t.contention[ANALYSIS_BY_SAME_WARP], reloads),
            percent(t.contention[ANALYSIS_BY_SAME_BLOCK], reloads),
            percent(t.contention[ANALYSIS_BY_OTHER_BLOCK], reloads),
            percent(t.contention[ANALYSIS_BY_STORE], reloads));
    fprintf(out, "  reuse    stack distance below 16 %.0f %%, 128 %.0f %%, 1024 %.0f %%\n",
            below(&t.stack, 4), below(&t.stack, 7), below(&t.stack, 10));
}
