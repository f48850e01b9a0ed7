/* The policy set (names, options, owners) and the shadow that counts false positives. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "policy/policy.h"
#include "policy/shadow.h"

static void policy_100_empty_set_is_legal(void **state)
{
    (void)state;
    policy_set_t s;
    diag_t d = {{0}};
    assert_int_equal(policy_set_parse(&s, NULL, &d), 0);
    assert_int_equal(s.n, 0);
    assert_int_equal(policy_set_parse(&s, "", &d), 0);
    assert_int_equal(s.n, 0);
}

static void policy_110_names_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *text, *said;
    } bad[] = {
        {"nosuch", "unknown policy 'nosuch'; expected one of "},
        {"mrpb+abip", "unknown policy 'abip'; did you mean 'abyp'?"},
        {"abyp+abyp", "named twice"},
        {"abyp+", "expected"},
        {"+abyp", "expected"},
        {"+", "expected"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        policy_set_t s;
        diag_t d = {{0}};
        assert_int_equal(policy_set_parse(&s, bad[i].text, &d), -EINVAL);
        assert_non_null(strstr(d.text, bad[i].said));
    }
}

/* laws and sap are apres, instead of the first, with its options; beside it they are refused. So
 * are las-cta and las-warp las, the first of which may stand beside schedulers of others. */
static void policy_115_parts_of_a_policy(void **state)
{
    (void)state;
    static const struct {
        const char *text, *first, *second;
    } good[] = {
        {"laws+sap", "apres", NULL},
        {"sap+laws", "apres", NULL},
        {"laws+sap+str", "apres", "str"},
        {"laws+str+sap", "apres", "str"},
        {"str+sap+laws", "str", "apres"},
        {"laws+str", "laws", "str"},
        {"sap+str", "sap", "str"},
        {"las-cta+las-warp", "las", NULL},
        {"las-warp+str+las-cta", "las", "str"},
        {"las-cta+laws", "las-cta", "laws"},
        {"laws+las-cta+sap", "apres", "las-cta"},
        {"bcs+las-warp", "bcs", "las-warp"},
    };
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++) {
        policy_set_t s;
        diag_t d = {{0}};
        assert_int_equal(policy_set_parse(&s, good[i].text, &d), 0);
        assert_int_equal(s.n, good[i].second ? 2 : 1);
        assert_string_equal(s.ops[0]->name, good[i].first);
        if (good[i].second)
            assert_string_equal(s.ops[1]->name, good[i].second);
        for (unsigned k = 0; k < s.n; k++)
            for (unsigned o = 0; o < s.ops[k]->n_options; o++)
                assert_int_equal(s.opt[k][o], s.ops[k]->options[o].value);
    }
    static const struct {
        const char *text, *said;
    } bad[] = {
        {"apres+laws", "'laws' is a part of 'apres'"},
        {"sap+apres", "'sap' is a part of 'apres'"},
        {"laws+sap+apres", "is a part of 'apres'"},
        {"laws+sap+laws", "'laws' is named twice"},
        {"laws+sap+mascar", "'laws' and 'mascar' both own pick_warp"},
        {"pa+apres", "'pa' and 'apres' both own pick_warp"},
        {"laws+las-warp", "'laws' and 'las-warp' both own pick_warp"},
        {"las+apres", "'las' and 'apres' both own pick_warp"},
        {"bcs+las-cta", "'bcs' and 'las-cta' both own pick_cta"},
        {"las+bcs", "'las' and 'bcs' both own pick_cta"},
        {"las+las-cta", "'las-cta' is a part of 'las'"},
        {"las-warp+las-cta+pa", "'las-warp' and 'pa' both own pick_warp"},
        {"ccws_swl+sap+laws", "'ccws_swl' and 'laws' both own pick_warp"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        policy_set_t s;
        diag_t d = {{0}};
        assert_int_equal(policy_set_parse(&s, bad[i].text, &d), -EINVAL);
        if (!strstr(d.text, bad[i].said))
            fail_msg("%s: %s", bad[i].text, d.text);
    }
    policy_set_t s;
    diag_t d = {{0}};
    assert_int_equal(policy_set_parse(&s, "laws+sap", &d), 0);
    assert_int_equal(policy_set_option(&s, "apres.groups", "5", &d), 0);
    assert_int_equal(policy_set_option(&s, "laws.groups", "5", &d), -EINVAL);
    assert_non_null(
        strstr(d.text, "'laws' is a part of 'apres' in this run; expected apres.groups"));
}

static void policy_120_options_take_integers_in_range(void **state)
{
    (void)state;
    policy_set_t s;
    diag_t d = {{0}};
    assert_int_equal(policy_set_parse(&s, "abyp", &d), 0);
    assert_int_equal(policy_set_option(&s, "abyp.threshold", "9", &d), 0);
    bool found = false;
    for (unsigned k = 0; k < s.ops[0]->n_options; k++)
        if (strcmp(s.ops[0]->options[k].name, "threshold") == 0) {
            assert_int_equal(s.opt[0][k], 9);
            found = true;
        }
    assert_true(found);
    static const char *const values[] = {"", "-1", "0", "x", "9x", " 9", "99999999999999999999"};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        diag_t bad = {{0}};
        assert_int_equal(policy_set_option(&s, "abyp.threshold", values[i], &bad), -EINVAL);
        assert_non_null(strstr(bad.text, "expected an integer from 1 to 255"));
    }
    diag_t bad = {{0}};
    assert_int_equal(policy_set_option(&s, "abyp.nosuch", "1", &bad), -EINVAL);
    assert_non_null(strstr(bad.text, "has no option 'nosuch'"));
    diag_t other = {{0}};
    assert_int_equal(policy_set_option(&s, "n_sms", "1", &other), -ENOENT);
    assert_int_equal(policy_set_option(&s, "mrpb.depth", "1", &other), -ENOENT);
}

