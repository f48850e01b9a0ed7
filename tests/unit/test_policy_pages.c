/*
 * The page of a policy's unit, docs/units/POLICY.md, lists exactly the policy's options, in their
 * order, each with its default and its values. Runs in the root of the source tree.
 */
#include <string.h>
#include <unistd.h>

#include "page_rig.h"
#include "policy/policy.h"

/* The row behind the heading of the table of options, or NULL. */
static const char *table_of(const char *page)
{
    const char *at = strstr(page, "\n| option | default | values |");
    at = at ? strchr(at + 1, '\n') : NULL;
    return at ? strchr(at + 1, '\n') : NULL; /* past "| --- | ..." */
}

static void check_row(complaints_t *c, const char *policy, const policy_option_t *o, const row_t *r)
{
    char name[80], text[POLICY_OPTION_TEXT];
    snprintf(name, sizeof name, "%s.%s", policy, o->name);
    if (strcmp(r->cell[0], name) != 0)
        complain(c, "%s: the page has %s\n", name, r->cell[0]);
    policy_option_text(o, o->value, text);
    if (strcmp(r->cell[1], text) != 0)
        complain(c, "%s: default %s, the code has %s\n", name, r->cell[1], text);
    policy_option_values(o, text);
    if (strcmp(r->cell[2], text) != 0)
        complain(c, "%s: values %s, the code has %s\n", name, r->cell[2], text);
    if (r->n != 4)
        complain(c, "%s: %u cells\n", name, r->n);
}

static void check_table(complaints_t *c, const policy_ops_t *ops, const char *page)
{
    const char *at = table_of(page);
    unsigned k = 0;
    if (!at) {
        complain(c, "%s: no table of options\n", ops->name);
        return;
    }
    for (at++; *at == '|'; at += strcspn(at, "\n") + 1, k++) {
        const row_t r = row_cut(at, strcspn(at, "\n"));
        if (k < ops->n_options)
            check_row(c, ops->name, &ops->options[k], &r);
    }
    if (k != ops->n_options)
        complain(c, "%s: %u options on the page, %u in the code\n", ops->name, k, ops->n_options);
}

/* The page of the policy that is first from *i on, or NULL. */
static char *next_page(unsigned *i)
{
    for (; *i < policy_registry_count; ++*i) {
        char path[128];
        snprintf(path, sizeof path, "docs/units/%s.md", policy_registry[*i]->name);
        if (access(path, R_OK) == 0)
            return page_read(path);
    }
    return NULL;
}

static void policy_pages_010_list_the_options(void **state)
{
    (void)state;
    unsigned pages = 0;
    char *page;
    for (unsigned i = 0; (page = next_page(&i)); i++, pages++) {
        complaints_t c = {.used = 0};
        check_table(&c, policy_registry[i], page);
        if (c.used)
            fail_msg("%s", c.text);
        free(page);
    }
    assert_true(pages >= 2);
}

/* The character in front of any of the first three cells' ends is another, or a row is gone. */
static void policy_pages_020_check_notices_every_change(void **state)
{
    (void)state;
    char *page;
    for (unsigned i = 0; (page = next_page(&i)); i++) {
        const policy_ops_t *ops = policy_registry[i];
        char *row = (char *)table_of(page) + 1;
        for (unsigned k = 0; k < ops->n_options; k++) {
            char *end = row;
            for (unsigned cell = 0; cell < 3; cell++) {
                end = strchr(end + 1, '|');
                char *last = end - (end[-2] == '`' ? 3 : 2), was = *last;
                complaints_t c = {.used = 0};
                *last = was == 'x' ? 'y' : 'x';
                check_table(&c, ops, page);
                assert_true(c.used > 0);
                *last = was;
            }
            row = strchr(row, '\n') + 1;
        }
        complaints_t c = {.used = 0};
        row = strchr(table_of(page) + 1, '\n');
        memmove(row, strchr(row + 1, '\n'), strlen(strchr(row + 1, '\n')) + 1);
        check_table(&c, ops, page);
        assert_true(c.used > 0);
        free(page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_pages_010_list_the_options),
        cmocka_unit_test(policy_pages_020_check_notices_every_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
