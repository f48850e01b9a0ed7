/*
 * The watchdog's dump shows the state of every unit of the policies, under every engine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lockstep/engines.h"
#include "lockstep/ports.h"
#include "policy_rig.h"

/* No read is ever accepted. */
static gpu_l1_decision_t hold(void *ctx, const gpu_l1_access_t *a)
{
    (void)ctx, (void)a;
    return GPU_L1_HOLD;
}

static const gpu_hooks_t hold_hooks = {.policy = "hold", .on_l1_access = hold};

/* Lanes read three lines in turn: one load, three requests. */
static uint64_t three_lines(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at;
    return RIG_BASE + lane % 3 * 128;
}

/* The dump of a GPU with two SMs, on which the watchdog stops the run; to be freed. */
static char *dump_of(const char *policies, const unit_engine_t *engine)
{
    gpu_cfg_t c = synth_preset("mrpb-s");
    c.n_sms = 2;
    c.watchdog_cycles = 3000;
    policy_set_t set;
    diag_t d = {{0}};
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    gpu_t *g = gpu_new(&c);
    const policy_env_t env = {.gpu = g, .cfg = &c, .engine = engine};
    synth_t s;
    assert_int_equal(policy_set_parse(&set, policies, &d), 0);
    if (policy_set_create(&set, &env, &d))
        fail_msg("%s", d.text);
    assert_int_equal(gpu_attach(g, &hold_hooks, NULL, NULL), 0);
    gpu_set_dump(g, out);
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    s.addr = three_lines;
    assert_int_equal(gpu_run(g, &s.front), GPU_WATCHDOG);
    assert_int_equal(fclose(out), 0);
    policy_set_destroy(&set);
    gpu_free(g);
    synth_free(&s);
    return text;
}

/* The state lines of a unit in a dump: from "  state" to the next unit, at most. */
static const char *state_lines(const char *text, const char *label, const char *unit,
                               const unit_engine_t *engine, size_t *bytes)
{
    char head[80];
    snprintf(head, sizeof head, "\nunit of %s, engine %s: %s\n", label, engine->name, unit);
    const char *at = strstr(text, head);
    if (!at)
        fail_msg("no '%s' in:\n%s", head, text);
    assert_null(strstr(at + 1, head)); /* once */
    at = strstr(at, "\n  state ") + 1;
    const char *end = strstr(at, "\nunit of");
    *bytes = end ? (size_t)(end + 1 - at) : strlen(at);
    return at;
}

static void holds(const char *lines, size_t bytes, const char *word)
{
    char *text = strndup(lines, bytes);
    if (!strstr(text, word))
        fail_msg("no '%s' in:\n%s", word, text);
    free(text);
}

static void policy_dump_010_the_watchdog_shows_a_units_state(void **state)
{
    (void)state;
    char *text = dump_of("mrpb", &unit_engine_c);
    size_t n;
    const char *s = state_lines(text, "sm0", "mrpb", &unit_engine_c, &n);
    /* Three requests of warp 0 have entered queue 0; the first is in the outbound register. */
    holds(s, n, " head[0]=1 ");
    holds(s, n, " tail[0]=3 ");
    holds(s, n, " len[0]=2 ");
    holds(s, n, " ob_valid=1");
    /* The other SM has nothing to do: all its queues are empty. */
    s = state_lines(text, "sm1", "mrpb", &unit_engine_c, &n);
    assert_int_equal(strncmp(s, "  state all 0\n", n), 0);
    assert_non_null(strstr(text, "  request buffer: 3 requests, "));
    free(text);
}

static void policy_dump_020_every_policys_units(void **state)
{
    (void)state;
    char *text = dump_of("abyp+mrpb", &unit_engine_c);
    size_t n;
    state_lines(text, "sm0", "abyp", &unit_engine_c, &n);
    state_lines(text, "sm1", "abyp", &unit_engine_c, &n);
    state_lines(text, "slice0", "abyp.l2bit", &unit_engine_c, &n);
    state_lines(text, "sm0", "mrpb", &unit_engine_c, &n);
    free(text);
    /* A policy without a unit has nothing to show. */
    text = dump_of("pcal", &unit_engine_c);
    assert_non_null(strstr(text, "SM 0:"));
    assert_null(strstr(text, "unit of"));
    free(text);
}

static void policy_dump_030_the_state_of_the_rtl_is_read_from_it(void **state)
{
    (void)state;
    if (!rtl_available())
        skip();
    size_t n, m;
    char *c = dump_of("mrpb", &unit_engine_c);
    const char *want = state_lines(c, "sm0", "mrpb", &unit_engine_c, &n);
    static const unit_engine_t *engines[] = {&unit_engine_rtl, &unit_engine_lockstep};
    for (unsigned k = 0; k < 2; k++) {
        char *text = dump_of("mrpb", engines[k]);
        const char *s = state_lines(text, "sm0", "mrpb", engines[k], &m);
        assert_int_equal(n, m);
        assert_memory_equal(s, want, n);
        /* With the ports: the outbound register shows its request. */
        assert_non_null(strstr(text, "\n  out   "));
        assert_non_null(strstr(text, " out_valid=1"));
        free(text);
    }
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_dump_010_the_watchdog_shows_a_units_state),
        cmocka_unit_test(policy_dump_020_every_policys_units),
        cmocka_unit_test(policy_dump_030_the_state_of_the_rtl_is_read_from_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
