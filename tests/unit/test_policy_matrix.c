/*
 * Every pair of registered policies: refused with one sentence that names both and the hook if they
 * share an owner, or naming both if one is a part of the other; else run to the end with the same
 * result however the simulator sleeps and whichever is named first. The parts of a policy are, as a
 * pair, that policy. Nothing here knows a policy by name.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/session.h"

/* For the pairs: loads that saturate the L1, stores, shared memory and barriers in 40 ms, on which
 * policies that bypass reads meet. For each policy alone: reuse and irregular loads over
 * many launches; atomics, too. */
static const char of_pairs[] = "srad";
static const char *const of_each[] = {"bfs", "histo"};

/* Number of an owned hook that both register, or -1; its name in *name. */
static int shared_owned_hook(const gpu_hooks_t *a, const gpu_hooks_t *b, const char **name)
{
    int i = 0;
#define SHARED(hook, ret, args)                                                                    \
    if (a->hook && b->hook) {                                                                      \
        *name = #hook;                                                                             \
        return i;                                                                                  \
    }                                                                                              \
    i++;
    GPU_HOOKS_OWNED(SHARED)
    SHARED(request_buffer, , )
#undef SHARED
    return -1;
}

/* The spec's rule: one owner each for what comes with an owned hook, and for learned bypassing. */
static bool may_run(const policy_ops_t *a, const policy_ops_t *b, const char **hook)
{
    *hook = "a part of";
    if (policy_joins(a, b->name) || policy_joins(b, a->name))
        return false;
    if (shared_owned_hook(a->hooks, b->hooks, hook) >= 0)
        return false;
    *hook = "learned bypassing";
    return !(a->owns & b->owns & POLICY_OWNS_BYPASS);
}

/* The result, but for what may differ from run to run. */
static cJSON *run(const char *workload, const char *policies, bool never_sleep)
{
    run_opts_t o;
    session_t s;
    run_opts_default(&o);
    o.workload = workload;
    o.config = "mrpb-s";
    o.policies = policies;
    o.scale = SCALE_TINY;
    o.never_sleep = never_sleep;
    if (session_open(&s, &o))
        fail_msg("%s: %s", policies, s.sim.diag.text);
    if (session_run(&s) != CMD_DONE)
        fail_msg("%s: did not end", policies);
    cJSON *root = report_json(&s.sim.report);
    cJSON_DeleteItemFromObject(root, "host");
    session_close(&s);
    return root;
}

/* The result of a run that slept. */
static cJSON *runs_and_sleeps_exactly(const char *workload, const char *policies)
{
    cJSON *slept = run(workload, policies, false), *awake = run(workload, policies, true);
    if (!cJSON_Compare(slept, awake, true))
        fail_msg("%s on %s: the result depends on how the simulator sleeps", policies, workload);
    cJSON_Delete(awake);
    return slept;
}

/* The policy that the two together are, or NULL. */
static const policy_ops_t *whole_of(const policy_ops_t *a, const policy_ops_t *b)
{
    for (unsigned i = 0; i < policy_registry_count; i++)
        if (policy_joins(policy_registry[i], a->name) && policy_joins(policy_registry[i], b->name))
            return policy_registry[i];
    return NULL;
}

/* The policies are listed as they were named, or their whole alone is; members of an object compare
 * in any order. */
static void runs_in_both_orders(const policy_ops_t *a, const policy_ops_t *b)
{
    const policy_ops_t *whole = whole_of(a, b);
    char text[160];
    snprintf(text, sizeof text, "%s+%s", b->name, a->name);
    cJSON *other = run(of_pairs, text, false);
    snprintf(text, sizeof text, "%s+%s", a->name, b->name);
    cJSON *one = runs_and_sleeps_exactly(of_pairs, text);
    cJSON *named = cJSON_GetObjectItem(other, "policies");
    if (whole) {
        cJSON *alone = run(of_pairs, whole->name, false);
        if (!cJSON_Compare(one, alone, true))
            fail_msg("%s is not %s", text, whole->name);
        cJSON_Delete(alone);
    }
    assert_int_equal(cJSON_GetArraySize(named), whole ? 1 : 2);
    cJSON_AddItemToArray(named, cJSON_DetachItemFromArray(named, 0));
    if (!cJSON_Compare(one, other, true))
        fail_msg("%s: the result depends on which is named first", text);
    cJSON_Delete(one);
    cJSON_Delete(other);
}

