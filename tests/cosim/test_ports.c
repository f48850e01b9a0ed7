/* A register that the field list has without elements is not in the RTL: ports_bind takes that, and
 * refuses one that is there. The RTL's side is made up here. */
#include "cosim_test.h"

#include "common/lru.h"
#include "lockstep/ports.h"

/* The ports and registers of common.lru with 8 sets and one way, and the register of the pairs at
 * `pairs`, NULL if there is none. */
static int bind_one_way(ports_t *p, void *pairs, diag_t *diag)
{
    static uint8_t value[5];
    static const rtl_model_t model = {.n_ports = 6};
    const lru_cfg_t cfg = {.sets = 8, .ways = 1};
    rtl_port_t port[6];
    for (unsigned i = 0; i < 5; i++)
        port[i] = (rtl_port_t){.at = &value[i], .count = 1, .elem_bytes = 1};
    port[5] = (rtl_port_t){.at = pairs};
    if (pairs)
        port[5] = (rtl_port_t){.at = pairs, .count = 1, .width = 2, .elem_bytes = 1};
    const rtl_t rtl = {.model = &model, .port = port};
    return ports_bind(p, &lru_unit, &cfg, &rtl, diag);
}

static void ports_010_a_register_without_elements_need_not_be_there(void **state)
{
    (void)state;
    ports_t p;
    diag_t diag = {{0}};
    assert_int_equal(bind_one_way(&p, NULL, &diag), 0);
    assert_int_equal(p.n_state, 1);
    assert_int_equal(p.state[0].count, 0);
    assert_int_equal(p.bits, 3 + 1 + 1 + 1 + 1); /* the ports alone */
    assert_true(port_equal_widened(&p.state[0], &(lru_t){.cfg = {8, 1}}));
    assert_int_equal(port_first_difference(&p.state[0], &(lru_t){.cfg = {8, 1}}, NULL, NULL, NULL),
                     -1);
}

static void ports_020_a_register_that_the_list_lacks_there_is_refused(void **state)
{
    (void)state;
    ports_t p;
    diag_t diag = {{0}};
    uint8_t pairs = 0;
    assert_true(bind_one_way(&p, &pairs, &diag) < 0);
    assert_non_null(strstr(diag.text, "gen_pairs.lower_q of the RTL has 1 elements of 2 bits, "
                                      "field lower 0 of 1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ports_010_a_register_without_elements_need_not_be_there),
        cmocka_unit_test(ports_020_a_register_that_the_list_lacks_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
