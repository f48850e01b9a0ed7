/*
 * Units of lockwarp in another simulator. The mock here has the shape of GPGPU-Sim: each of its SMs
 * has an L1 that looks requests up one by one (ldst_unit::memory_cycle) and schedulers that order
 * the ready warps (scheduler_unit::cycle). It replays what a program does, decides for itself what
 * hits, misses and bypasses and which warp issues, and its counts must be those of the program.
 *
 *   embed WORKLOAD [ENGINE] [FAULT]
 *
 * ENGINE: c (default), rtl or lockstep. FAULT: mru (the L1s replace the wrong line), threshold (the
 * predictor's is another) or groups (the scheduler's table is smaller); the counts then differ.
 * Prints a line per count, the mock's and the program's. Exit status: 0 equal, 1 not, 2 an error.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "l1.h"
#include "l2.h"
#include "record.h"
#include "sched.h"

typedef struct mock {
    shape_t shape;
    counts_t counts;
    l1_t *l1;       /* of each SM */
    sched_t *sched; /* of each SM */
    block_t *l2;    /* of each slice */
} mock_t;

static const char *problem(const mock_t *m)
{
    for (uint32_t i = 0; i < m->shape.sms; i++) {
        if (m->l1[i].abyp.status)
            return m->l1[i].abyp.text;
        if (m->sched[i].laws.status)
            return m->sched[i].laws.text;
    }
    for (uint32_t i = 0; i < m->shape.slices; i++)
        if (m->l2[i].status)
            return m->l2[i].text;
    return NULL;
}

static int open_mock(mock_t *m, const char *engine, const char *fault)
{
    const uint32_t threshold = strcmp(fault, "threshold") ? 1 : 4;
    const uint32_t groups = strcmp(fault, "groups") ? 3 : 1;
    int failed = 0;
    m->l1 = calloc(m->shape.sms, sizeof *m->l1);
    m->sched = calloc(m->shape.sms, sizeof *m->sched);
    m->l2 = calloc(m->shape.slices, sizeof *m->l2);
    if (!m->l1 || !m->sched || !m->l2)
        return -1;
    for (uint32_t i = 0; i < m->shape.sms && !failed; i++) {
        failed = l1_open(&m->l1[i], &m->shape, &m->counts, engine, threshold) ||
                 sched_open(&m->sched[i], &m->shape, &m->counts, engine, groups);
        m->l1[i].fault = !strcmp(fault, "mru");
    }
    for (uint32_t i = 0; i < m->shape.slices && !failed; i++)
        failed = l2_open(&m->l2[i], &m->shape, engine);
    return failed ? -1 : 0;
}

static void close_mock(mock_t *m)
{
    for (uint32_t i = 0; m->l1 && m->sched && i < m->shape.sms; i++) {
        l1_close(&m->l1[i]);
        sched_close(&m->sched[i]);
    }
    for (uint32_t i = 0; m->l2 && i < m->shape.slices; i++)
        block_close(&m->l2[i]);
    free(m->l1);
    free(m->sched);
    free(m->l2);
}

/* A read of which the L1 knows nothing comes from an L1 that has decided otherwise. */
static void look_up_l2(mock_t *m, const event_t *e)
{
    flight_t *f = e->write ? NULL : l1_sent(&m->l1[e->sm], e->line);
    const int bit = l2_look_up(&m->l2[e->slice], e, f && f->predicted);
    m->counts.n[BITS_RETURNED] += (uint64_t)bit;
    if (f)
        l1_looked_up(&m->l1[e->sm], f, bit);
}

static void replay_one(mock_t *m, const event_t *e)
{
    l1_t *l1 = &m->l1[e->sm];
    sched_t *sched = &m->sched[e->sm];
    switch (e->kind) {
    case KERNEL:
        for (uint32_t i = 0; i < m->shape.sms; i++) {
            l1_kernel(&m->l1[i]);
            sched_kernel(&m->sched[i], e);
        }
        break;
    case CTA_START:
        sched_cta_start(sched, e);
        break;
    case WARP_END:
        sched_warp_end(sched, e);
        break;
    case READY:
        m->counts.other_picks += sched_pick(sched, e) != e->issued;
        break;
    case LOAD:
        sched_load(sched, e);
        break;
    case READ:
        sched_result(sched, e, l1_read(l1, e) == HIT);
        break;
    case WRITE:
        l1_write(l1, e);
        break;
    case FILL:
        l1_fill(l1, e);
        break;
    case REPLY:
        l1_reply(l1, e);
        break;
    case L2:
        look_up_l2(m, e);
        break;
    }
}

static void replay(mock_t *m, const stream_t *s)
{
    uint64_t last = 0;
    for (size_t i = 0; i < s->n && !problem(m); i++) {
        replay_one(m, &s->event[i]);
        last = s->event[i].cycle > last ? s->event[i].cycle : last;
    }
    for (uint32_t i = 0; i < m->shape.sms; i++) {
        l1_settle(&m->l1[i]);
        sched_advance(&m->sched[i], last + 2);
    }
}

/* The exit status. */
static int compare(const mock_t *m, const counts_t *program)
{
    int differ = m->counts.other_picks != 0;
    for (int i = 0; i < COUNTS; i++) {
        printf("%-32s %10" PRIu64 " %10" PRIu64 "\n", count_path[i], m->counts.n[i], program->n[i]);
        differ |= m->counts.n[i] != program->n[i];
    }
    printf("%-32s %10" PRIu64 " %10d\n", "picks of another warp", m->counts.other_picks, 0);
    return differ;
}

static bool is_fault(const char *fault)
{
    return !*fault || !strcmp(fault, "mru") || !strcmp(fault, "threshold") ||
           !strcmp(fault, "groups");
}

int main(int argc, char **argv)
{
    const char *engine = argc > 2 ? argv[2] : "c", *fault = argc > 3 ? argv[3] : "";
    stream_t stream = {0};
    mock_t mock = {0};
    counts_t program = {0};
    char text[512];
    int status = 2;
    if (argc < 2 || argc > 4 || !is_fault(fault)) {
        fprintf(stderr,
                "usage: embed WORKLOAD [ENGINE] [FAULT], FAULT: mru, threshold or groups\n");
        return 2;
    }
    if (record(argv[1], engine, &stream, &mock.shape, &program, text)) {
        fprintf(stderr, "embed: %s\n", text);
    } else if (open_mock(&mock, engine, fault)) {
        fprintf(stderr, "embed: %s\n",
                mock.l1 && mock.sched && mock.l2 && problem(&mock) ? problem(&mock)
                                                                   : "out of memory");
    } else {
        replay(&mock, &stream);
        if (problem(&mock))
            fprintf(stderr, "embed: %s\n", problem(&mock));
        else
            status = compare(&mock, &program);
    }
    close_mock(&mock);
    free(stream.event);
    return status;
}
