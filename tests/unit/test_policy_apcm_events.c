/*
 * Policy apcm, what it tells the unit beside requests: kernels, warps, loops, lines that go,
 * prefetches; and static distances. As test_policy_apcm_requests.c: hook by hook, seen at the
 * unit's ports.
 */
#include "apcm_rig.h"

/* Load 0 is of type protect until its loop, number 1, ends; so many warps from 1 on protect a way
 * of set 0. */
static void protect_in_loops(rig_t *r, unsigned n)
{
    r->inst[0].loop = 1;
    rig_load(r, 0, 0, 0, 1);
    rig_teach(r, 0, APCM_PROTECT, 0);
    for (unsigned w = 1; w <= n; w++) {
        r->inside[w][1] = true;
        rig_load(r, 1, w, 0, 2);
        rig_miss(r, 1, 0, w, 8 * w, w - 1);
        assert_true(rig_unit(r, 0)->psb.loop[w]);
    }
    assert_int_equal(rig_unit(r, 0)->psb.protect[0], bits_mask(n) << 1);
}

static void cta(rig_t *r, unsigned first, unsigned n)
{
    r->h->on_cta_ready(r->p, &(gpu_cta_event_t){.first_warp = first, .n_warps = n});
}

/* ---- Warps ---- */

static void apcm_events_010_a_ctas_warps_start_one_by_one(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, NULL);
    cta(&r, 2, 3);
    for (unsigned w = 2; w < 5; w++) {
        assert_true(rig_end(&r));
        assert_true(rig_in()->warp_en && rig_in()->warp == w && !rig_in()->finish);
        assert_int_equal(rig_wakes(&r), w < 4);
    }
    assert_false(rig_end(&r));
    rig_close(&r);
}

/* The lowest warp first, and its finish before its next start. */
static void apcm_events_020_finishes_and_starts_queue(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, NULL);
    rig_finish(&r, 5);
    rig_finish(&r, 3);
    cta(&r, 2, 2);
    static const struct {
        uint8_t warp, finish;
    } want[] = {{2, 0}, {3, 1}, {3, 0}, {5, 1}};
    for (unsigned i = 0; i < 4; i++) {
        assert_true(rig_end(&r));
        assert_true(rig_in()->warp_en && rig_in()->warp == want[i].warp);
        assert_int_equal(rig_in()->finish, want[i].finish);
    }
    assert_false(rig_end(&r));
    rig_close(&r);
}

/* Both end the warp's protection; the end of the monitored one begins the scan, in which the unit
 * is clocked in every cycle. */
static void apcm_events_030_what_starts_and_finishes_do(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 1, 4, NULL);
    protect_in_loops(&r, 2);
    rig_finish(&r, 1);
    rig_end(&r);
    cta(&r, 2, 1);
    rig_end(&r);
    assert_int_equal(rig_unit(&r, 0)->psb.protect[0], 0);
    assert_int_equal(rig_count(&r, "releases"), 2);
    assert_int_equal(rig_unit(&r, 0)->monitor.phase, APCM_WATCHING);
    rig_finish(&r, 0);
    rig_end(&r);
    assert_int_equal(rig_count(&r, "monitored"), 1);
    for (unsigned e = 0; e < 32; e++) {
        assert_true(rig_wakes(&r));
        assert_int_equal(rig_unit(&r, 0)->monitor.phase, APCM_SCANNING);
        assert_int_equal(rig_unit(&r, 0)->monitor.scan, e);
        assert_true(rig_end(&r));
    }
    assert_false(rig_end(&r));
    assert_int_equal(rig_unit(&r, 0)->monitor.phase, APCM_OVER);
    rig_close(&r);
}

/* ---- Loops ---- */

static void leave(rig_t *r, unsigned warp, unsigned loop)
{
    r->inside[warp][loop] = false;
    r->h->on_loop_exit(r->p, 0, warp, loop, r->cycle);
}

