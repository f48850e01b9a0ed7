#include "common/unit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

static const char *const geometry_names[UNIT_GEOMETRIES] = {"paper", "small", "large"};

const unit_desc_t *unit_find(const char *name)
{
    for (unsigned i = 0; i < unit_registry_count; i++)
        if (strcmp(unit_registry[i]->name, name) == 0)
            return unit_registry[i];
    return NULL;
}

uint32_t unit_param_get(const unit_param_t *p, const void *cfg)
{
    uint32_t v;
    memcpy(&v, (const char *)cfg + p->offset, sizeof v);
    return v;
}

void unit_param_set(const unit_param_t *p, void *cfg, uint32_t v)
{
    memcpy((char *)cfg + p->offset, &v, sizeof v);
}

const unit_param_t *unit_param_find(const unit_desc_t *d, const char *name)
{
    for (unsigned i = 0; i < d->n_params; i++)
        if (strcmp(d->params[i].name, name) == 0)
            return &d->params[i];
    return NULL;
}

void unit_cfg_geometry(const unit_desc_t *d, unit_geometry_t g, void *cfg)
{
    memset(cfg, 0, d->cfg_bytes);
    for (unsigned i = 0; i < d->n_params; i++)
        unit_param_set(&d->params[i], cfg, d->params[i].value[g]);
}

int unit_cfg_check(const unit_desc_t *d, const void *cfg, const unit_param_t **which)
{
    for (unsigned i = 0; i < d->n_params; i++) {
        const unit_param_t *p = &d->params[i];
        uint32_t v = unit_param_get(p, cfg);
        if (v < p->min || v > p->max) {
            if (which != NULL)
                *which = p;
            return -EINVAL;
        }
    }
    return 0;
}

int unit_cfg_geometry_of(const unit_desc_t *d, const void *cfg)
{
    for (int g = 0; g < UNIT_GEOMETRIES; g++) {
        unsigned i = 0;
        while (i < d->n_params && unit_param_get(&d->params[i], cfg) == d->params[i].value[g])
            i++;
        if (i == d->n_params)
            return g;
    }
    return -1;
}

/* Name, text between it and the value, value; cut off where there is no room. */
static const char *list_params(const unit_desc_t *d, const void *cfg, const char *comma,
                               const char *equals, char *text, size_t n)
{
    size_t used = 0;
    text[0] = 0;
    for (unsigned i = 0; i < d->n_params && used < n; i++) {
        int more = snprintf(text + used, n - used, "%s%s%s%" PRIu32, i ? comma : "",
                            d->params[i].name, equals, unit_param_get(&d->params[i], cfg));
        used += more > 0 ? (size_t)more : 0;
    }
    return text;
}

const char *unit_cfg_params(const unit_desc_t *d, const void *cfg, char *text, size_t n)
{
    return list_params(d, cfg, ", ", " ", text, n);
}

const char *unit_cfg_label(const unit_desc_t *d, const void *cfg, char *text, size_t n)
{
    int g = unit_cfg_geometry_of(d, cfg);
    if (g < 0)
        return list_params(d, cfg, ", ", " ", text, n);
    snprintf(text, n, "%s", geometry_names[g]);
    return text;
}

const char *unit_cfg_file_label(const unit_desc_t *d, const void *cfg, char *text, size_t n)
{
    int g = unit_cfg_geometry_of(d, cfg);
    if (g < 0)
        return list_params(d, cfg, "-", "", text, n);
    snprintf(text, n, "%s", geometry_names[g]);
    return text;
}

int unit_cfg_try(const unit_desc_t *d, const void *cfg)
{
    void *state = calloc(1, d->state_bytes);
    int err = state ? d->init(state, cfg) : -ENOMEM;
    free(state);
    return err;
}

const char *unit_family(const unit_desc_t *d, char *text, size_t n)
{
    snprintf(text, n, "%.*s", (int)strcspn(d->name, "."), d->name);
    return text;
}

const char *unit_geometry_name(unit_geometry_t g)
{
    return geometry_names[g];
}

int unit_geometry_find(const char *name)
{
    for (int g = 0; g < UNIT_GEOMETRIES; g++)
        if (strcmp(geometry_names[g], name) == 0)
            return g;
    return -1;
}

