/*
 * Damaged checkpoints that look whole: the content of a checkpoint is changed (bits, bytes, words,
 * extreme values, in places of all its parts alike) and packed again with a right checksum. A run
 * that is continued from it is refused, or ends: by the program's end, its fault, a limit or the
 * watchdog. Nothing crashes; what does not end is ended by a signal (alarm), and the test with it.
 *
 *     test_checkpoint_mutation [long | MUTATIONS] [SEED]
 *
 * The seed is printed, and with it a failure is found again; the file of the mutation that failed
 * is left in the folder that is printed, too.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#include "cli/session.h"
#include "cli/trace_tap.h"
#include "common/file.h"
#include "common/rng.h"

enum { SHORT = 2000, LONG = 100000, TOO_LONG_S = 3600, SECTION = 64 };

static char folder[] = "/tmp/test_checkpoint_mutation.XXXXXX";
static char file[96], recorded[96];
static uint64_t seed = 1, mutations = SHORT;
static int nowhere; /* where what a mutation has to say goes */

/* What is stopped where; small, so that much of a file is not tables of lines. */
typedef struct subject {
    const char *workload, *config, *policies; /* workload: or a trace, by its path */
    uint64_t at, more; /* core cycles: stopped, and that the continued run may have */
    bool analyze;
    const char *set[12];
} subject_t;

#define SMALL "n_sms=2", "dram_channels=2", "l1_sets=4", "l2_sets=8", "watchdog_cycles=20000"

