/* Policy apcm in a checkpoint: whatever waits or goes with requests is there afterwards, and no
 * state is taken that it cannot be in. */
#include <malloc.h>

#include "apcm_rig.h"
#include "state_memory.h"

static int save(const rig_t *r, memory_t *m, diag_t *d)
{
    state_io_t *io = state_save(put, m);
    policy_state(r->p, io);
    return state_close(io, d);
}

static int load(const rig_t *r, memory_t *m, diag_t *d)
{
    state_io_t *io = state_load(get, m);
    policy_state(r->p, io);
    return state_close(io, d);
}

/* Warps 1 and 2 protect in a loop that they have left, while one starts and one finishes; a line
 * has been filled late; a load has sent one of three requests, another was refused. */
static void make_busy(rig_t *r)
{
    r->inst[0].loop = 1;
    r->inst[5].space = INST_SPACE_LOCAL;
    rig_load(r, 0, 0, 0, 1);
    rig_teach(r, 0, APCM_PROTECT, 0);
    for (unsigned w = 1; w < 3; w++) {
        r->inside[w][1] = true;
        rig_load(r, (uint16_t)w, w, 0, 2);
        rig_miss(r, (uint16_t)w, 0, w, 8 * w, w);
    }
    rig_load(r, 6, 5, 4, 3);
    rig_miss(r, 6, 2, 5, 3, 3);
    rig_issue(r, 21, 5, 5, 1); /* of local memory: beyond the first 16 numbers */
    rig_end(r);
    rig_teach(r, 1, APCM_PROTECT, 3);
    rig_look(r, 6, 0, 5, 4, GPU_TAG_ABSENT, 0);
    rig_end(r);
    rig_teach(r, 1, APCM_NORMAL, 3);
    r->h->on_cta_ready(r->p, &(gpu_cta_event_t){.first_warp = 6, .n_warps = 1});
    rig_finish(r, 7);
    for (unsigned w = 1; w < 3; w++)
        r->h->on_loop_exit(r->p, 0, w, 1, r->cycle);
    rig_late(r, 0, 3);
}

static void go_on(rig_t *r)
{
    assert_true(rig_end(r));
    assert_true(rig_in()->warp_en && rig_in()->warp == 6 && !rig_in()->finish);
    assert_true(rig_in()->exit_en && rig_in()->exit_warp == 1 && rig_in()->exit_match);
    assert_true(rig_in()->gone_en && rig_in()->gone_set == 0 && rig_in()->gone_way == 3);
    assert_true(rig_end(r));
    assert_true(rig_in()->warp_en && rig_in()->warp == 7 && rig_in()->finish);
    assert_true(rig_in()->exit_en && rig_in()->exit_warp == 2 && rig_in()->exit_match);
    assert_int_equal(rig_unit(r, 0)->psb.protect[0], 0);
    rig_look(r, 6, 1, 5, 5, GPU_TAG_ABSENT, 0); /* another one is refused, which is normal now */
    assert_false(rig_end(r));
    assert_int_equal(rig_look(r, 6, 0, 5, 4, GPU_TAG_ABSENT, 0), GPU_L1_KEEP);
    rig_result(r, GPU_L1_MISS, 0);
    rig_end(r);
    const apcm_in_t *in = rig_in();
    assert_true(in->acc_again && in->acc_method == APCM_PROTECT && in->acc_last == 3);
    assert_true(in->acc_plain && in->acc_tracked && in->acc_id == 1 && !in->acc_final);
    rig_miss(r, 6, 1, 5, 5, 1);
    assert_true(in->acc_again && in->acc_method == APCM_NORMAL);
    assert_true(in->acc_final && !in->acc_in_loop);
    r->inside[1][1] = true;
    rig_miss(r, 1, 1, 1, 5, 1);
    assert_true(in->acc_in_loop && in->acc_final && in->acc_id == 0);
    rig_miss(r, 21, 0, 5, 5, 1);
    assert_true(!in->acc_plain && !in->acc_tracked);
    assert_int_equal(rig_count(r, "requests"), 6);
    assert_int_equal(rig_count(r, "loads"), 2);
}

