/* The header of a kernel file: "-key = value" lines up to the first '#'. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/accelsim_int.h"

enum { MAX_VERSION = 5, MAX_THREADS = 1024, MAX_REGS = 256 };

typedef struct line {
    const char *key, *value; /* NUL-terminated, trimmed */
} line_t;

/* Whether a value was whole and in range. */
static bool read_u64(const char *s, int base, uint64_t max, uint64_t *out)
{
    char *end;
    if (!isxdigit((unsigned char)*s))
        return false;
    unsigned long long v = strtoull(s, &end, base);
    *out = v;
    return !*end && v <= max && (v != UINT64_MAX);
}

static int read_u32(const stream_t *t, const line_t *l, uint64_t max, uint32_t *out, diag_t *d)
{
    uint64_t v;
    if (!read_u64(l->value, 10, max, &v))
        return stream_error(t, d, "-%.40s is '%.60s'; expected a whole number up to %" PRIu64,
                            l->key, l->value, max);
    *out = (uint32_t)v;
    return 0;
}

static int read_dim(const stream_t *t, const line_t *l, uint32_t out[3], diag_t *d)
{
    const char *at = l->value;
    for (unsigned i = 0; i < 3; i++) {
        char *end;
        if (*at++ != (i ? ',' : '('))
            at = "";
        unsigned long v = isdigit((unsigned char)*at) ? strtoul(at, &end, 10) : 0;
        if (v == 0 || v > INT32_MAX)
            return stream_error(t, d, "-%.40s is '%.60s'; expected (x,y,z), each at least 1",
                                l->key, l->value);
        out[i] = (uint32_t)v;
        at = end;
    }
    if (strcmp(at, ")"))
        return stream_error(t, d, "-%.40s is '%.60s'; expected (x,y,z)", l->key, l->value);
    return 0;
}

static int read_address(const stream_t *t, const line_t *l, uint64_t *out, diag_t *d)
{
    if (!read_u64(l->value, 16, ACC_ADDR_END, out))
        return stream_error(t, d, "-%.40s is '%.60s'; expected a hexadecimal address of 49 bits",
                            l->key, l->value);
    return 0;
}

/* Numbers with dots between them. The first is the version, as Accel-Sim reads it: 1.2 is
 * version 1.
 */
static int read_version(const stream_t *t, const line_t *l, uint32_t *out, diag_t *d)
{
    const char *at = l->value;
    uint32_t first = 0;
    for (unsigned i = 0;; i++) {
        char *end = NULL;
        unsigned long v = isdigit((unsigned char)*at) ? strtoul(at, &end, 10) : 0;
        if (!end || (i == 0 && v > MAX_VERSION))
            break;
        first = i ? first : (uint32_t)v;
        at = end;
        if (!*at) {
            *out = first;
            return 0;
        }
        if (*at++ != '.')
            break;
    }
    return stream_error(t, d, "-%.40s is '%.60s'; expected a version up to %d, such as 4 or 1.2",
                        l->key, l->value, MAX_VERSION);
}

typedef enum key {
    KEY_NAME,
    KEY_GRID,
    KEY_BLOCK,
    KEY_SHMEM,
    KEY_NREGS,
    KEY_SHMEM_BASE,
    KEY_LOCAL_BASE,
    KEY_VERSION,
    KEY_LINEINFO,
    KEYS
} head_key_t;

static const char *const key_names[KEYS] = {
    "kernel name",    "grid dim",        "block dim",           "shmem",
    "nregs",          "shmem base_addr", "local mem base_addr", "accelsim tracer version",
    "enable lineinfo"};

enum {
    REQUIRED = 1 << KEY_NAME | 1 << KEY_GRID | 1 << KEY_BLOCK | 1 << KEY_SHMEM | 1 << KEY_NREGS
};

static int read_key(const stream_t *t, const line_t *l, acc_head_info_t *h, head_key_t key,
                    diag_t *d)
{
    uint32_t flag = 0;
    int rc;
    switch (key) {
    case KEY_NAME:
        if (!*l->value)
            return stream_error(t, d, "-kernel name is empty; expected a name");
        h->name = strdup(l->value);
        return h->name ? 0 : stream_error(t, d, "out of memory");
    case KEY_GRID:
        return read_dim(t, l, h->grid, d);
    case KEY_BLOCK:
        return read_dim(t, l, h->block, d);
    case KEY_SHMEM:
        return read_u32(t, l, INT32_MAX, &h->shmem, d);
    case KEY_NREGS:
        return read_u32(t, l, MAX_REGS, &h->nregs, d);
    case KEY_SHMEM_BASE:
        return read_address(t, l, &h->shmem_base, d);
    case KEY_LOCAL_BASE:
        return read_address(t, l, &h->local_base, d);
    case KEY_VERSION:
        return read_version(t, l, &h->version, d);
    default:
        rc = read_u32(t, l, 1, &flag, d);
        h->lineinfo = flag != 0;
        return rc;
    }
}

/* Splits "-key = value" in place. */
static int split(const stream_t *t, char *at, line_t *l, diag_t *d)
{
    char *equals = strchr(at, '=');
    if (*at != '-' || !equals)
        return stream_error(t, d, "'%.60s' in the header; expected '-key = value' or '#'", at);
    char *end = equals;
    while (end > at && isspace((unsigned char)end[-1]))
        end--;
    *end = 0;
    l->key = at + 1;
    l->value = equals + 1;
    while (isspace((unsigned char)*l->value))
        l->value++;
    return 0;
}

static int check(const stream_t *t, const acc_head_info_t *h, unsigned have, diag_t *d)
{
    for (unsigned k = 0; k < KEYS; k++)
        if ((REQUIRED & ~have) >> k & 1)
            return stream_error(t, d, "the header ends without '-%s'", key_names[k]);
    uint64_t threads = (uint64_t)h->block[0] * h->block[1];
    if (threads > MAX_THREADS || threads * h->block[2] > MAX_THREADS)
        return stream_error(t, d, "block of %u x %u x %u; expected at most %d threads", h->block[0],
                            h->block[1], h->block[2], MAX_THREADS);
    uint64_t ctas = (uint64_t)h->grid[0] * h->grid[1];
    if (ctas > UINT32_MAX / h->grid[2])
        return stream_error(t, d, "grid of %u x %u x %u; expected at most 2^32 - 1 blocks",
                            h->grid[0], h->grid[1], h->grid[2]);
    return 0;
}

int acc_read_head(stream_t *t, acc_head_info_t *h, diag_t *d)
{
    unsigned have = 0;
    char *at;
    for (;;) {
        int rc = stream_line(t, &at, d);
        if (rc)
            return rc;
        if (!at)
            return stream_error(t, d, "the file ends within the header; expected '#traces format'");
        if (*at == '#')
            break;
        if (!*at)
            continue;
        line_t l;
        rc = split(t, at, &l, d);
        for (unsigned k = 0; !rc && k < KEYS; k++) {
            if (strcmp(l.key, key_names[k]))
                continue;
            if (have >> k & 1)
                return stream_error(t, d, "-%s for the second time", key_names[k]);
            have |= 1u << k;
            rc = read_key(t, &l, h, (head_key_t)k, d);
        }
        if (rc)
            return rc;
    }
    return check(t, h, have, d);
}