static void apcm_events_100_the_protecting_loads_loop_releases(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 1, 4, NULL);
    protect_in_loops(&r, 2);
    leave(&r, 1, 2); /* another loop */
    leave(&r, 3, 1); /* that loop, but a warp that does not protect */
    assert_false(rig_end(&r));
    leave(&r, 2, 1);
    assert_true(rig_end(&r));
    assert_true(rig_in()->exit_en && rig_in()->exit_warp == 2 && rig_in()->exit_match);
    assert_int_equal(rig_unit(&r, 0)->psb.protect[0], 2);
    assert_false(rig_end(&r));
    rig_close(&r);
}

static void apcm_events_110_exits_queue(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 1, 4, NULL);
    protect_in_loops(&r, 3);
    leave(&r, 3, 1);
    leave(&r, 1, 1);
    for (unsigned w = 1; w <= 3; w += 2) {
        assert_true(rig_end(&r));
        assert_true(rig_in()->exit_en && rig_in()->exit_warp == w && rig_in()->exit_match);
        assert_int_equal(rig_wakes(&r), w == 1);
    }
    assert_int_equal(rig_unit(&r, 0)->psb.protect[0], 4);
    rig_close(&r);
}

/* A warp whose turn comes later may protect for another loop by then, which it has not left; the
 * loops of two warps are not mixed. */
static void apcm_events_120_an_exit_is_judged_when_its_turn_comes(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 1, 4, NULL);
    protect_in_loops(&r, 2);
    apcm_psb_t *psb = &rig_unit(&r, 0)->psb;
    r.inst[3].loop = 2;
    rig_load(&r, 3, 4, 3, 1); /* gets ID 1 */
    leave(&r, 1, 1);
    leave(&r, 2, 1);
    rig_end(&r); /* warp 1's */
    psb->last[2] = 1;
    rig_end(&r);
    assert_true(rig_in()->exit_en && rig_in()->exit_warp == 2 && !rig_in()->exit_match);
    assert_int_equal(psb->protect[0], 4);
    psb->last[2] = 0;
    leave(&r, 2, 1);
    rig_end(&r);
    assert_int_equal(psb->protect[0], 0);
    rig_close(&r);
}

/* ---- Lines that go ---- */

static bool gone_is(const rig_t *r, unsigned set, unsigned way)
{
    (void)r;
    return rig_in()->gone_en && rig_in()->gone_set == set && rig_in()->gone_way == way;
}

/* What an access replaces is told with it; a store's eviction and a late fill have the port gone.
 */
static void apcm_events_200_lines_that_go_without_an_access(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, NULL);
    rig_evict(&r, 1, 1, GPU_EVICT_MISS);
    rig_evict(&r, 1, 0, GPU_EVICT_LATE_FILL);
    rig_evict(&r, 2, 0, GPU_EVICT_KERNEL);
    rig_evict(&r, 2, 1, GPU_EVICT_PREFETCH);
    assert_false(rig_end(&r));
    rig_evict(&r, 3, 1, GPU_EVICT_STORE);
    assert_true(rig_end(&r) && gone_is(&r, 3, 1) && !rig_wakes(&r));
    assert_false(rig_end(&r));
    rig_late(&r, 2, 1);
    assert_true(rig_end(&r) && gone_is(&r, 2, 1));
    assert_false(rig_end(&r));
    rig_close(&r);
}

/* One a cycle, the lowest first, but the line of the cycle's own access before all; one that is
 * taken anew is forgotten. */
static void apcm_events_210_lines_queue(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, NULL);
    rig_load(&r, 0, 0, 0, 4);
    rig_miss(&r, 0, 0, 0, 3, 0); /* (3, 0): count 1 */
    rig_miss(&r, 0, 1, 0, 2, 1); /* (2, 1) */
    rig_late(&r, 0, 1);
    rig_late(&r, 1, 0);
    rig_late(&r, 2, 1);
    rig_late(&r, 3, 0);
    rig_hit(&r, 0, 2, 0, 3, 0);
    assert_true(gone_is(&r, 3, 0) && rig_wakes(&r));
    assert_int_equal(rig_unit(&r, 0)->tags.count[6], 1); /* the new line's first use */
    rig_miss(&r, 0, 3, 0, 1, 0);                         /* (1, 0) is taken */
    assert_true(gone_is(&r, 0, 1) && rig_wakes(&r));
    assert_true(rig_end(&r) && gone_is(&r, 2, 1) && !rig_wakes(&r));
    assert_int_equal(rig_unit(&r, 0)->tags.count[5], 0);
    assert_int_equal(rig_unit(&r, 0)->tags.count[2], 1);
    assert_false(rig_end(&r));
    rig_close(&r);
}