uint64_t unit_field_get(const unit_field_t *f, const void *base, unsigned i)
{
    const char *p = (const char *)base + f->offset + (size_t)i * f->elem_bytes;
    switch (f->elem_bytes) {
    case 1:
        return *(const uint8_t *)p;
    case 2:
        return *(const uint16_t *)(const void *)p;
    case 4:
        return *(const uint32_t *)(const void *)p;
    default:
        return *(const uint64_t *)(const void *)p;
    }
}

unsigned unit_field_values(const unit_field_t *f, const void *cfg)
{
    return f->kind == UNIT_PLANES ? f->width(cfg) : f->count(cfg);
}

unsigned unit_field_value_w(const unit_field_t *f, const void *cfg)
{
    return f->kind == UNIT_PLANES ? f->count(cfg) : f->width(cfg);
}

uint64_t unit_field_value(const unit_field_t *f, const void *cfg, const void *base, unsigned i)
{
    if (f->kind != UNIT_PLANES)
        return unit_field_get(f, base, i);
    uint64_t number = 0;
    for (unsigned b = 0; b < f->count(cfg); b++)
        number |= (unit_field_get(f, base, b) >> i & 1) << b;
    return number;
}

void unit_field_set(const unit_field_t *f, void *base, unsigned i, uint64_t v)
{
    char *p = (char *)base + f->offset + (size_t)i * f->elem_bytes;
    switch (f->elem_bytes) {
    case 1:
        *(uint8_t *)p = (uint8_t)v;
        break;
    case 2:
        *(uint16_t *)(void *)p = (uint16_t)v;
        break;
    case 4:
        *(uint32_t *)(void *)p = (uint32_t)v;
        break;
    default:
        *(uint64_t *)(void *)p = v;
        break;
    }
}

uint64_t unit_state_bits(const unit_desc_t *d, const void *cfg)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < d->n_fields; i++)
        if (d->fields[i].dir == UNIT_STATE)
            bits += (uint64_t)d->fields[i].width(cfg) * d->fields[i].count(cfg);
    return bits;
}

/* The sub-unit named by the n characters at name, with [i] behind it where there are several. */
static const unit_sub_t *sub_at(const unit_desc_t *d, const char *name, size_t n)
{
    for (unsigned i = 0; i < d->n_subs; i++)
        if (strlen(d->subs[i].name) == n && strncmp(d->subs[i].name, name, n) == 0)
            return &d->subs[i];
    return NULL;
}

static const unit_field_t *state_named(const unit_desc_t *d, const char *name)
{
    for (unsigned i = 0; i < d->n_fields; i++)
        if (d->fields[i].dir == UNIT_STATE && strcmp(d->fields[i].name, name) == 0)
            return &d->fields[i];
    return NULL;
}

int unit_field_rtl(const unit_desc_t *d, const unit_field_t *f, char *path, size_t n)
{
    size_t used = 0;
    const char *at = f->rtl;
    while (f->view && strchr(at, '.')) {
        size_t len = strcspn(at, "."), name = strcspn(at, ".[");
        const unit_sub_t *sub = sub_at(d, at, name);
        if (sub == NULL)
            return -1;
        int more = name == len
                       ? snprintf(path + used, n - used, "i_%s.", sub->name)
                       : snprintf(path + used, n - used, "gen_%.*s.i_%s.", (int)len, at, sub->name);
        if (more < 0 || (used += (size_t)more) >= n)
            return -1;
        d = sub->unit;
        at += len + 1;
    }
    if (f->view) {
        const unit_field_t *held = state_named(d, at);
        if (held == NULL)
            return -1;
        int rest = unit_field_rtl(d, held, path + used, n - used);
        return rest < 0 ? -1 : (int)used + rest;
    }
    int more = snprintf(path + used, n - used, "%s", at);
    return more < 0 || used + (size_t)more >= n ? -1 : (int)used + more;
}

const unit_desc_t *unit_field_owner(const unit_desc_t *d, const unit_field_t *f)
{
    const char *at = f->rtl;
    while (f->view && strchr(at, '.')) {
        const unit_sub_t *sub = sub_at(d, at, strcspn(at, ".["));
        if (sub == NULL)
            return NULL;
        d = sub->unit;
        at = strchr(at, '.') + 1;
    }
    if (!f->view)
        return d;
    const unit_field_t *held = state_named(d, at);
    return held ? unit_field_owner(d, held) : NULL;
}