static void apcm_state_010_what_waits_is_there_afterwards(void **state)
{
    (void)state;
    mallopt(M_PERTURB, 0x5a); /* memory that nobody has written is no 0 */
    rig_t r;
    memory_t m = {NULL, 0, 0}, again = {NULL, 0, 0};
    diag_t d = {{0}};
    rig_open(&r, 1, 1, 4, NULL);
    make_busy(&r);
    assert_int_equal(save(&r, &m, &d), 0);
    const uint64_t cycle = r.cycle;
    const apcm_t unit = *rig_unit(&r, 0);
    go_on(&r);
    rig_close(&r);

    rig_open(&r, 1, 1, 4, NULL);
    if (load(&r, &m, &d))
        fail_msg("%s", d.text);
    assert_int_equal(save(&r, &again, &d), 0);
    assert_int_equal(again.n, m.n);
    assert_memory_equal(again.data, m.data, m.n);
    r.cycle = cycle;
    r.inst[0].loop = 1;
    assert_int_equal(rig_unit(&r, 0)->psb.protect[0], unit.psb.protect[0]);
    go_on(&r);
    rig_close(&r);
    free(m.data);
    free(again.data);
}

/* A static distance goes on, too. */
static void apcm_state_020_static_distances_go_on(void **state)
{
    (void)state;
    rig_t r;
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    rig_open(&r, 1, 1, 2, "apcm.distance=2");
    rig_load(&r, 0, 0, 0, 9);
    rig_load(&r, 1, 0, 1, 9);
    rig_teach(&r, 0, APCM_PROTECT, 0);
    rig_miss(&r, 0, 0, 0, 0, 0);
    assert_int_equal(save(&r, &m, &d), 0);
    const uint64_t cycle = r.cycle;
    rig_close(&r);
    rig_open(&r, 1, 1, 2, "apcm.distance=2");
    assert_int_equal(load(&r, &m, &d), 0);
    r.cycle = cycle;
    for (uint8_t i = 0; i < 2; i++) {
        rig_look(&r, 1, i, 0, 8, GPU_TAG_ABSENT, 0);
        assert_int_equal(rig_victim(&r, 0, 0), !i);
        rig_result(&r, GPU_L1_MISS, 1);
        rig_end(&r);
    }
    rig_close(&r);
    free(m.data);
}

static void apcm_state_100_what_cannot_be_is_refused(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 6; k++) {
        rig_t r;
        memory_t m = {NULL, 0, 0};
        diag_t d = {{0}};
        rig_open(&r, 1, 1, 4, "apcm.mta_sets=4 apcm.mta_ways=3");
        const uint32_t warps = r.cfg.warps_per_sm;
        assert_true(warps < 60);
        apcm_t *u = rig_unit(&r, 0);
        if (k == 1)
            rig_finish(&r, warps);
        if (k == 2)
            r.h->on_cta_ready(r.p, &(gpu_cta_event_t){.first_warp = warps, .n_warps = 1});
        if (k == 3)
            u->monitor.mine = (uint8_t)warps;
        if (k == 4)
            u->monitor.scan = 12; /* of 12 entries */
        if (k == 5) {             /* a request that was told of a last load which there is not */
            u->cfg.loads = 60;
            rig_load(&r, 0, 0, 0, 1);
            rig_teach(&r, 0, APCM_PROTECT, 16);
            rig_look(&r, 0, 0, 0, 0, GPU_TAG_ABSENT, 0);
            rig_end(&r);
            u->cfg.loads = 16;
            rig_teach(&r, 0, APCM_PROTECT, 0);
        }
        int rc = save(&r, &m, &d); /* refused here, or when it is read */
        rig_close(&r);
        rig_open(&r, 1, 1, 4, "apcm.mta_sets=4 apcm.mta_ways=3");
        if (rc == 0)
            rc = load(&r, &m, &d);
        if ((rc == 0) != (k == 0))
            fail_msg("case %u: %s", k, d.text);
        rig_close(&r);
        free(m.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apcm_state_010_what_waits_is_there_afterwards),
        cmocka_unit_test(apcm_state_020_static_distances_go_on),
        cmocka_unit_test(apcm_state_100_what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
