/*
 * Address programs against execution: every workload of the registry in every variant, at tiny
 * scale, all threads of all CTAs. Every load of every kernel text is on a list: a regular one must
 * have been compared by some run, or stand in `unreached` with the reason why no run comes to it.
 */
#include "address_watch.h"
#include "workload_device.h"

/* A load of a text, over all runs of the workload. */
typedef struct load {
    const char *text, *kernel;
    uint32_t index;
    unsigned line, why;
    bool launched, compared;
} load_t;

enum { LOADS = 1024, TEXTS = 8 };

typedef struct tally {
    const workload_t *workload;
    load_t load[LOADS];
    unsigned n;
    isa_module_t *module[TEXTS]; /* names are theirs */
    const char *text[TEXTS];
    unsigned n_texts;
} tally_t;

/* One run. */
typedef struct watched {
    watch_t w;
    tally_t *tally;
    const char *text;
} watched_t;

/* Regular loads that no run executes in the first iteration of the loops around them. */
#define INNER "in the first iteration of the loop around it its own loop has none"
static const struct {
    const char *workload, *kernel;
    unsigned text;     /* 0: the default one, 1: that of the first variant with another one */
    unsigned line[10]; /* in it */
    const char *why;
} unreached[] = {
    {"gesummv", "gesummv_kernel", 0, {79}, "for a loop without an iteration"},
    {"lud_u", "lud_u_diagonal", 0, {68, 74, 75}, INNER},
    {"lud_u", "lud_u_perimeter", 0, {240, 246, 247}, INNER},
    {"lud_u", "lud_u_diagonal", 1, {74, 84, 85, 89, 92, 146, 147, 151, 154}, INNER},
    {"lud_u", "lud_u_perimeter", 1, {258, 259, 263, 266, 337, 347, 348, 352, 355}, INNER},
    {"scalarprod", "scalar_prod", 0, {130, 131}, "for vectors that are no multiple of four blocks"},
};
enum { UNREACHED = sizeof unreached / sizeof unreached[0] };

static const char *text_of(const workload_t *wl, const char *variant, size_t *bytes)
{
    const char *text = workload_ptx(wl->name, variant, bytes);
    return text ? text : workload_ptx(wl->name, NULL, bytes); /* a variant of the same text */
}

static void list_loads(tally_t *t, const char *variant)
{
    size_t bytes;
    diag_t d = {{0}};
    const char *text = text_of(t->workload, variant, &bytes);
    for (unsigned i = 0; i < t->n_texts; i++)
        if (t->text[i] == text)
            return;
    assert_true(t->n_texts < TEXTS);
    isa_module_t *m = isa_module_parse(t->workload->name, text, bytes, &d);
    assert_non_null(m);
    t->module[t->n_texts] = m;
    t->text[t->n_texts++] = text;
    for (unsigned i = 0; i < isa_kernel_count(m); i++) {
        const isa_kernel_t *k = isa_kernel_at(m, i);
        unsigned n;
        if (k->refusal)
            fail_msg("%s: %s", t->workload->name, k->refusal);
        address_set_t *s = address_set_new(k);
        const address_program_t *p = address_programs(s, &n);
        for (unsigned j = 0; j < n; j++) {
            if (p[j].store)
                continue;
            assert_true(t->n < LOADS);
            t->load[t->n++] =
                (load_t){text, k->name, p[j].index, k->line[p[j].index], p[j].why, false, false};
        }
        address_set_free(s);
    }
}

static void mark(watched_t *x)
{
    const watch_t *w = &x->w;
    for (unsigned p = 0; p < w->n; p++) {
        load_t *l = NULL;
        if (w->program[p].store)
            continue;
        for (unsigned i = 0; i < x->tally->n && !l; i++)
            if (x->tally->load[i].text == x->text &&
                x->tally->load[i].index == w->program[p].index &&
                !strcmp(x->tally->load[i].kernel, w->k->name))
                l = &x->tally->load[i];
        if (!l)
            fail_msg("%s: a load of %s is not on the list", w->what, w->k->name);
        assert_int_equal(l->why, w->program[p].why);
        l->launched = true;
        l->compared |= w->hit[p];
    }
}

