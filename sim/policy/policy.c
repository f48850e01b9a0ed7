#include "policy/policy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "input/suggest.h"

static const char *const owner_names[] = {"pick_warp", "pick_cta",
                                          "the request buffer before the L1 (request_buffer)",
                                          "line protection (pick_victim)", "learned bypassing"};

const char *policy_hook_name(const policy_ops_t *ops, unsigned i)
{
    const gpu_hooks_t *h = ops->hooks;
#define HOOK_NAME(name, ret, args)                                                                 \
    if (h->name && i-- == 0)                                                                       \
        return #name;
    GPU_HOOKS_SHARED(HOOK_NAME)
    GPU_HOOKS_OWNED(HOOK_NAME)
    HOOK_NAME(request_buffer, , )
#undef HOOK_NAME
    return NULL;
}

uint32_t policy_owns(const policy_ops_t *ops)
{
    const gpu_hooks_t *h = ops->hooks;
    uint32_t owns = ops->owns;
    owns |= h->pick_warp ? POLICY_OWNS_PICK_WARP : 0;
    owns |= h->pick_cta ? POLICY_OWNS_PICK_CTA : 0;
    owns |= h->request_buffer ? POLICY_OWNS_REQUEST_BUFFER : 0;
    owns |= h->pick_victim ? POLICY_OWNS_PROTECTION : 0;
    return owns;
}

const char *policy_owner_name(policy_owner_t o)
{
    return owner_names[__builtin_ctz((unsigned)o)];
}

const policy_ops_t *policy_find(const char *name)
{
    for (unsigned i = 0; i < policy_registry_count; i++)
        if (strcmp(policy_registry[i]->name, name) == 0)
            return policy_registry[i];
    return NULL;
}

bool policy_joins(const policy_ops_t *whole, const char *part)
{
    for (const char *const *name = whole->joins; name && *name; name++)
        if (strcmp(*name, part) == 0)
            return true;
    return false;
}

/* May the two stand in one set? */
static int check_pair(const policy_ops_t *a, const policy_ops_t *b, diag_t *d)
{
    if (a == b)
        return diag_at(d, "-p", 0, 0, "policy '%s' is named twice", b->name);
    const bool within = policy_joins(a, b->name);
    if (within || policy_joins(b, a->name))
        return diag_at(d, "-p", 0, 0, "policy '%s' is a part of '%s'; choose one",
                       within ? b->name : a->name, within ? a->name : b->name);
    const uint32_t both = policy_owns(a) & policy_owns(b);
    if (!both)
        return 0;
    return diag_at(d, "-p", 0, 0, "policies '%s' and '%s' both own %s; choose one", a->name,
                   b->name, policy_owner_name((policy_owner_t)(both & (0u - both))));
}

/* Adds one policy to the set, checking it against those already there. */
static int add(policy_set_t *s, const policy_ops_t *ops, diag_t *d)
{
    if (s->n == POLICY_MAX_ACTIVE)
        return diag_at(d, "-p", 0, 0, "more than %d policies", POLICY_MAX_ACTIVE);
    for (unsigned i = 0; i < s->n; i++) {
        int rc = check_pair(s->ops[i], ops, d);
        if (rc)
            return rc;
    }
    s->ops[s->n++] = ops;
    return 0;
}

/* Number of the policy of that name in the set; s->n: it is not there. */
static unsigned place_of(const policy_set_t *s, const char *name)
{
    unsigned i = 0;
    while (i < s->n && strcmp(s->ops[i]->name, name) != 0)
        i++;
    return i;
}

/* Puts `whole` instead of the policies that it joins, if all of them are there. */
static void join(policy_set_t *s, const policy_ops_t *whole)
{
    unsigned n = 0;
    bool placed = false;
    for (const char *const *name = whole->joins; name && *name; name++)
        if (place_of(s, *name) == s->n)
            return;
    for (unsigned i = 0; whole->joins && i < s->n; i++) {
        const policy_ops_t *ops = s->ops[i];
        const bool part = policy_joins(whole, ops->name);
        if (!part || !placed)
            s->ops[n++] = part ? whole : ops;
        placed |= part;
    }
    s->n = whole->joins ? n : s->n;
}

static int unknown_policy(const char *name, diag_t *d)
{
    const char *names[64];
    char hint[240];
    unsigned n = 0;
    for (; n < policy_registry_count && n < sizeof names / sizeof names[0]; n++)
        names[n] = policy_registry[n]->name;
    return diag_at(d, "-p", 0, 0, "unknown policy '%s'; %s (lockwarp list policies)", name,
                   suggest_among(name, names, n, hint, sizeof hint));
}