/* A late fill comes before the cycle's access: its victim is chosen by what is held now. */
static void apcm_events_220_a_late_fill_obeys_protection(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 2, 2, NULL);
    r.inst[0].loop = 1;
    rig_load(&r, 0, 0, 0, 1);
    rig_teach(&r, 0, APCM_PROTECT, 0);
    r.inside[1][1] = true;
    rig_load(&r, 1, 1, 0, 2);
    rig_miss(&r, 1, 0, 1, 1, 1); /* (1, 1) is held */
    gpu_req_t req = {.warp = 3};
    gpu_l1_victim_t v = {.req = &req, .set = 1, .late = true};
    v.cycle = r.cycle;
    assert_int_equal(r.h->pick_victim(r.p, &v), 0);
    v.reserved = 1;
    assert_int_equal(r.h->pick_victim(r.p, &v), GPU_VICTIM_NONE);
    v.reserved = 0;
    rig_load(&r, 2, 1, 0, 2);
    rig_miss(&r, 2, 0, 1, 3, 0); /* (1, 0), too */
    rig_load(&r, 3, 4, 1, 1);
    rig_look(&r, 3, 0, 4, 0, GPU_TAG_ABSENT, 0); /* of set 0, where nothing is held */
    v.cycle = r.cycle;
    assert_int_equal(r.h->pick_victim(r.p, &v), GPU_VICTIM_PROTECTED);
    assert_int_equal(rig_victim(&r, 3, 0), 0);
    rig_result(&r, GPU_L1_BYPASSED, 0); /* another's decision, no bypass for held ways */
    rig_end(&r);
    assert_true(rig_in()->acc_past);
    assert_int_equal(rig_count(&r, "held_bypasses"), 0);
    rig_close(&r);
}

/* ---- Kernels ---- */

static void apcm_events_300_a_kernel_start_clears(void **state)
{
    (void)state;
    for (unsigned flush = 0; flush < 2; flush++) {
        rig_t r;
        rig_open(&r, 2, 1, 4, NULL);
        r.cfg.l1_flush = flush;
        protect_in_loops(&r, 2);
        cta(&r, 6, 1);
        rig_finish(&r, 7);
        leave(&r, 1, 1);
        rig_late(&r, 0, 3);
        r.h->on_load_issue(
            r.p, &(gpu_load_issue_t){
                     .inst = r.inst, .step = &(warp_step_t){.space = 1}, .sm = 1, .requests = 1});
        rig_end_of(&r, 1);
        assert_int_equal(rig_unit(&r, 1)->lat.cam.valid[0], 1);
        r.h->on_kernel_start(r.p, &r.front);
        for (unsigned i = 0; i < 2; i++) {
            const apcm_in_t *in = &rig_spies[i].in;
            const apcm_t *u = rig_unit(&r, i);
            assert_true(in->start_en && !in->acc_en && !in->warp_en);
            assert_int_equal(in->flush_en, flush);
            assert_true(!u->lat.cam.valid[0] && !u->cait.valid[0] && !u->psb.protect[0]);
            assert_int_equal(u->monitor.phase, APCM_NOBODY);
        }
        assert_int_equal(rig_unit(&r, 0)->tags.protect[0], !flush);
        /* Of what waited, lines alone: they go with the L1's, or stay as these do. */
        const bool clocked = rig_end(&r);
        assert_true(!clocked || (!rig_in()->warp_en && !rig_in()->exit_en));
        assert_int_equal(clocked && rig_in()->gone_en, !flush);
        assert_false(rig_end(&r));
        rig_close(&r);
    }
}

/* ---- Prefetches ---- */