static void policy_121_options_take_names(void **state)
{
    (void)state;
    static const policy_name_t unlimited[] = {{"unlimited", 0}, {NULL, 0}};
    static const policy_name_t colours[] = {{"red", 4}, {"green", 2}, {"blue", 9}, {NULL, 0}};
    const policy_option_t number = {"n", 5, 2, 10, .doc = ""},
                          either = {"n", 5, 2, 10, .doc = "", .names = unlimited},
                          named = {"n", 2, .doc = "", .names = colours};
    char text[POLICY_OPTION_TEXT];
    uint64_t v = 77;
    assert_true(policy_option_parse(&either, "unlimited", &v));
    assert_int_equal(v, 0);
    assert_true(policy_option_parse(&either, "10", &v));
    assert_int_equal(v, 10);
    assert_true(policy_option_parse(&named, "green", &v));
    assert_int_equal(v, 2);
    static const char *const bad[] = {"", "Red", "re", "red ", "0", "2", "-1"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(policy_option_parse(&named, bad[i], &v));
    assert_false(policy_option_parse(&either, "0", &v));
    assert_false(policy_option_parse(&number, "unlimited", &v));
    assert_int_equal(v, 2);
    assert_string_equal(policy_option_values(&number, text), "2 to 10");
    assert_string_equal(policy_option_values(&either, text), "2 to 10 or unlimited");
    assert_string_equal(policy_option_values(&named, text), "red, green or blue");
    assert_string_equal(policy_option_text(&either, 0, text), "unlimited");
    assert_string_equal(policy_option_text(&either, 3, text), "3");
    assert_string_equal(policy_option_text(&named, 9, text), "blue");
    assert_null(policy_option_name(&either, 3));
    policy_set_t s;
    diag_t d = {{0}};
    assert_int_equal(policy_set_parse(&s, "ccws", &d), 0);
    assert_int_equal(policy_set_option(&s, "ccws.scheduler", "2", &d), -EINVAL);
    assert_non_null(strstr(d.text, "ccws.scheduler=2: expected lrr, gto or oldest"));
}

static void policy_130_defaults_are_the_paper_geometry(void **state)
{
    (void)state;
    const policy_ops_t *ops = policy_find("abyp");
    const unit_desc_t *unit = unit_find("abyp");
    assert_non_null(ops);
    assert_non_null(unit);
    for (unsigned k = 0; k < ops->n_options; k++) {
        bool found = false;
        for (unsigned i = 0; i < unit->n_params; i++)
            if (strcmp(unit->params[i].name, ops->options[k].name) == 0) {
                assert_int_equal(ops->options[k].value, unit->params[i].value[UNIT_PAPER]);
                found = true;
            }
        assert_true(found);
    }
}

static void policy_200_shadow_reports_a_mark_once_while_lru_holds_the_line(void **state)
{
    (void)state;
    enum { SETS = 2, WAYS = 2 };
    uint64_t line[SETS * WAYS] = {0}, touch[SETS * WAYS] = {0};
    uint8_t mark[SETS * WAYS] = {0};
    shadow_t s = {.ways = WAYS, .line = line, .mark = mark, .used.touch = touch};
    assert_int_equal(shadow_read(&s, 0, 10), SHADOW_NONE);
    shadow_set_mark(&s, 0, 10, SHADOW_BYPASSED);
    assert_int_equal(shadow_read(&s, 0, 12), SHADOW_NONE);
    assert_int_equal(shadow_read(&s, 0, 10), SHADOW_BYPASSED); /* 2 ways: still held */
    assert_int_equal(shadow_read(&s, 0, 10), SHADOW_NONE);     /* reported once */
    shadow_set_mark(&s, 0, 10, SHADOW_REPLACED);
    (void)shadow_read(&s, 0, 12);
    (void)shadow_read(&s, 0, 14); /* evicts 10, the least recent */
    assert_int_equal(shadow_read(&s, 0, 10), SHADOW_NONE);
    shadow_set_mark(&s, 1, 10, SHADOW_BYPASSED); /* not in that set: ignored */
    assert_int_equal(shadow_read(&s, 1, 10), SHADOW_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_100_empty_set_is_legal),
        cmocka_unit_test(policy_110_names_are_checked),
        cmocka_unit_test(policy_115_parts_of_a_policy),
        cmocka_unit_test(policy_120_options_take_integers_in_range),
        cmocka_unit_test(policy_121_options_take_names),
        cmocka_unit_test(policy_130_defaults_are_the_paper_geometry),
        cmocka_unit_test(policy_200_shadow_reports_a_mark_once_while_lru_holds_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
