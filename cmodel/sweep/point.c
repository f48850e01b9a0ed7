#include "sweep/point.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nettle/sha2.h>

#include "config/file.h"
#include "config/run_config.h"
#include "policy/settings.h"
#include "stats/report.h"
#include "sweep/source_parts.h"

#define INPUT_MAX ((size_t)1 << 32)

const char *source_part(const char *name)
{
    for (const source_part_t *p = source_parts; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p->hash;
    return NULL;
}

/* A growing text; lost: out of memory. */
typedef struct text {
    char *s;
    size_t n, room;
    bool lost;
} text_t;

static void add(text_t *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void add(text_t *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char piece[1024];
    int n = vsnprintf(piece, sizeof piece, fmt, ap);
    va_end(ap);
    if (t->lost || n < 0 || (size_t)n >= sizeof piece) {
        t->lost = true;
        return;
    }
    if (t->n + (size_t)n + 1 > t->room) {
        size_t room = 2 * (t->n + (size_t)n) + 256;
        char *s = realloc(t->s, room);
        t->lost = !s;
        if (!s)
            return;
        t->s = s;
        t->room = room;
    }
    memcpy(t->s + t->n, piece, (size_t)n + 1);
    t->n += (size_t)n;
}

/* ---- The key: everything that determines the result, a line each ---- */

static void add_part(text_t *key, const char *kind, const char *name)
{
    char part[128];
    snprintf(part, sizeof part, "%s%s%s", kind, name ? ":" : "", name ? name : "");
    const char *hash = source_part(part);
    add(key, "sources %s %s\n", part, hash ? hash : "?");
}

static int add_input(text_t *key, const char *input, diag_t *d)
{
    char *bytes = NULL;
    size_t n = 0;
    int rc = input ? file_read(input, INPUT_MAX, &bytes, &n, d) : 0;
    if (input && !rc) {
        struct sha256_ctx sha;
        uint8_t digest[SHA256_DIGEST_SIZE];
        sha256_init(&sha);
        sha256_update(&sha, n, (const uint8_t *)bytes);
        sha256_digest(&sha, sizeof digest, digest);
        add(key, "input ");
        for (unsigned i = 0; i < sizeof digest; i++)
            add(key, "%02x", digest[i]);
        add(key, "\n");
    }
    free(bytes);
    return rc;
}

static void add_policies(text_t *key, const policy_set_t *p)
{
    for (unsigned i = 0; i < p->n; i++) {
        const policy_ops_t *ops = p->ops[i];
        add(key, "policy %s\n", ops->name);
        add_part(key, "policy", ops->name);
        for (unsigned k = 0; k < ops->n_options; k++)
            add(key, "option %s.%s %" PRIu64 "\n", ops->name, ops->options[k].name, p->opt[i][k]);
    }
}

static void add_config(text_t *key, const run_config_t *c)
{
    const char *name;
    char value[128];
    for (unsigned i = 0; run_config_key(c, i, &name, value, sizeof value); i++)
        add(key, "config %s %s\n", name, value);
}

static void hash_key(const text_t *key, char *hash)
{
    struct sha256_ctx sha;
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&sha);
    sha256_update(&sha, key->n, (const uint8_t *)key->s);
    sha256_digest(&sha, sizeof digest, digest);
    for (unsigned i = 0; i < sizeof digest; i++)
        snprintf(hash + 2 * i, 3, "%02x", digest[i]);
}

/* ---- The command ---- */

static void arg(point_t *p, unsigned *n, const char *text)
{
    p->argv[(*n)++] = text ? strdup(text) : NULL;
}

static void pair(point_t *p, unsigned *n, const char *option, const char *value)
{
    if (value && *value) {
        arg(p, n, option);
        arg(p, n, value);
    }
}

static void number(point_t *p, unsigned *n, const char *option, uint64_t value, uint64_t unless)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, value);
    if (value != unless)
        pair(p, n, option, text);
}

static void make_argv(const point_spec_t *s, point_t *p)
{
    unsigned n = 0;
    p->scale = workload_scale_names[s->scale];
    arg(p, &n, "run");
    pair(p, &n, "-w", s->workload);
    pair(p, &n, "--kernel-variant", s->variant);
    pair(p, &n, "--scale", s->scale == SCALE_DEFAULT ? NULL : p->scale);
    number(p, &n, "--seed", s->seed, 1);
    pair(p, &n, "--input", s->input);
    pair(p, &n, "-c", s->config);
    pair(p, &n, "-p", s->policies);
    pair(p, &n, "-e", strcmp(s->engine, "c") ? s->engine : NULL);
    for (unsigned i = 0; i < s->n_sets; i++)
        pair(p, &n, "--set", s->set[i]);
    pair(p, &n, "--kernel", s->kernel);
    pair(p, &n, "--launches", s->launches);
    number(p, &n, "--max-cycles", s->max_cycles, 0);
    number(p, &n, "--interval", s->interval, 0);
    if (s->analyze)
        arg(p, &n, "--analyze");
    p->argv[n] = NULL;
}