static void apcm_events_400_prefetches_take_lines_and_nothing_else(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 8, 4, NULL);
    rig_load(&r, 0, 0, 0, 1); /* warp 0 is monitored */
    rig_load(&r, 1, 0, 1, 1);
    rig_teach(&r, 1, APCM_PROTECT, 1);
    const apcm_t before = *rig_unit(&r, 0);
    assert_false(rig_prefetch(&r, 1, 0, 100));
    assert_int_equal(rig_victim(&r, 15, 0), 0);
    rig_prefetched(&r, GPU_PREFETCH_ISSUED, 2);
    assert_true(rig_end(&r));
    const apcm_in_t *in = rig_in();
    assert_true(in->acc_en && in->acc_accept && !in->acc_plain && !in->load_en);
    assert_true(in->acc_tracked && in->acc_id == 1 && in->acc_line == 100);
    assert_true(in->acc_set == 4 && in->acc_way == 2);
    assert_true(!in->acc_hit && !in->acc_again && !in->acc_past);
    const apcm_t *u = rig_unit(&r, 0);
    assert_true(u->tags.count[4 * 4 + 2] == 0 && !u->tags.protect[4 * 4 + 2]);
    assert_memory_equal(&u->lat, &before.lat, sizeof u->lat);
    assert_memory_equal(&u->mta, &before.mta, sizeof u->mta);
    assert_memory_equal(&u->cait, &before.cait, sizeof u->cait);
    assert_memory_equal(&u->psb, &before.psb, sizeof u->psb);
    assert_int_equal(rig_count(&r, "requests"), 0);
    rig_close(&r);
}

/* Of the load that it is made for: one of type bypass is refused; one that the LAT does not know is
 * normal, and gets no ID. */
static void apcm_events_410_prefetches_of_bypassing_loads_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        bool refused;
    } rows[] = {{NULL, true}, {"apcm.manage=bypass", true}, {"apcm.manage=protect", false}};
    for (unsigned i = 0; i < 3; i++) {
        rig_t r;
        rig_open(&r, 1, 1, 4, rows[i].options);
        rig_load(&r, 0, 0, 0, 1);
        rig_load(&r, 1, 0, 4, 1);
        rig_teach(&r, 0, APCM_NORMAL, 0);
        rig_teach(&r, 1, APCM_BYPASS, 1);
        assert_false(rig_prefetch(&r, 0, 0, 100));
        assert_int_equal(rig_prefetch(&r, 4, 0, 100), rows[i].refused);
        assert_int_equal(rig_count(&r, "prefetch_drops"), rows[i].refused);
        rig_teach(&r, 2, APCM_BYPASS, 1);
        assert_false(rig_prefetch(&r, 5, 0, 100)); /* would be the third to get an ID */
        rig_prefetched(&r, GPU_PREFETCH_ISSUED, 0);
        rig_end(&r);
        assert_false(rig_in()->acc_tracked);
        assert_int_equal(rig_unit(&r, 0)->lat.cam.valid[0], 3);
        rig_close(&r);
    }
}

/* A prefetch that is not issued changes nothing; one that finds all ways held is dropped. */
static void apcm_events_420_prefetches_that_are_dropped(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 1, 4, NULL);
    protect_in_loops(&r, 4);
    const apcm_t before = *rig_unit(&r, 0);
    for (int o = GPU_PREFETCH_PRESENT; o <= GPU_PREFETCH_NO_QUEUE; o++) {
        assert_false(rig_prefetch(&r, 0, 1, 100));
        assert_int_equal(rig_victim(&r, 0, 0), GPU_VICTIM_PROTECTED);
        rig_prefetched(&r, (gpu_prefetch_outcome_t)o, 0);
        assert_false(rig_end(&r));
    }
    assert_memory_equal(rig_unit(&r, 0), &before, sizeof before);
    rig_close(&r);
}

