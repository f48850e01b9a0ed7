#include "config/run_config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "config/preset.h"
#include "input/suggest.h"
#include "input/yaml.h"

enum { MAX_BASES = 4 };

static const char *const energy_names[ENERGY_CHOICES] = {"cacti45", "abyp-table3"};

/* Keys of a file beside GPU_CFG's. */
static const char *const own_keys[] = {"base", "doc", "energy", "memory_mb"};
enum { OWN_KEYS = sizeof own_keys / sizeof own_keys[0], MEMORY_MB_MAX = 1 << 20 };

const char *energy_choice_name(energy_choice_t e)
{
    return energy_names[e];
}

static unsigned all_keys(const char *names[RUN_CONFIG_MAX_KEYS])
{
    unsigned n = 0;
    for (unsigned i = 0; i < gpu_cfg_key_count && n < RUN_CONFIG_MAX_KEYS - OWN_KEYS; i++)
        names[n++] = gpu_cfg_keys[i].name;
    for (unsigned i = 0; i < OWN_KEYS; i++)
        names[n++] = own_keys[i];
    return n;
}

const char *run_config_suggest(const char *key, char *buf, size_t bytes)
{
    const char *names[RUN_CONFIG_MAX_KEYS];
    unsigned n = all_keys(names);
    suggest_among(key, names, n, buf, bytes);
    if (strncmp(buf, "did you", 7))
        snprintf(buf, bytes, "see `lockwarp list keys`");
    return buf;
}

bool run_config_is_file(const char *which)
{
    size_t n = strlen(which);
    return strchr(which, '/') || (n > 5 && !strcmp(which + n - 5, ".yaml")) ||
           (n > 4 && !strcmp(which + n - 4, ".yml"));
}

/* Sets one of the keys that only this reader knows. why: what was expected. */
static int set_own(run_config_t *c, const char *key, const char *value, char *why, size_t bytes)
{
    if (strcmp(key, "doc") == 0) {
        snprintf(why, bytes, "one line of at most %zu characters", sizeof c->doc - 1);
        if (strlen(value) >= sizeof c->doc || strchr(value, '\n'))
            return -EINVAL;
        snprintf(c->doc, sizeof c->doc, "%s", value);
        return 0;
    }
    if (strcmp(key, "memory_mb") == 0) {
        uint64_t v = 0;
        snprintf(why, bytes, "a whole number from 1 to %d", MEMORY_MB_MAX);
        if (text_u64(value, &v) || v < 1 || v > MEMORY_MB_MAX)
            return -EINVAL;
        c->memory_mb = (uint32_t)v;
        return 0;
    }
    if (strcmp(key, "energy") == 0) {
        snprintf(why, bytes, "one of %s, %s", energy_names[0], energy_names[1]);
        for (uint32_t e = 0; e < ENERGY_CHOICES; e++) {
            if (strcmp(energy_names[e], value) == 0) {
                c->energy = e;
                return 0;
            }
        }
        return -EINVAL;
    }
    return -ENOENT;
}

/* Sets a key from text: 0, -ENOENT, or -EINVAL with what was expected in why. */
static int set(run_config_t *c, const char *key, const char *value, cfg_place_t place, char *why,
               size_t bytes)
{
    const gpu_cfg_key_t *k = gpu_cfg_key(key);
    if (!k)
        return set_own(c, key, value, why, bytes);
    uint32_t v = 0;
    if (gpu_cfg_parse(k, value, &v, why, bytes))
        return -EINVAL;
    gpu_cfg_set(&c->gpu, k, v);
    c->place[k - gpu_cfg_keys] = place;
    return 0;
}

static int load_root(run_config_t *c, const yaml_node_t *root, unsigned depth, diag_t *d);

static int load_preset(run_config_t *c, const preset_t *p, unsigned depth, diag_t *d)
{
    yaml_node_t *root = NULL;
    int rc = yaml_read_text(p->name, p->text, (size_t)(p->end - p->text), &root, d);
    if (!rc)
        rc = load_root(c, root, depth, d);
    yaml_free(root);
    return rc;
}

/* Finds a preset; -EINVAL says in why what was expected. */
static const preset_t *find(const char *name, char *why, size_t bytes)
{
    const preset_t *p = preset_find(name);
    if (!p) {
        const char *names[64];
        unsigned n = 0;
        for (unsigned i = 0; i < preset_registry_count && n < 64; i++)
            names[n++] = preset_registry[i].name;
        suggest_among(name, names, n, why, bytes);
    }
    return p;
}