/* A word as a shell takes it. */
static void add_word(text_t *t, const char *word)
{
    bool plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_-+=./:,@%")];
    add(t, plain ? " " : " '");
    for (const char *c = word; *c; c++) {
        if (*c == '\'')
            add(t, "'\\''");
        else
            add(t, "%c", *c);
    }
    add(t, plain ? "" : "'");
}

static int make_texts(const point_spec_t *s, point_t *p)
{
    text_t command = {0}, sets = {0};
    add(&command, "lockwarp");
    for (unsigned i = 0; p->argv[i]; i++)
        add_word(&command, p->argv[i]);
    add(&sets, "%s", "");
    for (unsigned i = 0; i < s->n_sets; i++)
        add(&sets, "%s%s", i ? " " : "", s->set[i]);
    p->command = command.s;
    p->overrides = sets.s;
    return command.lost || sets.lost ? -ENOMEM : 0;
}

/* ---- Checks ---- */

static int check_variant(const workload_t *w, const char *variant, diag_t *d)
{
    size_t n = variant ? strlen(variant) : 0;
    if (!n || !strcmp(variant, "default"))
        return 0;
    for (const char *at = w->variants; at && (at = strstr(at, variant)); at += n)
        if ((at == w->variants || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return 0;
    return diag_at(d, w->name, 0, 0, "no kernel variant \"%s\"; expected default%s%s", variant,
                   *w->variants ? " " : "", w->variants);
}

static int make_key(const point_spec_t *s, const workload_t *w, text_t *key, diag_t *d)
{
    run_config_t c;
    policy_set_t policies;
    int rc = run_config_load(&c, s->config, d);
    rc = rc ? rc : policy_set_parse(&policies, s->policies, d);
    for (unsigned i = 0; !rc && i < s->n_sets; i++)
        rc = settings_apply(&c, &policies, s->set[i], d);
    if (rc || (rc = run_config_check(&c, d)))
        return rc;
    size_t bytes = 0;
    const char *ptx = workload_ptx(w->name, s->variant, &bytes);
    if (!ptx)
        ptx = workload_ptx(w->name, NULL, &bytes);
    add_part(key, "core", NULL);
    if (strcmp(s->engine, "c"))
        add_part(key, "rtl", NULL);
    add_part(key, "workload", w->name);
    add(key, "document %s\nengine %s\nworkload %s\nvariant %s\nkernel_text %016" PRIx64 "\n",
        REPORT_SCHEMA, s->engine, w->name, s->variant ? s->variant : "default",
        report_hash(ptx, bytes));
    add(key, "scale %d\nseed %" PRIu64 "\n", (int)s->scale, s->seed);
    add(key, "kernel %s\nlaunches %s\n", s->kernel ? s->kernel : "",
        s->launches ? s->launches : "");
    add(key, "max_cycles %" PRIu64 "\ninterval %" PRIu64 "\nanalyze %d\n", s->max_cycles,
        s->interval, s->analyze);
    add_config(key, &c);
    add_policies(key, &policies);
    return add_input(key, s->input, d);
}

int point_resolve(const point_spec_t *s, point_t *p, diag_t *d)
{
    text_t key = {0};
    *p = (point_t){.policies = s->policies, .input = s->input, .workload = s->workload};
    const workload_t *w = workload_named(s->workload, "-w", d);
    int rc = w ? check_variant(w, s->variant, d) : -EINVAL;
    if (!rc)
        rc = make_key(s, w, &key, d);
    if (!rc && key.lost)
        rc = diag_at(d, s->workload, 0, 0, "out of memory");
    if (!rc) {
        hash_key(&key, p->hash);
        p->warp_inst = w->warp_inst[s->scale];
        make_argv(s, p);
        rc = make_texts(s, p);
    }
    free(key.s);
    if (rc)
        point_free(p);
    return rc;
}

void point_free(point_t *p)
{
    for (unsigned i = 0; p->argv[i]; i++)
        free(p->argv[i]);
    free(p->command);
    free(p->overrides);
    *p = (point_t){.hash = ""};
}
