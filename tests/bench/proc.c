#include "proc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double of_timeval(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

int proc_run(const char *const *argv, sample_t *s)
{
    double start = seconds(CLOCK_MONOTONIC);
    pid_t pid = fork();
    if (pid < 0)
        return errno;
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    int status;
    struct rusage u;
    if (wait4(pid, &status, 0, &u) < 0)
        return errno;
    s->wall = seconds(CLOCK_MONOTONIC) - start;
    s->cpu = of_timeval(u.ru_utime) + of_timeval(u.ru_stime);
    s->peak_mb = (double)u.ru_maxrss / 1024;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

cJSON *proc_json(const char *file)
{
    FILE *f = fopen(file, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    char *text = size > 0 ? calloc((size_t)size + 1, 1) : NULL;
    size_t got = text ? fread(text, 1, (size_t)size, f) : 0;
    fclose(f);
    cJSON *doc = got ? cJSON_Parse(text) : NULL;
    free(text);
    return doc;
}

double proc_number(const cJSON *doc, const char *object, const char *key)
{
    const cJSON *v = cJSON_GetObjectItem(cJSON_GetObjectItem(doc, object), key);
    return cJSON_IsNumber(v) ? v->valuedouble : -1;
}

typedef struct token {
    uint64_t line, ready;
    uint32_t next, hits;
    uint64_t pad;
} token_t;

#define REF_TOKENS (1u << 13)
#define REF_QUEUES 64u
#define REF_STEPS  10000000u

double proc_reference(void)
{
    token_t *t = calloc(REF_TOKENS, sizeof *t);
    uint32_t head[REF_QUEUES], tail[REF_QUEUES];
    if (!t)
        return 0;
    for (uint32_t q = 0; q < REF_QUEUES; q++)
        head[q] = tail[q] = q;
    for (uint32_t i = 0; i < REF_TOKENS; i++) { /* token i goes to the end of queue i mod 64 */
        t[i].line = i * UINT64_C(0x9e3779b97f4a7c15);
        t[i].next = UINT32_MAX;
        if (i >= REF_QUEUES) {
            t[tail[i % REF_QUEUES]].next = i;
            tail[i % REF_QUEUES] = i;
        }
    }
    double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    uint64_t x = 1, sum = 0;
    for (uint32_t i = 0; i < REF_STEPS; i++) {
        uint32_t q = (uint32_t)(x >> 58), n = head[q];
        token_t *a = &t[n];
        if (a->next == UINT32_MAX) { /* the last stays */
            x = x * UINT64_C(6364136223846793005) + 1442695040888963407u;
            continue;
        }
        head[q] = a->next;
        a->next = UINT32_MAX;
        token_t *b = &t[(a->line ^ x) & (REF_TOKENS - 1)]; /* somewhere else in the table */
        if (b->ready > a->ready)
            b->hits++;
        else
            sum += b->line;
        a->ready = x >> 32;
        a->line += b->line;
        uint32_t to = (uint32_t)(a->line >> 40) & (REF_QUEUES - 1);
        t[tail[to]].next = n;
        tail[to] = n;
        x = x * UINT64_C(6364136223846793005) + 1442695040888963407u;
    }
    double end = seconds(CLOCK_PROCESS_CPUTIME_ID);
    volatile uint64_t sink = sum;
    (void)sink;
    free(t);
    return end - start;
}
