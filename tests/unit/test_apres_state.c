/* What a checkpoint may say of the unit of policy apres. */
#include "unit_bench.h"

#include "policy/apres_int.h"

typedef struct stream {
    uint8_t byte[4096];
    size_t n, at;
} stream_t;

static int put(void *ctx, const void *data, size_t bytes)
{
    stream_t *s = ctx;
    assert_true(s->n + bytes <= sizeof s->byte);
    memcpy(s->byte + s->n, data, bytes);
    s->n += bytes;
    return 0;
}

static ssize_t get(void *ctx, void *data, size_t room)
{
    stream_t *s = ctx;
    const size_t n = s->n - s->at < room ? s->n - s->at : room;
    memcpy(data, s->byte + s->at, n);
    s->at += n;
    return (ssize_t)n;
}

/* Is a unit with this stage refused? */
static bool refused(unsigned stages, unsigned step, unsigned phase)
{
    static gpu_cfg_t gpu;
    gpu.warps_per_sm = 48;
    policy_t p = {.drq = 32, .pt = 10, .div_bits = 4, .stages = stages};
    p.run.cfg = &gpu;
    apres_cfg_t cfg;
    apres_t u;
    memset(&u, 0, sizeof u);
    unit_cfg_geometry(&apres_unit, UNIT_PAPER, &cfg);
    cfg.stages = stages;
    assert_int_equal(apres_init(&u, &cfg), 0);
    u.sap.step = (uint8_t)step;
    u.sap.phase = (uint8_t)phase;

    stream_t s = {.n = 0};
    diag_t d = {0};
    assert_int_equal(state_close(state_save(put, &s), &d), 0);
    state_io_t *io = state_load(get, &s);
    assert_non_null(io);
    const sm_t sm = {0};
    apres_check_unit(&p, &sm, &u, io);
    const bool error = state_error(io) != 0;
    state_abandon(io);
    return error;
}

/* Every stage of each build of SAP is taken, and none that it cannot have. */
static void apres_state_010_stages(void **state)
{
    (void)state;
    for (unsigned stages = 0; stages <= 2; stages++) {
        for (unsigned step = 0; step < 8; step++)
            assert_int_equal(refused(stages, step, 0), step > (stages ? 5u : 0u));
        for (unsigned phase = 0; phase < 4; phase++)
            assert_int_equal(refused(stages, 0, phase), phase > (stages ? 1 + stages : 0u));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apres_state_010_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