/* A read that hits or merges with a prefetched line counts it and leaves it unprotected. */
static void apcm_events_430_a_read_of_a_prefetched_line(void **state)
{
    (void)state;
    for (unsigned merges = 0; merges < 2; merges++) {
        rig_t r;
        rig_open(&r, 1, 1, 4, NULL);
        protect_in_loops(&r, 1);
        rig_prefetch(&r, 0, 1, 100);
        rig_prefetched(&r, GPU_PREFETCH_ISSUED, 2);
        rig_end(&r);
        rig_look(&r, 1, 1, 1, 100, merges ? GPU_TAG_PENDING : GPU_TAG_PRESENT, 2);
        rig_result(&r, merges ? GPU_L1_PENDING_HIT : GPU_L1_HIT, 2);
        rig_end(&r);
        assert_int_equal(rig_unit(&r, 0)->tags.count[2], 1);
        assert_int_equal(rig_unit(&r, 0)->tags.protect[2], 0);
        assert_int_equal(rig_count(&r, "pins"), 1);
        rig_close(&r);
    }
}

/* ---- Static distances (APCM-pN) ---- */

static void apcm_events_500_a_static_distance_holds_for_so_many_accesses(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 2, 2, "apcm.distance=3");
    rig_load(&r, 0, 0, 0, 9);
    rig_load(&r, 1, 0, 1, 9);
    rig_teach(&r, 0, APCM_PROTECT, 0);
    assert_int_equal(rig_look(&r, 0, 0, 0, 0, GPU_TAG_ABSENT, 0), GPU_L1_KEEP);
    assert_int_equal(rig_victim(&r, 3, 0), 0);
    rig_result(&r, GPU_L1_MISS, 0);
    rig_end(&r);
    assert_int_equal(rig_count(&r, "pins"), 0); /* the unit protects nothing */
    static const int want[] = {1, 1, 0};
    for (uint8_t i = 0; i < 3; i++) { /* accesses 1 to 3 of the set after it */
        rig_look(&r, 1, i, 0, 2, GPU_TAG_ABSENT, 0);
        assert_int_equal(rig_victim(&r, 0, 0), want[i]);
        rig_result(&r, i == 1 ? GPU_L1_HIT : GPU_L1_MISS, 1);
        rig_end(&r);
    }
    for (uint8_t i = 3; i < 5; i++) { /* another set's are not counted */
        rig_look(&r, 0, i, 0, 2 * i, GPU_TAG_ABSENT, 0);
        rig_result(&r, GPU_L1_MISS, i - 3);
        rig_end(&r);
        rig_look(&r, 1, i, 0, 1, GPU_TAG_ABSENT, 0);
        rig_result(&r, GPU_L1_MISS, 0);
        rig_end(&r);
    }
    rig_look(&r, 1, 6, 0, 8, GPU_TAG_ABSENT, 0);
    assert_int_equal(rig_victim(&r, 0, 0), GPU_VICTIM_PROTECTED);
    assert_int_equal(rig_victim(&r, 1, 0), 0); /* an empty way is held by nobody */
    rig_end(&r);
    rig_late(&r, 0, 1); /* a late fill's line is not held, nor a prefetch's */
    rig_end(&r);
    rig_look(&r, 1, 6, 0, 8, GPU_TAG_ABSENT, 0);
    assert_int_equal(rig_victim(&r, 0, 0), 1);
    rig_end(&r);
    rig_prefetch(&r, 0, 0, 8);
    rig_prefetched(&r, GPU_PREFETCH_ISSUED, 0);
    rig_end(&r);
    rig_look(&r, 1, 6, 0, 8, GPU_TAG_ABSENT, 0);
    assert_int_equal(rig_victim(&r, 0, 2), 0);
    rig_close(&r);
}

/* A prefetch and a late fill are no accesses of the set: with them the line is held one access
 * longer. */
