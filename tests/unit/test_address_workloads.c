/* Address programs against execution: every workload of the registry in every variant, at tiny
 * scale. */
#include "address_watch.h"
#include "workload_device.h"

static front_t *launch(void *ctx, front_t *f, diag_t *d)
{
    (void)d;
    return watch_begin(ctx, f);
}

static int launch_end(void *ctx, diag_t *d)
{
    (void)d;
    watch_end(ctx);
    return 0;
}

static int fault(void *ctx, diag_t *d)
{
    (void)ctx;
    (void)d;
    return -1;
}

static void copy(void *ctx, uint64_t addr, uint64_t bytes, bool preloaded)
{
    (void)ctx;
    (void)addr;
    (void)bytes;
    (void)preloaded;
}

static void run(const workload_t *wl, const char *variant, uint64_t seed)
{
    char what[80];
    snprintf(what, sizeof what, "%s (%s)", wl->name, variant);
    watch_t w = {.what = what};
    const dev_tap_t tap = {&w, copy, launch, launch_end, fault};
    workload_opts_t o = {.scale = SCALE_TINY, .seed = seed, .variant = variant};
    run_config_t c;
    diag_t d = {{0}};
    assert_int_equal(run_config_load(&c, PLAIN, &d) || run_config_check(&c, &d), 0);
    dev_cfg_t cfg = {.gpu_cfg = &c.gpu, .memory_bytes = UINT64_C(1) << 30};
    device_t *dev = dev_open(&cfg, &d);
    assert_non_null(dev);
    dev_set_tap(dev, &tap);
    if (wl->run(dev, wl, &o, &d))
        fail_msg("%s: %s", what, d.text);
    dev_close(dev);
    printf("%s: %u of %u regular programs reached, %llu addresses\n", what, w.reached, w.regular,
           (unsigned long long)w.compared);
    assert_true(w.compared > 0);
    assert_true(w.reached > 0);
}

static void address_900_every_workload(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const workload_t *w = workload_registry[i];
        char list[128], *save = NULL;
        run(w, "default", 1);
        snprintf(list, sizeof list, "%s", w->variants ? w->variants : "");
        for (char *v = strtok_r(list, " ", &save); v; v = strtok_r(NULL, " ", &save))
            run(w, v, 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(address_900_every_workload)};
    return cmocka_run_group_tests_name("address_workloads", tests, NULL, NULL);
}
