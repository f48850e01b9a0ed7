/*
 * The native trace: whatever a front end does comes back step by step, in any order of CTAs.
 */
#include "native_wild.h"

#include <cJSON.h>

#include "trace/native_code.h"

static trace_t *open_native(const char *path)
{
    diag_t d = {{0}};
    trace_t *t;
    if (trace_native_open(path, &t, &d))
        fail_msg("%s", d.text);
    return t;
}

static void check_replay(uint32_t lanes, uint32_t steps)
{
    wild_t w;
    diag_t d = {{0}};
    trace_step_t s;
    wild_init(&w, lanes, steps);
    const char *path = in_dir("wild.lwt");
    unlink(path);
    record(path, &w, 3);
    trace_t *t = open_native(path);
    assert_int_equal(trace_next(t, &s, &d), 0); /* the copy that preloaded, only */
    assert_int_equal(s.kind, TRACE_COPY);
    assert_int_equal(s.addr, UINT64_C(0x7f0000000000));
    assert_int_equal(s.bytes, 12);
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(trace_next(t, &s, &d), 0);
        assert_int_equal(s.kind, TRACE_LAUNCH);
        assert_string_equal(s.front->kernel, w.front.kernel);
        assert_int_equal(s.front->n_inst, INSTS);
        for (uint32_t i = 0; i < INSTS; i++)
            assert_memory_equal(&s.front->inst[i], &w.inst[i], sizeof(inst_t));
#define EQUAL(f) assert_int_equal(s.front->f, w.front.f);
        EQUAL(grid[0])
        EQUAL(block[0])
        EQUAL(warp_size)
        EQUAL(warps_per_cta)
        EQUAL(regs_per_thread)
        EQUAL(shared_bytes)
        EQUAL(arena_base)
        EQUAL(arena_bytes)
        EQUAL(local_base)
        EQUAL(local_cta_bytes)
#undef EQUAL
        drive(&w.front, s.front, k == 1 ? forward : shuffled, 2 + k);
    }
    assert_int_equal(trace_next(t, &s, &d), 0);
    assert_int_equal(s.kind, TRACE_END);
    trace_close(t);
}

static void trace_native_010_every_step_comes_back(void **state)
{
    (void)state;
    check_replay(32, 300);
    check_replay(64, 300);
    check_replay(1, 50);
}

/* Streams of more than a chunk a CTA: pieces are unpacked as warps come to them. */
static void trace_native_020_chunks(void **state)
{
    (void)state;
    check_replay(32, 9000);
    trace_counts_t c;
    trace_step_t s;
    diag_t d = {{0}};
    trace_t *t = open_native(in_dir("wild.lwt"));
    uint64_t chunks = 0, ctas = 0, insts = 0;
    do {
        assert_int_equal(trace_native_next(t, &s, &c, &d), 0);
        chunks += c.chunks;
        ctas += c.ctas;
        insts += c.warp_instructions;
    } while (s.kind != TRACE_END);
    assert_true(chunks > 2 * ctas);
    /* Warp k makes 9000 + k steps, but for the one that has nothing to do. */
    assert_int_equal(insts, 3 * (CTAS * (5 * 9000 + 10) - 9003));
    trace_close(t);
}

/* A recorder that is given up leaves nothing behind. */
static void trace_native_060_discarded(void **state)
{
    (void)state;
    diag_t d = {{0}};
    wild_t w;
    wild_init(&w, 32, 20);
    char command[128];
    trace_about_t about = {.program = "test"};
    trace_record_t *r = trace_record_open(in_dir("gone.lwt"), &about, &d);
    assert_non_null(r);
    front_t *f = trace_record_launch(r, &w.front, &d);
    assert_non_null(f);
    front_cta_t *c = f->ops->cta_begin(f->ctx, 0); /* one CTA of eleven, and not to its end */
    f->ops->cta_end(f->ctx, c);
    assert_true(trace_record_launch_end(r, &d) < 0);
    assert_non_null(strstr(d.text, "1 of 11 CTAs"));
    trace_record_discard(r);
    snprintf(command, sizeof command, "ls %s | grep -q gone", dir);
    assert_int_not_equal(system(command), 0);
    d.text[0] = 0;
    assert_null(trace_record_open("/nonexistent/x.lwt", &about, &d));
    assert_non_null(strstr(d.text, "/nonexistent/x.lwt: cannot create"));
}

/* A program as it was written before `op` and `sources` were kept. */
static void trace_native_070_programs_without_classes(void **state)
{
    (void)state;
    static wild_t w;
    diag_t d = {{0}};
    wild_init(&w, 32, 1);
    nat_prog_t *p = nat_prog_copy(&w.front, &d);
    assert_non_null(p);
    cJSON *o = nat_prog_json(p), *row;
    nat_prog_t *same = nat_prog_read(o, "new", &d);
    assert_non_null(same);
    assert_true(nat_prog_same(same, &w.front));
    nat_prog_free(same);
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(o, "instructions"))
    {
        cJSON_DeleteItemFromObjectCaseSensitive(row, "op");
        cJSON_DeleteItemFromObjectCaseSensitive(row, "sources");
    }
    nat_prog_t *old = nat_prog_read(o, "old", &d);
    if (!old)
        fail_msg("%s", d.text);
    for (uint32_t i = 0; i < old->n_inst; i++) {
        bool reads_it = inst_regset_meets(&old->inst[i].use, &old->inst[i].dst);
        assert_int_equal(old->inst[i].op, INST_OP_LOGIC);
        assert_int_equal(old->inst[i].sources, reads_it ? 0 : 1); /* use has one register */
        assert_int_equal(old->inst[i].pc, p->inst[i].pc);
    }
    nat_prog_free(old);
    row = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(o, "instructions"), 1);
    cJSON_AddStringToObject(row, "op", "int_sub");
    assert_null(nat_prog_read(o, "bad", &d));
    assert_non_null(strstr(d.text, "'op' is 'int_sub'"));
    cJSON_Delete(o);
    nat_prog_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trace_native_010_every_step_comes_back),
        cmocka_unit_test(trace_native_020_chunks),
        cmocka_unit_test(trace_native_060_discarded),
        cmocka_unit_test(trace_native_070_programs_without_classes),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