static void is_refused(const policy_ops_t *a, const policy_ops_t *b, const char *text,
                       const char *hook)
{
    policy_set_t s;
    diag_t d = {{0}};
    char name[2][80];
    snprintf(name[0], sizeof name[0], "'%s'", a->name);
    snprintf(name[1], sizeof name[1], "'%s'", b->name);
    if (policy_set_parse(&s, text, &d) != -EINVAL)
        fail_msg("%s: not refused, but both own %s", text, hook);
    if (!strstr(d.text, name[0]) || !strstr(d.text, name[1]) || !strstr(d.text, hook))
        fail_msg("%s: refused without both names and %s: %s", text, hook, d.text);
    assert_null(strchr(d.text, '\n'));
}

static void policy_matrix_100_each_alone(void **state)
{
    (void)state;
    for (unsigned i = 0; i < policy_registry_count; i++)
        for (unsigned w = 0; w < sizeof of_each / sizeof of_each[0]; w++)
            cJSON_Delete(runs_and_sleeps_exactly(of_each[w], policy_registry[i]->name));
}

static void policy_matrix_110_each_pair(void **state)
{
    (void)state;
    unsigned refused = 0, ran = 0;
    for (unsigned i = 0; i < policy_registry_count; i++)
        for (unsigned k = 0; k < policy_registry_count; k++) {
            const policy_ops_t *a = policy_registry[i], *b = policy_registry[k];
            char text[160];
            const char *hook;
            if (i == k)
                continue;
            snprintf(text, sizeof text, "%s+%s", a->name, b->name);
            if (!may_run(a, b, &hook)) {
                is_refused(a, b, text, hook);
                refused++;
            } else {
                ran++;
                if (i < k)
                    runs_in_both_orders(a, b);
            }
        }
    printf("%u pairs refused, %u ran\n", refused, ran);
    assert_int_equal(refused + ran, policy_registry_count * (policy_registry_count - 1));
    assert_true(refused > 0 && ran > 0);
}

static void policy_matrix_120_what_is_owned_is_registered(void **state)
{
    (void)state;
    static const struct {
        policy_owner_t owner;
        const char *hook;
    } needs[] = {
        {POLICY_OWNS_PICK_WARP, "pick_warp"},
        {POLICY_OWNS_PICK_CTA, "pick_cta"},
        {POLICY_OWNS_REQUEST_BUFFER, "request_buffer"},
        {POLICY_OWNS_PROTECTION, "pick_victim"},
    };
    for (unsigned i = 0; i < policy_registry_count; i++) {
        const policy_ops_t *p = policy_registry[i];
        const char *name;
        unsigned hooks = 0;
        for (unsigned n = 0; n < sizeof needs / sizeof needs[0]; n++) {
            bool has = false;
            for (hooks = 0; (name = policy_hook_name(p, hooks)); hooks++)
                has |= strcmp(name, needs[n].hook) == 0;
            if ((policy_owns(p) & needs[n].owner) && !has)
                fail_msg("%s owns %s without a hook for it", p->name,
                         policy_owner_name(needs[n].owner));
            assert_non_null(strstr(policy_owner_name(needs[n].owner), needs[n].hook));
        }
        assert_true(hooks > 0);
        assert_string_equal(p->hooks->policy, p->name);
    }
}

/* A policy that registers an owned hook owns it without declaring so. */
static int some_warp(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    (void)ctx, (void)sm, (void)sched, (void)cycle;
    return __builtin_ctzll(ready);
}

static void policy_matrix_130_hooks_imply_owners(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "x", .pick_warp = some_warp};
    const policy_ops_t x = {.name = "x", .hooks = &hooks, .owns = POLICY_OWNS_BYPASS};
    assert_int_equal(policy_owns(&x), POLICY_OWNS_PICK_WARP | POLICY_OWNS_BYPASS);
    assert_string_equal(policy_hook_name(&x, 0), "pick_warp");
    assert_null(policy_hook_name(&x, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_matrix_100_each_alone),
        cmocka_unit_test(policy_matrix_110_each_pair),
        cmocka_unit_test(policy_matrix_120_what_is_owned_is_registered),
        cmocka_unit_test(policy_matrix_130_hooks_imply_owners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