static const subject_t subjects[] = {
    {"bfs", "apres", NULL, 2500, 4000, false, {SMALL}},
    {"kmeans", "mrpb-s", "mrpb", 3000, 4000, false, {SMALL, "mrpb.depth=2"}},
    {"bfs", "abyp-gcn", "abyp", 3000, 4000, false, {SMALL, "l3_sets=8"}},
    {"histogram", "apres", "mascar", 2500, 4000, false, {SMALL, "t_refi=2000", "t_rfc=150"}},
    {"spmv", "mrpb-s", "bcs", 2000, 4000, true, {SMALL}},
    {"kmeans", "gpgpusim-322-gtx480", "counter", 4000, 4000, false, {SMALL}},
    {"bfs",
     "mrpb-s-fa",
     "ccws",
     4000,
     12000,
     false,
     {"n_sms=2", "l2_sets=8", "watchdog_cycles=20000"}},
    {"bfs",
     "apcm-fermi",
     "apcm",
     2500,
     4000,
     false,
     {SMALL, "apcm.loads=4", "apcm.mta_sets=4", "apcm.mta_ways=2"}},
    {"atax", "apcm-fermi", "apcm+sld", 3000, 4000, false, {SMALL, "apcm.distance=8"}},
    {"atax",
     "sm2-gtx480",
     "str",
     3000,
     12000,
     false,
     {"n_sms=2", "l2_sets=8", "watchdog_cycles=20000", "l1i_sets=1", "l1i_ways=2"}},
    {"backprop", "apres", "apres", 1000, 4000, false, {SMALL, "apres.drq=3", "apres.pt=3"}},
    {"2dconv", "las", "las", 1500, 4000, false, {SMALL, "las.window=4", "las.active=3"}},
    {recorded, "las", "las", 2500, 4000, false, {SMALL, "las.window=6"}},
    {recorded, "apcm-fermi", "apcm", 3000, 4000, false, {SMALL}},
    {"tests/e2e/data/trace", "apres", NULL, 250, 4000, false, {SMALL}},
    {"tests/e2e/data/trace", "las", "las", 250, 4000, false, {SMALL}},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* ---- A checkpoint's content ---- */

typedef struct content {
    uint8_t *first; /* the first line */
    size_t n_first;
    uint8_t *plain;
    size_t n;
    size_t *section; /* where each begins, behind its name */
    size_t n_sections;
} content_t;

static int run(run_opts_t *o, suspend_t *p)
{
    session_t s;
    int status = session_open_stoppable(&s, o, p) ? CMD_BAD_INPUT : session_run(&s);
    session_close(&s);
    return status;
}

static void make_checkpoint(const subject_t *u)
{
    run_opts_t o;
    suspend_t p = {.file = file, .at = u->at};
    run_opts_default(&o);
    *(strchr(u->workload, '/') ? &o.trace : &o.workload) = u->workload;
    o.config = u->config;
    o.policies = u->policies;
    o.scale = o.trace ? o.scale : SCALE_TINY;
    o.max_cycles = u->at + u->more;
    o.analyze = u->analyze;
    o.interval = u->analyze ? 300 : 0;
    for (unsigned i = 0; u->set[i]; i++)
        o.set[o.n_sets++] = u->set[i];
    assert_int_equal(run(&o, &p), CMD_STOPPED);
    suspend_free(&p);
}

/* color's tiny run as a trace. */
static void record(void)
{
    run_opts_t o;
    session_t s;
    trace_tap_t tap;
    char *argv[] = {"test", NULL};
    run_opts_default(&o);
    o.workload = "color";
    o.scale = SCALE_TINY;
    o.functional = true;
    assert_int_equal(session_open(&s, &o), 0);
    assert_int_equal(trace_tap_open(&tap, &s, recorded, argv, &s.sim.diag), 0);
    assert_int_equal(trace_tap_close(&tap, &s, recorded, session_run(&s)), CMD_DONE);
    session_close(&s);
}

static uint8_t *read_whole(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    *n = (size_t)ftell(f);
    rewind(f);
    uint8_t *p = malloc(*n);
    assert_int_equal(fread(p, 1, *n, f), *n);
    fclose(f);
    return p;
}

/* A name, filled up with zeros. */
static bool is_section(const uint8_t *p)
{
    size_t n = 0;
    while (n < SECTION && p[n] >= ' ' && p[n] < 0x7f)
        n++;
    if (n < 2 || n > 30)
        return false;
    for (; n < SECTION; n++)
        if (p[n])
            return false;
    return true;
}

static void find_sections(content_t *c)
{
    for (size_t i = 0; i + SECTION < c->n; i++)
        if (is_section(c->plain + i) &&
            (i == 0 || c->plain[i - 1] < ' ' || c->plain[i - 1] > 'z')) {
            c->section = realloc(c->section, (c->n_sections + 1) * sizeof *c->section);
            c->section[c->n_sections++] = i + SECTION;
        }
    assert_true(c->n_sections > 10);
}

static content_t content_of(const subject_t *u)
{
    content_t c = {0};
    size_t n;
    make_checkpoint(u);
    uint8_t *all = read_whole(file, &n);
    c.n_first = (size_t)((uint8_t *)memchr(all, '\n', n) - all) + 1;
    c.first = all;
    size_t room = (size_t)64 << 20;
    c.plain = malloc(room);
    c.n = ZSTD_decompress(c.plain, room, all + c.n_first, n - c.n_first);
    assert_false(ZSTD_isError(c.n));
    find_sections(&c);
    return c;
}

static void free_content(content_t *c)
{
    free(c->first);
    free(c->plain);
    free(c->section);
}

static void write_packed(ZSTD_CCtx *pack, const content_t *c, const uint8_t *plain)
{
    size_t room = ZSTD_compressBound(c->n);
    uint8_t *out = malloc(c->n_first + room);
    memcpy(out, c->first, c->n_first);
    size_t n = ZSTD_compress2(pack, out + c->n_first, room, plain, c->n);
    assert_false(ZSTD_isError(n));
    FILE *f = fopen(file, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(out, 1, c->n_first + n, f), c->n_first + n);
    fclose(f);
    free(out);
}

/* ---- Mutations ---- */

/* A place: of a section that is chosen first, mostly near its beginning. */
static size_t place(const content_t *c, rng_t *r, size_t width)
{
    size_t k = rng_below(r, (uint32_t)c->n_sections);
    size_t from = c->section[k];
    size_t to = k + 1 < c->n_sections ? c->section[k + 1] - SECTION : c->n;
    size_t len = to > from + width ? to - from - width : 1;
    if (rng_below(r, 2) && len > 256)
        len = 256;
    size_t at = from + rng_below(r, (uint32_t)len);
    if (rng_below(r, 20) == 0) /* anywhere, the head too */
        at = rng_below(r, (uint32_t)(c->n - width));
    return at + width <= c->n ? at : c->n - width;
}

static uint64_t extreme(rng_t *r, uint64_t was)
{
    static const uint64_t values[] = {0,
                                      1,
                                      2,
                                      0x7f,
                                      0x80,
                                      0xff,
                                      0x7fff,
                                      0x8000,
                                      0xfffe,
                                      0xffff,
                                      0x7fffffff,
                                      0x80000000,
                                      0xffffffff,
                                      UINT64_C(0x7fffffffffffffff),
                                      UINT64_C(0x8000000000000000),
                                      UINT64_MAX - 1,
                                      UINT64_MAX};
    switch (rng_below(r, 4)) {
    case 0:
        return was + 1;
    case 1:
        return was - 1;
    case 2:
        return rng_below(r, 64);
    default:
        return values[rng_below(r, sizeof values / sizeof *values)];
    }
}

static void mutate(const content_t *c, rng_t *r, uint8_t *plain)
{
    static const size_t widths[] = {1, 1, 2, 4, 4, 8, 8};
    for (unsigned n = 1 + (rng_below(r, 4) == 0) * rng_below(r, 4); n; n--) {
        size_t width = widths[rng_below(r, 7)], at = place(c, r, width);
        uint64_t v = 0;
        memcpy(&v, plain + at, width);
        switch (rng_below(r, 5)) {
        case 0:
            v ^= UINT64_C(1) << rng_below(r, (uint32_t)(8 * width));
            break;
        case 1:
            v = (uint64_t)rng_below(r, UINT32_MAX) << 32 | rng_below(r, UINT32_MAX);
            break;
        case 2: /* what stands elsewhere */
            memcpy(&v, plain + place(c, r, width), width);
            break;
        default:
            v = extreme(r, v);
        }
        memcpy(plain + at, &v, width);
    }
}

static int resume_loudly(void)
{
    run_opts_t o;
    suspend_t p = {0};
    diag_t d = {{0}};
    run_opts_default(&o);
    o.resume = file;
    o.json = NULL;
    int status = suspend_read(&p, &o, &d) ? CMD_BAD_INPUT : -1;
    p.file = NULL;
    o.json = NULL; /* a mutated file may name another one */
    if (status < 0)
        status = run(&o, &p);
    suspend_free(&p);
    return status;
}

static int resume(void)
{
    fflush(stderr);
    int out = dup(STDERR_FILENO);
    dup2(nowhere, STDERR_FILENO);
    int status = resume_loudly();
    fflush(stderr);
    dup2(out, STDERR_FILENO);
    close(out);
    return status;
}

static void mutate_subject(const subject_t *u, uint64_t n)
{
    content_t c = content_of(u);
    uint8_t *plain = malloc(c.n);
    uint64_t counts[4] = {0};
    ZSTD_CCtx *pack = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(pack, ZSTD_c_checksumFlag, 1);
    write_packed(pack, &c, c.plain);
    assert_int_equal(resume(), CMD_DONE);
    for (uint64_t k = 0; k < n; k++) {
        rng_t r;
        rng_seed(&r, seed * UINT64_C(1000003) + k);
        memcpy(plain, c.plain, c.n);
        mutate(&c, &r, plain);
        write_packed(pack, &c, plain);
        alarm(TOO_LONG_S);
        int status = resume();
        alarm(0);
        if (status < 0 || status > CMD_STOPPED)
            fail_msg("%s on %s, mutation %llu of seed %llu: status %d", u->workload, u->config,
                     (unsigned long long)k, (unsigned long long)seed, status);
        counts[status]++;
    }
    printf("%s on %s%s%s, %llu mutations of seed %llu: %llu refused, %llu ended, %llu wrong\n",
           u->workload, u->config, u->policies ? " with " : "", u->policies ? u->policies : "",
           (unsigned long long)n, (unsigned long long)seed, (unsigned long long)counts[2],
           (unsigned long long)counts[0], (unsigned long long)counts[1]);
    fflush(stdout);
    ZSTD_freeCCtx(pack);
    free(plain);
    free_content(&c);
}

static void checkpoint_700_mutations_are_refused_or_end(void **state)
{
    (void)state;
    record();
    for (unsigned i = 0; i < SUBJECTS; i++)
        mutate_subject(&subjects[i], mutations / SUBJECTS + (i < mutations % SUBJECTS));
}

/* Is a section of that name before this one? */
static bool seen_before(const content_t *c, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (!memcmp(c->plain + c->section[i] - SECTION, c->plain + c->section[k] - SECTION,
                    SECTION))
            return true;
    return false;
}

/* Where the counts, heads of lists and masks of a part stand: each word there, of each kind of
 * part, becomes the largest number and one beyond its value. */
static void checkpoint_710_words_at_the_start_of_every_kind_of_part(void **state)
{
    (void)state;
    enum { WORDS = 24 };
    content_t c = content_of(&subjects[1]);
    uint8_t *plain = malloc(c.n);
    ZSTD_CCtx *pack = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(pack, ZSTD_c_checksumFlag, 1);
    uint64_t refused = 0, all = 0;
    for (size_t k = 0; k < c.n_sections; k++)
        for (size_t w = 0; w < 2 * WORDS && !seen_before(&c, k); w++) {
            size_t at = c.section[k] + w / 2 * sizeof(uint32_t);
            uint32_t v;
            if (at + sizeof v > c.n)
                continue;
            memcpy(plain, c.plain, c.n);
            memcpy(&v, plain + at, sizeof v);
            v = w % 2 ? v + 1 : UINT32_MAX;
            memcpy(plain + at, &v, sizeof v);
            write_packed(pack, &c, plain);
            alarm(TOO_LONG_S);
            int status = resume();
            alarm(0);
            assert_in_range(status, CMD_DONE, CMD_STOPPED);
            refused += status == CMD_BAD_INPUT;
            all++;
        }
    printf("%llu words, %llu refused\n", (unsigned long long)all, (unsigned long long)refused);
    assert_true(refused > all / 3);
    ZSTD_freeCCtx(pack);
    free(plain);
    free_content(&c);
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(file, sizeof file, "%s/x.ckpt", folder);
    snprintf(recorded, sizeof recorded, "%s/x.lwt", folder);
    printf("seed %llu, files in %s\n", (unsigned long long)seed, folder);
    fflush(stdout);
    return (nowhere = open("/dev/null", O_WRONLY)) < 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(file);
    unlink(recorded);
    return rmdir(folder);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        mutations = strcmp(argv[1], "long") == 0 ? LONG : strtoull(argv[1], NULL, 10);
    if (argc > 2)
        seed = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checkpoint_700_mutations_are_refused_or_end),
        cmocka_unit_test(checkpoint_710_words_at_the_start_of_every_kind_of_part),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
