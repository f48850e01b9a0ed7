/*
 * Damaged native traces: a file that was changed is refused, with what is wrong, or still says the
 * same; contents that are wrong under right checksums end or are refused.
 */
#include "native_wild.h"

#include <cJSON.h>
#include <sys/stat.h>

#include "trace/native_code.h"
#include "trace/native_file.h"

/* Runs whatever the file's launches hold; false: refused on the way. */
static bool replay_all(const char *path, uint64_t *hash)
{
    diag_t d = {{0}};
    trace_t *t;
    trace_step_t s;
    bool ok = true;
    *hash = 1;
    if (trace_native_open(path, &t, &d)) {
        assert_true(d.text[0]);
        return false;
    }
    static warp_step_t st;
    for (;;) {
        int rc = trace_next(t, &s, &d);
        ok = rc == 0;
        if (!ok || s.kind == TRACE_END)
            break;
        *hash = *hash * 31 + s.bytes + s.addr;
        if (s.kind != TRACE_LAUNCH)
            continue;
        front_t *f = s.front;
        uint32_t n = f->grid[0] * f->grid[1] * f->grid[2];
        *hash = *hash * 31 + f->shared_bytes + f->regs_per_thread + n;
        for (uint32_t k = 0; k < n && !f->error; k++) {
            front_cta_t *c = f->ops->cta_begin(f->ctx, k);
            for (uint32_t w = 0; w < f->warps_per_cta; w++) {
                front_warp_t *x = f->ops->cta_warp(f->ctx, c, w);
                const inst_t *i = f->ops->first(f->ctx, x);
                while (i && !f->error) {
                    f->ops->step(f->ctx, x, &st);
                    *hash =
                        *hash * 31 + st.active + (st.active ? st.addr[bits_lowest(st.active)] : 0);
                    i = st.next;
                }
            }
            f->ops->cta_end(f->ctx, c);
        }
        if (f->error) {
            ok = false;
            trace_fault(t, &d);
            break;
        }
    }
    assert_true(ok || d.text[0]);
    trace_close(t);
    return ok;
}

static uint8_t *slurp(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    struct stat st;
    assert_int_equal(fstat(fileno(f), &st), 0);
    *n = (size_t)st.st_size;
    uint8_t *p = malloc(*n);
    assert_non_null(p);
    assert_int_equal(fread(p, 1, *n, f), *n);
    fclose(f);
    return p;
}