static int load_base(run_config_t *c, const yaml_node_t *base, unsigned depth, diag_t *d)
{
    const char *name = NULL;
    char why[256];
    int rc = yaml_string(base, "base", &name, d);
    if (rc)
        return rc;
    if (depth == MAX_BASES)
        return yaml_error(base, d, "base of a base of a base...; expected at most %d", MAX_BASES);
    const preset_t *p = find(name, why, sizeof why);
    return p ? load_preset(c, p, depth + 1, d)
             : yaml_error(base, d, "unknown preset '%s'; %s", name, why);
}

static int load_root(run_config_t *c, const yaml_node_t *root, unsigned depth, diag_t *d)
{
    const char *names[RUN_CONFIG_MAX_KEYS];
    unsigned n = all_keys(names);
    const yaml_node_t *base = yaml_get(root, "base");
    int rc = yaml_check_map(root, "the configuration", names, n, base ? 0 : n - OWN_KEYS, d);
    if (!rc && base)
        rc = load_base(c, base, depth, d);
    memset(c->place, 0, sizeof c->place); /* the checks' messages point into the outer file */
    for (unsigned i = 0; !rc && i < root->n; i++) {
        const yaml_node_t *v = root->item[i].node;
        const char *key = root->item[i].key;
        char why[256] = "";
        rc = yaml_check_kind(v, key, YAML_SCALAR, d);
        if (rc || v == base)
            continue;
        if (set(c, key, v->text, (cfg_place_t){v->line, v->col, false}, why, sizeof why))
            rc = yaml_error(v, d, "%s is '%s'; expected %s", key, v->text, why);
    }
    return rc;
}

static void name_of_file(run_config_t *c, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    int len = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    snprintf(c->name, sizeof c->name, "%.*s", len, name);
}

int run_config_load(run_config_t *c, const char *which, diag_t *d)
{
    memset(c, 0, sizeof *c);
    c->memory_mb = 1024;
    snprintf(c->file, sizeof c->file, "%s", which);
    if (gpu_cfg_key_count + OWN_KEYS > RUN_CONFIG_MAX_KEYS)
        return diag_at(d, which, 0, 0, "more keys than the reader holds");
    if (!run_config_is_file(which)) {
        char why[256];
        const preset_t *p = find(which, why, sizeof why);
        if (!p)
            return diag_at(d, "-c", 0, 0, "unknown preset '%s'; %s, or a file.yaml", which, why);
        snprintf(c->name, sizeof c->name, "%s", p->name);
        return load_preset(c, p, 0, d);
    }
    name_of_file(c, which);
    yaml_node_t *root = NULL;
    int rc = yaml_read_file(which, &root, d);
    if (!rc)
        rc = load_root(c, root, 0, d);
    yaml_free(root);
    return rc;
}

int run_config_set(run_config_t *c, const char *key, const char *value, diag_t *d)
{
    char why[256] = "";
    int rc = set(c, key, value, (cfg_place_t){0, 0, true}, why, sizeof why);
    if (rc == -EINVAL)
        return diag_at(d, "--set", 0, 0, "%s is '%s'; expected %s", key, value, why);
    return rc;
}

int run_config_check(const run_config_t *c, diag_t *d)
{
    const gpu_cfg_key_t *k = NULL;
    char why[256] = "", value[32];
    if (!gpu_cfg_check(&c->gpu, &k, why, sizeof why))
        return 0;
    const cfg_place_t *p = &c->place[k - gpu_cfg_keys];
    gpu_cfg_format(k, gpu_cfg_get(&c->gpu, k), value, sizeof value);
    return diag_at(d, p->set ? "--set" : c->file, p->line, p->col, "%s is '%s'; expected %s",
                   k->name, value, why);
}

bool run_config_key(const run_config_t *c, unsigned i, const char **name, char *buf, size_t bytes)
{
    if (i < gpu_cfg_key_count) {
        const gpu_cfg_key_t *k = &gpu_cfg_keys[i];
        char text[64];
        *name = k->name;
        gpu_cfg_format(k, gpu_cfg_get(&c->gpu, k), text, sizeof text);
        snprintf(buf, bytes, k->kind == GPU_CFG_ENUM ? "\"%s\"" : "%s", text);
        return true;
    }
    switch (i - gpu_cfg_key_count) {
    case 0:
        *name = "energy";
        snprintf(buf, bytes, "\"%s\"", energy_names[c->energy]);
        return true;
    case 1:
        *name = "memory_mb";
        snprintf(buf, bytes, "%" PRIu32, c->memory_mb);
        return true;
    default:
        return false;
    }
}