static void apcm_events_510_what_counts_as_an_access(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 1, 2, "apcm.distance=2");
    rig_load(&r, 0, 0, 0, 9);
    rig_load(&r, 1, 0, 1, 9);
    rig_teach(&r, 0, APCM_PROTECT, 0);
    rig_miss(&r, 0, 0, 0, 0, 0);
    rig_miss(&r, 0, 1, 0, 0, 1);
    gpu_req_t req = {.warp = 0};
    const gpu_l1_victim_t late = {.req = &req, .cycle = r.cycle, .late = true};
    rig_look(&r, 1, 0, 0, 8, GPU_TAG_ABSENT, 0);
    assert_int_equal(rig_victim(&r, 0, 0), 0); /* the second access after the first */
    assert_int_equal(r.h->pick_victim(r.p, &late), GPU_VICTIM_PROTECTED);
    rig_end(&r);
    rig_prefetch(&r, 1, 0, 8);
    assert_int_equal(rig_victim(&r, 0, 0), GPU_VICTIM_PROTECTED);
    rig_end(&r);
    rig_close(&r);
}

/* ---- What it is made of ---- */

static void apcm_events_600_options_reach_the_unit(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 2, 8, 3,
             "apcm.manage=bypass apcm.loads=5 apcm.mta_sets=8 apcm.mta_ways=2 apcm.cnt_w=6");
    for (unsigned i = 0; i < 2; i++) {
        const apcm_cfg_t *c = &rig_unit(&r, i)->cfg;
        assert_true(c->loads == 5 && c->pc_w == 32 && c->mta_sets == 8 && c->mta_ways == 2);
        assert_true(c->cnt_w == 6 && c->line_w == 25 && c->manage == APCM_MANAGE_BYPASS);
        assert_true(c->sets == 8 && c->ways == 3 && c->warps == r.cfg.warps_per_sm);
    }
    rig_close(&r);
    rig_open(&r, 1, 8, 3, "apcm.distance=4");
    assert_int_equal(rig_unit(&r, 0)->cfg.manage, APCM_MANAGE_BYPASS);
    rig_close(&r);
}

/* Every number of the report is that of what happens at the unit. */
static void apcm_events_610_counts(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 1, 4, "apcm.cnt_w=2 apcm.mta_sets=1");
    rig_load(&r, 0, 0, 0, 9);
    rig_load(&r, 1, 0, 1, 9);
    rig_miss(&r, 0, 0, 0, 0, 0); /* takes the entry */
    rig_hit(&r, 0, 1, 0, 0, 0);  /* count 2 */
    rig_hit(&r, 1, 1, 0, 0, 0);  /* 3, the threshold: load 0 is of type protect until load 1 */
    rig_miss(&r, 1, 0, 0, 1, 1); /* replaces it: an eviction that is refused */
    assert_int_equal(rig_count(&r, "cait_evictions"), 0);
    rig_miss(&r, 0, 1, 0, 2, 2); /* replaces that, which writes load 1; pins */
    rig_load(&r, 3, 0, 2, 1);
    rig_miss(&r, 3, 0, 0, 3, 3); /* and that: refused, as load 0 has the threshold */
    rig_load(&r, 3, 0, 3, 1);
    rig_miss(&r, 3, 0, 0, 2, 2); /* and that: writes load 2 */
    assert_int_equal(rig_count(&r, "mta_allocations"), 5);
    assert_int_equal(rig_count(&r, "monitored"), 0);
    assert_int_equal(rig_count(&r, "mta_hits"), 2);
    assert_int_equal(rig_count(&r, "cait_thresholds"), 1);
    assert_int_equal(rig_count(&r, "cait_evictions"), 2);
    assert_int_equal(rig_count(&r, "pins"), 1);
    rig_teach(&r, 1, APCM_PROTECT, 1);
    rig_load(&r, 2, 3, 1, 1);
    rig_miss(&r, 2, 0, 3, 3, 3); /* pins, and is its last load's final request */
    assert_int_equal(rig_count(&r, "pins"), 2);
    assert_int_equal(rig_count(&r, "releases"), 0); /* its warp did not protect before */
    assert_int_equal(rig_count(&r, "lapses"), 0);
    rig_hit(&r, 0, 2, 0, 2, 2);
    assert_int_equal(rig_count(&r, "lapses"), 1);
    rig_finish(&r, 0);
    rig_end(&r);
    assert_int_equal(rig_count(&r, "releases"), 1);
    assert_int_equal(rig_count(&r, "monitored"), 1);
    assert_int_equal(rig_count(&r, "loads"), 4);
    assert_int_equal(rig_count(&r, "untracked"), 0);
    assert_int_equal(rig_count(&r, "requests"), 9);
    assert_int_equal(rig_count(&r, "protect_requests"), 3);
    assert_int_equal(rig_count(&r, "bypass_requests"), 0);
    rig_close(&r);
}