static void set_defaults(policy_set_t *s)
{
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < s->ops[i]->n_options; k++)
            s->opt[i][k] = s->ops[i]->options[k].value;
}

int policy_set_parse(policy_set_t *s, const char *text, diag_t *d)
{
    memset(s, 0, sizeof *s);
    while (text && *text) {
        char name[64];
        size_t len = strcspn(text, "+");
        if (len == 0 || len >= sizeof name || (text[len] == '+' && text[len + 1] == 0))
            return diag_at(d, "-p", 0, 0, "expected POLICY[+POLICY...]");
        memcpy(name, text, len);
        name[len] = 0;
        const policy_ops_t *ops = policy_find(name);
        if (!ops)
            return unknown_policy(name, d);
        int rc = add(s, ops, d);
        if (rc)
            return rc;
        text += len + (text[len] == '+');
    }
    for (unsigned i = 0; i < policy_registry_count; i++)
        join(s, policy_registry[i]);
    set_defaults(s);
    return 0;
}

/* The policy that `key` names an option of is in the set as a part of another one? */
static int refuse_part(const policy_set_t *s, const char *key, int len, diag_t *d)
{
    char part[64];
    snprintf(part, sizeof part, "%.*s", len, key);
    for (unsigned i = 0; i < s->n; i++)
        if (policy_joins(s->ops[i], part))
            return diag_at(d, "--set", 0, 0,
                           "policy '%s' is a part of '%s' in this run; expected %s%s", part,
                           s->ops[i]->name, s->ops[i]->name, key + len);
    return -ENOENT;
}

int policy_set_option(policy_set_t *s, const char *key, const char *value, diag_t *d)
{
    const char *dot = strchr(key, '.');
    if (!dot)
        return -ENOENT;
    for (unsigned i = 0; i < s->n; i++) {
        const policy_ops_t *ops = s->ops[i];
        if (strlen(ops->name) != (size_t)(dot - key) || strncmp(ops->name, key, strlen(ops->name)))
            continue;
        for (unsigned k = 0; k < ops->n_options; k++) {
            const policy_option_t *o = &ops->options[k];
            if (strcmp(o->name, dot + 1) != 0)
                continue;
            char values[POLICY_OPTION_TEXT];
            if (!policy_option_parse(o, value, &s->opt[i][k]))
                return diag_at(d, "--set", 0, 0, "%s=%s: expected %s%s", key, value,
                               o->names ? "" : "an integer from ", policy_option_values(o, values));
            return 0;
        }
        return diag_at(d, "--set", 0, 0,
                       "policy '%s' has no option '%s'; see `lockwarp list policies`", ops->name,
                       dot + 1);
    }
    return refuse_part(s, key, (int)(dot - key), d);
}

/* Instance number *i of the policies from number *p on; moves both to the next one. NULL: no more.
 */
static unit_inst_t *next_instance(const policy_set_t *s, unsigned *p, unsigned *i)
{
    for (; *p < s->n; (*p)++, *i = 0) {
        unit_inst_t *u = s->policy[*p] ? policy_instance(s->policy[*p], *i) : NULL;
        if (u) {
            (*i)++;
            return u;
        }
    }
    return NULL;
}

/* The instance UNIT:LABEL, or the first of all if `of` is NULL; NULL with a message that names the
 * option. */
static unit_inst_t *find_instance(const policy_set_t *s, const char *of, const char *option,
                                  diag_t *d)
{
    unsigned p = 0, i = 0;
    for (unit_inst_t *u; (u = next_instance(s, &p, &i));) {
        char name[128];
        snprintf(name, sizeof name, "%s:%s", u->desc->name, u->label);
        if (!of || strcmp(of, name) == 0)
            return u;
    }
    if (of)
        diag_at(d, option, 0, 0, "no instance '%s'; expected UNIT:LABEL such as abyp:sm0", of);
    else
        diag_at(d, option, 0, 0, "no policy with a unit is active; expected one in -p");
    return NULL;
}

int policy_set_record_check(const policy_set_t *s, const policy_env_t *env, const char *of,
                            diag_t *d)
{
    if (!env->engine->record)
        return diag_at(d, "--record", 0, 0,
                       "is of the RTL's inputs; expected -e rtl or -e lockstep");
    return find_instance(s, of, of ? "--record-of" : "--record", d) ? 0 : -EINVAL;
}