/* Why it is not reached; NULL: it is. */
static const char *known_unreached(const tally_t *t, const load_t *l)
{
    for (unsigned k = 0; k < UNREACHED; k++)
        for (unsigned i = 0; i < 10 && unreached[k].line[i]; i++)
            if (!strcmp(unreached[k].workload, t->workload->name) &&
                !strcmp(unreached[k].kernel, l->kernel) && unreached[k].line[i] == l->line &&
                t->text[unreached[k].text] == l->text)
                return unreached[k].why;
    return NULL;
}

static bool launched_elsewhere(const tally_t *t, const load_t *l)
{
    for (unsigned i = 0; i < t->n; i++)
        if (t->load[i].launched && !strcmp(t->load[i].kernel, l->kernel))
            return true;
    return false;
}

/* Prints the workload's loads; each regular one was compared, or is known not to be reached. */
static void check_loads(const tally_t *t)
{
    unsigned why[ADDRESS_WHY_COUNT] = {0}, compared = 0, idle = 0;
    for (unsigned i = 0; i < t->n; i++) {
        const load_t *l = &t->load[i];
        const char *known = known_unreached(t, l);
        if (!l->launched) { /* the kernel is, in another text */
            assert_true(launched_elsewhere(t, l));
            idle++;
            continue;
        }
        why[l->why]++;
        compared += l->compared;
        if (l->why == ADDRESS_REGULAR && l->compared == (known != NULL))
            fail_msg("%s: the load of %s in line %u was %scompared", t->workload->name, l->kernel,
                     l->line, known ? "" : "not ");
        if (known)
            printf("%s, line %u: not executed: %s\n", l->kernel, l->line, known);
    }
    printf("%s: %u loads, %u regular, %u of them compared", t->workload->name, t->n,
           why[ADDRESS_REGULAR], compared);
    for (unsigned k = 1; k < ADDRESS_WHY_COUNT; k++)
        if (why[k])
            printf("; irregular: %u %s", why[k], address_why_name(k));
    if (idle)
        printf("; %u of texts whose kernel no variant launches", idle);
    printf("\n");
    assert_true(t->n > idle);
}

static front_t *launch(void *ctx, front_t *f, diag_t *d)
{
    (void)d;
    return watch_begin(&((watched_t *)ctx)->w, f);
}

static int launch_end(void *ctx, diag_t *d)
{
    (void)d;
    mark(ctx);
    watch_end(&((watched_t *)ctx)->w);
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

static void run(tally_t *t, const char *variant, uint64_t seed)
{
    char what[80];
    size_t bytes;
    const workload_t *wl = t->workload;
    snprintf(what, sizeof what, "%s (%s)", wl->name, variant);
    watched_t w = {.w = {.what = what}, .tally = t, .text = text_of(wl, variant, &bytes)};
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
    printf("%s: %u of %u regular programs reached, %llu addresses\n", what, w.w.reached,
           w.w.regular, (unsigned long long)w.w.compared);
    assert_true(w.w.compared > 0);
    assert_true(w.w.reached > 0);
}

static void address_900_every_workload(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const workload_t *w = workload_registry[i];
        char list[128], *save = NULL;
        tally_t *t = calloc(1, sizeof *t);
        t->workload = w;
        list_loads(t, "default");
        run(t, "default", 1);
        snprintf(list, sizeof list, "%s", w->variants ? w->variants : "");
        for (char *v = strtok_r(list, " ", &save); v; v = strtok_r(NULL, " ", &save)) {
            list_loads(t, v);
            run(t, v, 2);
        }
        check_loads(t);
        for (unsigned k = 0; k < t->n_texts; k++)
            isa_module_free(t->module[k]);
        free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(address_900_every_workload)};
    return cmocka_run_group_tests_name("address_workloads", tests, NULL, NULL);
}