/* What the unit cannot hold is refused in a sentence that names the key. */
static void apcm_events_630_what_does_not_fit(void **state)
{
    (void)state;
    static const struct {
        uint32_t sets, ways, units;
        const char *options, *says; /* NULL: it fits */
    } rows[] = {
        {32, 4, 1, "apcm.mta_sets=128", NULL},
        {32, 4, 1, "apcm.mta_sets=64 apcm.mta_ways=2", NULL},
        {32, 4, 1, "apcm.mta_sets=64 apcm.mta_ways=3", "apcm.mta_sets: times apcm.mta_ways is 192"},
        {32, 4, 2, NULL, "ldst_units: expected 1"},
        {32, 64, 1, NULL, NULL},
        {33, 64, 1, NULL, "l1_sets: the L1 has 2112 lines in 64 ways"},
        {2, 128, 1, NULL, "l1_sets: the L1 has 256 lines in 128 ways"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        rig_t r;
        diag_t d = {{0}};
        gpu_cfg_t cfg = rig_machine(1, rows[i].sets, rows[i].ways);
        cfg.ldst_units = rows[i].units;
        assert_int_equal(rig_open_on(&r, &cfg, rows[i].options, &d), rows[i].says == NULL);
        if (rows[i].says)
            assert_non_null(strstr(d.text, rows[i].says));
        rig_close(&r);
    }
}

/* Each SM has a unit of its own. */
static void apcm_events_620_sms_are_apart(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 2, 1, 4, NULL);
    r.h->on_cta_ready(r.p, &(gpu_cta_event_t){.sm = 1, .first_warp = 3, .n_warps = 1});
    r.h->on_warp_finish(r.p, 1, 4, r.cycle);
    r.h->on_l1_evict(r.p, &(gpu_l1_evict_t){.sm = 1, .way = 2, .cause = GPU_EVICT_STORE});
    assert_false(rig_end_of(&r, 0));
    assert_true(rig_end_of(&r, 1));
    assert_true(rig_spies[1].in.warp_en && rig_spies[1].in.warp == 3 && rig_spies[1].in.gone_en);
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apcm_events_010_a_ctas_warps_start_one_by_one),
        cmocka_unit_test(apcm_events_020_finishes_and_starts_queue),
        cmocka_unit_test(apcm_events_030_what_starts_and_finishes_do),
        cmocka_unit_test(apcm_events_100_the_protecting_loads_loop_releases),
        cmocka_unit_test(apcm_events_110_exits_queue),
        cmocka_unit_test(apcm_events_120_an_exit_is_judged_when_its_turn_comes),
        cmocka_unit_test(apcm_events_200_lines_that_go_without_an_access),
        cmocka_unit_test(apcm_events_210_lines_queue),
        cmocka_unit_test(apcm_events_220_a_late_fill_obeys_protection),
        cmocka_unit_test(apcm_events_300_a_kernel_start_clears),
        cmocka_unit_test(apcm_events_400_prefetches_take_lines_and_nothing_else),
        cmocka_unit_test(apcm_events_410_prefetches_of_bypassing_loads_are_refused),
        cmocka_unit_test(apcm_events_420_prefetches_that_are_dropped),
        cmocka_unit_test(apcm_events_430_a_read_of_a_prefetched_line),
        cmocka_unit_test(apcm_events_500_a_static_distance_holds_for_so_many_accesses),
        cmocka_unit_test(apcm_events_510_what_counts_as_an_access),
        cmocka_unit_test(apcm_events_600_options_reach_the_unit),
        cmocka_unit_test(apcm_events_610_counts),
        cmocka_unit_test(apcm_events_630_what_does_not_fit),
        cmocka_unit_test(apcm_events_620_sms_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