int policy_set_record(const policy_set_t *s, const char *of, const char *path, diag_t *d)
{
    const unit_inst_t *u = find_instance(s, of, "--record-of", d);
    return u ? unit_inst_record(u, path, d) : -EINVAL;
}

/* Starts the waveform that the environment asks for. */
static int start_wave(const policy_set_t *s, const policy_env_t *env, diag_t *d)
{
    if (!env->engine->waves)
        return diag_at(d, "--wave", 0, 0, "shows both sides of a unit; expected -e lockstep");
    unit_inst_t *u = find_instance(s, env->wave_of, env->wave_of ? "--wave-of" : "--wave", d);
    return u ? unit_inst_wave(u, env->wave, d) : -EINVAL;
}

static int attach(const policy_set_t *s, unsigned i, const policy_env_t *env, diag_t *d)
{
    const char *other = NULL;
    int rc = gpu_attach(env->gpu, s->ops[i]->hooks, s->policy[i], &other);
    if (rc == -EEXIST)
        return diag_at(d, "-p", 0, 0, "policy '%s' cannot attach beside '%s'", s->ops[i]->name,
                       other ? other : "?");
    if (rc == -EINVAL)
        return diag_at(
            d, "-p", 0, 0,
            "policy '%s' chooses victims (pick_victim) and needs an L1 of at most 64 ways",
            s->ops[i]->name);
    return rc ? diag_at(d, "-p", 0, 0, "policy '%s' cannot attach: more than %d hooked",
                        s->ops[i]->name, GPU_MAX_POLICIES)
              : 0;
}

static void dump_units(void *ctx, FILE *f)
{
    policy_set_dump(ctx, f);
}

int policy_set_create(policy_set_t *s, const policy_env_t *env, diag_t *d)
{
    for (unsigned i = 0; i < s->n; i++) {
        int rc = policy_new(s->ops[i], env, s->opt[i], &s->policy[i], d);
        if (rc)
            return rc;
        rc = attach(s, i, env, d);
        if (rc)
            return rc;
    }
    gpu_set_dump_more(env->gpu, dump_units, s);
    return env->wave ? start_wave(s, env, d) : 0;
}

/* The run is over: a unit that slept is shown as it is once all that moves by itself has moved. */
enum { COME_TO_REST = 4096 };

void policy_set_dump(const policy_set_t *s, FILE *f)
{
    unsigned p = 0, i = 0;
    for (unit_inst_t *u; (u = next_instance(s, &p, &i));) {
        unit_inst_at(u, u->clock + COME_TO_REST);
        unit_inst_dump(u, f);
    }
}

int policy_set_wave_end(const policy_set_t *s, diag_t *d)
{
    unsigned p = 0, i = 0;
    int err = 0;
    for (unit_inst_t *u; (u = next_instance(s, &p, &i));) {
        int rc = unit_inst_wave_end(u, d);
        err = err ? err : rc;
    }
    return err;
}

void policy_set_destroy(policy_set_t *s)
{
    for (unsigned i = 0; i < s->n; i++)
        policy_free(s->policy[i]);
    memset(s, 0, sizeof *s);
}

const unit_inst_t *policy_set_diverged(const policy_set_t *s)
{
    unsigned p = 0, i = 0;
    for (unit_inst_t *u; (u = next_instance(s, &p, &i));)
        if (unit_inst_failed(u))
            return u;
    return NULL;
}

unit_inst_work_t policy_set_work(const policy_set_t *s)
{
    unit_inst_work_t sum = {0};
    unsigned p = 0, i = 0;
    for (unit_inst_t *u; (u = next_instance(s, &p, &i));) {
        unit_inst_work_t w = unit_inst_work(u);
        sum.evals += w.evals;
        sum.ticks += w.ticks;
        sum.bits += w.bits;
    }
    return sum;
}

void policy_set_state(const policy_set_t *s, state_io_t *io)
{
    for (unsigned i = 0; i < s->n && !state_error(io); i++) {
        state_section(io, s->ops[i]->name);
        policy_state(s->policy[i], io);
    }
    state_section(io, "end of the policies");
    if (s->n && state_loading(io) && !state_error(io))
        gpu_state_buffered_all(((const policy_run_t *)s->policy[0])->gpu, io);
}