static void spit(const char *path, const void *p, size_t n)
{
    unlink(path); /* a file written anew is not forced to the disk, one overwritten is */
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(p, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void trace_native_030_changed_files_are_refused(void **state)
{
    (void)state;
    enum { TRIES = 4000 };
    wild_t w;
    rng_t rng;
    size_t n;
    uint64_t good, hash;
    wild_init(&w, 32, 20);
    const char *path = in_dir("good.lwt"), *bad = in_dir("bad.lwt");
    record(path, &w, 1);
    assert_true(replay_all(path, &good));
    uint8_t *whole = slurp(path, &n), *copy = malloc(n + 64);
    assert_non_null(copy);
    rng_seed(&rng, 5);
    unsigned refused = 0;
    for (unsigned k = 0; k < TRIES; k++) {
        size_t len = n;
        memcpy(copy, whole, n);
        unsigned how = (unsigned)(rng_u64(&rng) % 8);
        if (how == 0) {
            len = rng_u64(&rng) % n; /* cut */
        } else if (how == 1) {       /* a piece taken out */
            size_t at = rng_u64(&rng) % n, gap = 1 + rng_u64(&rng) % 64;
            gap = gap < n - at ? gap : n - at;
            memmove(copy + at, copy + at + gap, n - at - gap);
            len = n - gap;
        } else {
            for (unsigned m = 0; m < how - 1; m++)
                copy[rng_u64(&rng) % n] ^= (uint8_t)(1u << rng_u64(&rng) % 8);
        }
        if (len == n && !memcmp(copy, whole, n))
            continue;
        spit(bad, copy, len);
        if (!replay_all(bad, &hash))
            refused++;
        else
            assert_int_equal(hash, good); /* a bit that zstd does not look at */
    }
    assert_true(refused > TRIES * 98 / 100);
    free(copy);
    free(whole);
}

/* Past the checksums: streams of any bytes end or are refused, inside their bounds. */
static void trace_native_040_any_stream(void **state)
{
    (void)state;
    wild_t w;
    rng_t rng;
    diag_t d = {{0}};
    wild_init(&w, 32, 60);
    nat_prog_t *p = nat_prog_copy(&w.front, &d);
    nat_shape_t shape = {p, 32, w.front.arena_base, w.front.local_base, w.front.local_cta_bytes};
    nat_enc_t e = {.run = 0};
    nat_dec_t dec = {.run = 0};
    nat_pred_init(&e.p, &shape);
    nat_pred_init(&dec.p, &shape);
    front_cta_t *c = wild_begin(&w, 0);
    wild_first(&w, &c->warp[0]);
    nat_enc_begin(&e, 0);
    static warp_step_t st;
    for (const inst_t *i = w.inst; i; i = st.next) {
        wild_step(&w, &c->warp[0], &st);
        nat_enc_step(&e, &st, st.next ? (uint32_t)(st.next - w.inst) : INSTS, c->region);
    }
    nat_enc_flush(&e);
    wild_end(&w, c);
    rng_seed(&rng, 9);
    unsigned damaged = 0, ended = 0;
    uint8_t *ctrl = malloc(e.ctrl.n), *addr = malloc(e.addr.n); /* exact: ASan sees one beyond */
    assert_true(ctrl && addr);
    for (unsigned k = 0; k < 6000; k++) {
        memcpy(ctrl, e.ctrl.at, e.ctrl.n);
        memcpy(addr, e.addr.at, e.addr.n);
        for (unsigned m = 0; m < k % 4; m++) {
            ctrl[rng_u64(&rng) % e.ctrl.n] = (uint8_t)rng_u64(&rng);
            addr[rng_u64(&rng) % e.addr.n] = (uint8_t)rng_u64(&rng);
        }
        dec.ctrl = (nat_cur_t){.at = ctrl, .end = ctrl + e.ctrl.n};
        dec.addr = (nat_cur_t){.at = addr, .end = addr + e.addr.n};
        bool ok = nat_dec_begin(&dec);
        for (unsigned n = 0; ok && n < 1000 && dec.p.cur < INSTS && !nat_dec_hungry(&dec); n++)
            ok = nat_dec_step(&dec, &st, 1);
        damaged += !ok;
        ended += ok && dec.p.cur == INSTS;
        if (k % 4 == 0)
            assert_true(ok && dec.p.cur == INSTS);
    }
    assert_true(damaged > 500 && ended >= 1500);
    free(ctrl);
    free(addr);
    nat_enc_free(&e);
    nat_pred_free(&dec.p);
    nat_prog_free(p);
}

/* Copies a frame of one file to another, now and then with a byte changed. */
static nat_frame_t move_frame(nat_file_t *from, nat_writer_t *to, const nat_frame_t *at, rng_t *rng,
                              bool change)
{
    diag_t d = {{0}};
    nat_frame_t out;
    uint8_t *raw = nat_file_frame(from, at, &d);
    assert_non_null(raw);
    for (unsigned k = 0; change && k < 3; k++)
        raw[rng_u64(rng) % at->raw] = (uint8_t)rng_u64(rng);
    assert_int_equal(nat_writer_frame(to, raw, at->raw, &out, &d), 0);
    free(raw);
    return out;
}

/* A file with damaged contents under right checksums: what only someone who wants to would write.
 */
static void rewrite(const char *from, const char *to, rng_t *rng)
{
    diag_t d = {{0}};
    nat_file_t *f = nat_file_open(from, &d);
    nat_writer_t *w = nat_writer_open(to, nat_file_header(f), &d);
    assert_true(f && w);
    cJSON *steps = cJSON_Duplicate(nat_file_directory(f), true);
    cJSON *o = cJSON_GetObjectItem(steps, "steps")->child;
    while (!cJSON_GetObjectItem(o, "launch"))
        o = o->next;
    o = cJSON_GetObjectItem(o, "launch");
    uint64_t v[3];
    assert_int_equal(nat_json_u64(o, "index_offset", UINT64_MAX, &v[0], from, &d), 0);
    assert_int_equal(nat_json_u64(o, "index_bytes", UINT32_MAX, &v[1], from, &d), 0);
    assert_int_equal(nat_json_u64(o, "index_raw", UINT32_MAX, &v[2], from, &d), 0);
    nat_frame_t at = {v[0], (uint32_t)v[1], (uint32_t)v[2]};
    nat_chunks_t *ctas = nat_index_read(f, &at, CTAS, &d);
    assert_non_null(ctas);
    unsigned what = (unsigned)(rng_u64(rng) % 3);
    for (uint32_t k = 0; k < CTAS; k++)
        for (uint32_t c = 0; c < ctas[k].n; c++)
            ctas[k].at[c].frame = move_frame(f, w, &ctas[k].at[c].frame, rng, what == 0);
    nat_buf_t index = {.at = NULL};
    nat_index_pack(ctas, CTAS, &index);
    if (what == 1)
        index.at[rng_u64(rng) % index.n] ^= (uint8_t)(1u << rng_u64(rng) % 8);
    assert_int_equal(nat_writer_frame(w, index.at, index.n, &at, &d), 0);
    char hex[24];
    snprintf(hex, sizeof hex, "0x%llx", (unsigned long long)at.offset);
    cJSON_ReplaceItemInObject(o, "index_offset", cJSON_CreateString(hex));
    cJSON_ReplaceItemInObject(o, "index_bytes", cJSON_CreateNumber(at.bytes));
    cJSON_ReplaceItemInObject(o, "index_raw", cJSON_CreateNumber(at.raw));
    if (what == 2) {
        char *text = cJSON_PrintUnformatted(steps);
        cJSON *changed = NULL;
        for (unsigned k = 0; k < 50 && !changed; k++) { /* until it is JSON again */
            size_t place = rng_u64(rng) % strlen(text);
            char was = text[place];
            text[place] = "0123456789\"x,]}[{a-."[rng_u64(rng) % 21];
            changed = cJSON_Parse(text);
            text[place] = was;
        }
        free(text);
        if (changed) {
            cJSON_Delete(steps);
            steps = changed;
        }
    }
    assert_int_equal(nat_writer_finish(w, steps, &d), 0);
    cJSON_Delete(steps);
    free(index.at);
    nat_index_free(ctas, CTAS);
    nat_file_close(f);
}

static void trace_native_045_damage_under_right_checksums(void **state)
{
    (void)state;
    wild_t w;
    rng_t rng;
    uint64_t good, hash;
    wild_init(&w, 32, 20);
    const char *path = in_dir("right.lwt"), *bad = in_dir("wrong.lwt");
    record(path, &w, 1);
    assert_true(replay_all(path, &good));
    rng_seed(&rng, 3);
    unsigned refused = 0;
    for (unsigned k = 0; k < 2000; k++) {
        unlink(bad);
        rewrite(path, bad, &rng);
        refused += !replay_all(bad, &hash);
    }
    assert_true(refused > 500); /* others say something else, within their bounds */
}

static void refused_with(const char *path, const char *text)
{
    diag_t d = {{0}};
    trace_t *t;
    assert_true(trace_native_open(path, &t, &d) < 0);
    if (!strstr(d.text, text) || !strstr(d.text, path))
        fail_msg("'%s' does not say '%s'", d.text, text);
}

static void trace_native_050_says_what_is_wrong(void **state)
{
    (void)state;
    wild_t w;
    size_t n;
    wild_init(&w, 32, 20);
    const char *path = in_dir("say.lwt");
    record(path, &w, 1);
    uint8_t *p = slurp(path, &n);
    spit(path, p, n - 1);
    refused_with(path, "cut short");
    spit(path, p, 4);
    refused_with(path, "expected a trace");
    p[8] = 3;
    spit(path, p, n);
    refused_with(path, "version 3; this program reads versions 1 to 2");
    p[8] = 2;
    p[30] ^= 1;
    spit(path, p, n);
    refused_with(path, "header's checksum");
    p[30] ^= 1;
    p[0] = 'x';
    spit(path, p, n);
    refused_with(path, "not a trace");
    refused_with(dir, "not a regular file");
    refused_with(in_dir("absent.lwt"), "No such file");
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trace_native_030_changed_files_are_refused),
        cmocka_unit_test(trace_native_040_any_stream),
        cmocka_unit_test(trace_native_045_damage_under_right_checksums),
        cmocka_unit_test(trace_native_050_says_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
