#include "trace/native_prog.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "common/state_members.h"

static const char *const unit_names[] = {"sp", "sfu", "dp", "ldst", "ctrl"};
static const char *const kind_names[] = {"alu",     "load",  "store",  "atomic", "reduce",
                                         "barrier", "fence", "branch", "exit"};
static const char *const space_names[] = {"none",  "global", "local",   "shared",
                                          "const", "param",  "generic", "texture"};
static const char *const op_names[] = {
    "logic",  "int_add", "int_max", "int_mul", "int_mad", "int_div", "fp_add", "fp_max", "fp_mul",
    "fp_mad", "fp_div",  "dp_add",  "dp_max",  "dp_mul",  "dp_mad",  "dp_div", "special"};
_Static_assert(sizeof op_names / sizeof op_names[0] == INST_OPS, "every inst_op_t has a name");

/* A new member of these does not compile before it is listed; it needs its place in NAT_INST_FIELDS
 * or NAT_FRONT_FIELDS, too. A trace keeps neither allocations nor the front behind. */
/* clang-format off */
#define INST_MEMBERS(F) \
    F(KEEP, pc,) F(KEEP, unit,) F(KEEP, kind,) F(KEEP, space,) F(KEEP, width,) F(KEEP, loop,) F(KEEP, cache_op,) \
    F(KEEP, initiation,) F(KEEP, loop_up,) F(KEEP, op,) F(KEEP, sources,) F(KEEPS, dst,) F(KEEPS, use,)
#define FRONT_MEMBERS(F) \
    F(KEEP, ops,) F(KEEP, ctx,) F(KEEP, kernel,) F(KEEPS, grid,) F(KEEPS, block,) F(KEEP, warp_size,) \
    F(KEEP, warps_per_cta,) F(KEEP, regs_per_thread,) F(KEEP, shared_bytes,) F(KEEP, inst,) F(KEEP, n_inst,) \
    F(KEEP, arena_base,) F(KEEP, arena_bytes,) F(KEEP, local_base,) F(KEEP, local_cta_bytes,) F(KEEP, local_first,) \
    F(KEEP, cta_order,) F(KEEP, error,) F(KEEP, allocation,) F(KEEP, n_allocations,) \
    F(KEEP, behind,) F(KEEP, no_const_addresses,)
/* clang-format on */
STATE_LIST(inst_t, INST_MEMBERS);
STATE_LIST(front_t, FRONT_MEMBERS);

#define COUNT(a) ((unsigned)(sizeof(a) / sizeof(a)[0]))

/* Those of constants and parameters only if the front that was recorded told them. */
static bool keeps_addresses(const nat_prog_t *p, const inst_t *i)
{
    bool constant = i->space == INST_SPACE_CONST || i->space == INST_SPACE_PARAM;
    return i->unit == INST_UNIT_LDST && (p->constants || !constant);
}

static bool number_rows(nat_prog_t *p)
{
    p->row = malloc((p->n_inst ? p->n_inst : 1) * sizeof *p->row);
    if (!p->row)
        return false;
    for (uint32_t i = 0; i < p->n_inst; i++)
        p->row[i] = keeps_addresses(p, &p->inst[i]) ? p->n_mem++ : (uint32_t)NAT_NO_ROW;
    return true;
}

nat_prog_t *nat_prog_copy(const front_t *f, diag_t *d)
{
    nat_prog_t *p = calloc(1, sizeof *p);
    size_t bytes = f->n_inst * sizeof *p->inst;
    if (!p || !(p->kernel = strdup(f->kernel)) || !(p->inst = malloc(bytes ? bytes : 1)))
        goto fail;
    p->n_inst = f->n_inst;
    p->constants = !f->no_const_addresses;
    if (bytes)
        memcpy(p->inst, f->inst, bytes);
    for (uint32_t i = 0; i < f->n_inst; i++) {
        const inst_t *x = &f->inst[i];
        if (x->width > NAT_MAX_WIDTH || (keeps_addresses(p, x) && !x->width)) {
            diag_at(d, f->kernel, 0, 0,
                    "instruction 0x%x accesses %u bytes; a trace holds accesses of 1 to %d", x->pc,
                    x->width, NAT_MAX_WIDTH);
            goto fail;
        }
    }
    if (number_rows(p))
        return p;
fail:
    diag_at(d, f->kernel, 0, 0, "out of memory");
    nat_prog_free(p);
    return NULL;
}

static bool same_inst(const inst_t *a, const inst_t *b)
{
#define SAME(field, max)                                                                           \
    if (a->field != b->field)                                                                      \
        return false;
    NAT_INST_FIELDS(SAME)
#undef SAME
    return a->unit == b->unit && a->kind == b->kind && a->space == b->space && a->op == b->op &&
           a->sources == b->sources && !memcmp(&a->dst, &b->dst, sizeof a->dst) &&
           !memcmp(&a->use, &b->use, sizeof a->use);
}

bool nat_prog_same(const nat_prog_t *p, const front_t *f)
{
    if (p->constants == f->no_const_addresses || p->n_inst != f->n_inst ||
        strcmp(p->kernel, f->kernel) != 0)
        return false;
    for (uint32_t i = 0; i < p->n_inst; i++)
        if (!same_inst(&p->inst[i], &f->inst[i]))
            return false;
    return true;
}

void nat_prog_free(nat_prog_t *p)
{
    if (!p)
        return;
    free(p->kernel);
    free(p->inst);
    free(p->row);
    free(p);
}

/* ---- JSON ---- */

void nat_json_hex(cJSON *o, const char *key, uint64_t v)
{
    char text[24];
    snprintf(text, sizeof text, "0x%" PRIx64, v);
    cJSON_AddStringToObject(o, key, text);
}

static bool to_u64(const cJSON *v, uint64_t *out)
{
    if (cJSON_IsNumber(v)) {
        double x = v->valuedouble;
        if (!(x >= 0 && x <= 9007199254740992.0) || x != (double)(uint64_t)x)
            return false;
        *out = (uint64_t)x;
        return true;
    }
    const char *s = cJSON_GetStringValue(v);
    char *end;
    if (!s || strncmp(s, "0x", 2) != 0 || !s[2] || strlen(s) > 18)
        return false;
    *out = strtoull(s + 2, &end, 16);
    return !*end && s[2] != '-' && s[2] != '+' && s[2] != ' ';
}

int nat_json_u64(const cJSON *o, const char *key, uint64_t max, uint64_t *out, const char *file,
                 diag_t *d)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    if (!v || !to_u64(v, out) || *out > max)
        return diag_at(d, file, 0, 0, "damaged trace: '%s' is %s; expected a number up to %" PRIu64,
                       key, v ? "not one it can hold" : "missing", max);
    return 0;
}

static cJSON *set_json(const inst_regset_t *s)
{
    cJSON *list = cJSON_CreateArray();
    for (unsigned r = 0; r < INST_MAX_REGS; r++)
        if (s->w[r / 64] >> (r % 64) & 1)
            cJSON_AddItemToArray(list, cJSON_CreateNumber(r));
    return list;
}

cJSON *nat_prog_json(const nat_prog_t *p)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "kernel", p->kernel);
    cJSON_AddBoolToObject(o, "constants", p->constants);
    cJSON *list = cJSON_AddArrayToObject(o, "instructions");
    for (uint32_t i = 0; i < p->n_inst; i++) {
        const inst_t *x = &p->inst[i];
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "unit", unit_names[x->unit]);
        cJSON_AddStringToObject(row, "kind", kind_names[x->kind]);
        cJSON_AddStringToObject(row, "space", space_names[x->space]);
#define PUT(field, max) cJSON_AddNumberToObject(row, #field, x->field);
        NAT_INST_FIELDS(PUT)
#undef PUT
        cJSON_AddStringToObject(row, "op", op_names[x->op]);
        cJSON_AddNumberToObject(row, "sources", x->sources);
        cJSON_AddItemToObject(row, "dst", set_json(&x->dst));
        cJSON_AddItemToObject(row, "use", set_json(&x->use));
        cJSON_AddItemToArray(list, row);
    }
    return o;
}

static int read_name(const cJSON *o, const char *key, const char *const *names, unsigned n,
                     uint8_t *out, const char *file, diag_t *d)
{
    const char *s = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
    for (unsigned i = 0; s && i < n; i++)
        if (!strcmp(s, names[i])) {
            *out = (uint8_t)i;
            return 0;
        }
    return diag_at(d, file, 0, 0, "damaged trace: an instruction's '%s' is '%.20s'", key,
                   s ? s : "missing");
}

static int read_set(const cJSON *o, const char *key, inst_regset_t *out, const char *file,
                    diag_t *d)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(o, key), *v;
    if (!cJSON_IsArray(list))
        return diag_at(d, file, 0, 0, "damaged trace: an instruction has no list '%s'", key);
    cJSON_ArrayForEach(v, list)
    {
        uint64_t r;
        if (!to_u64(v, &r) || r >= INST_MAX_REGS)
            return diag_at(d, file, 0, 0, "damaged trace: a register of '%s' is not below %d", key,
                           INST_MAX_REGS);
        out->w[r / 64] |= UINT64_C(1) << (r % 64);
    }
    return 0;
}

/* Traces from before these two were kept have neither: logic, and the registers that the
 * instruction reads but does not write. */
static int read_op(const cJSON *o, inst_t *x, const char *file, diag_t *d)
{
    uint64_t v = 0;
    x->op = INST_OP_LOGIC;
    for (unsigned i = 0; i < INST_MAX_REGS / 64; i++)
        v += bits_popcount(x->use.w[i] & ~x->dst.w[i]);
    x->sources = (uint8_t)(v < INST_MAX_SOURCES ? v : INST_MAX_SOURCES);
    int rc = 0;
    if (cJSON_GetObjectItemCaseSensitive(o, "op"))
        rc = read_name(o, "op", op_names, COUNT(op_names), &x->op, file, d);
    if (!rc && cJSON_GetObjectItemCaseSensitive(o, "sources") &&
        !(rc = nat_json_u64(o, "sources", INST_MAX_SOURCES, &v, file, d)))
        x->sources = (uint8_t)v;
    return rc;
}

static int read_inst(const nat_prog_t *p, const cJSON *o, inst_t *x, const char *file, diag_t *d)
{
    int rc = read_name(o, "unit", unit_names, COUNT(unit_names), &x->unit, file, d);
    if (!rc)
        rc = read_name(o, "kind", kind_names, COUNT(kind_names), &x->kind, file, d);
    if (!rc)
        rc = read_name(o, "space", space_names, COUNT(space_names), &x->space, file, d);
    uint64_t v = 0;
#define GET(field, max)                                                                            \
    if (!rc && !(rc = nat_json_u64(o, #field, (max), &v, file, d)))                                \
        x->field = (__typeof__(x->field))v;
    NAT_INST_FIELDS(GET)
#undef GET
    if (!rc)
        rc = read_set(o, "dst", &x->dst, file, d);
    if (!rc)
        rc = read_set(o, "use", &x->use, file, d);
    if (!rc)
        rc = read_op(o, x, file, d);
    if (!rc && keeps_addresses(p, x) && !x->width)
        rc = diag_at(d, file, 0, 0, "damaged trace: a memory instruction of width 0");
    return rc;
}

nat_prog_t *nat_prog_read(const cJSON *o, const char *file, diag_t *d)
{
    const char *kernel = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "kernel"));
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(o, "instructions"), *row;
    if (!kernel || !cJSON_IsArray(list)) {
        diag_at(d, file, 0, 0, "damaged trace: a program without kernel or instructions");
        return NULL;
    }
    nat_prog_t *p = calloc(1, sizeof *p);
    uint32_t n = (uint32_t)cJSON_GetArraySize(list);
    if (!p || !(p->kernel = strdup(kernel)) || !(p->inst = calloc(n ? n : 1, sizeof *p->inst)))
        goto fail;
    p->constants = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, "constants"));
    cJSON_ArrayForEach(row, list)
    {
        if (read_inst(p, row, &p->inst[p->n_inst++], file, d))
            goto fail;
    }
    if (number_rows(p))
        return p;
fail:
    diag_at(d, file, 0, 0, "out of memory");
    nat_prog_free(p);
    return NULL;
}

void nat_front_json(cJSON *o, const front_t *f)
{
    cJSON *grid = cJSON_AddArrayToObject(o, "grid"), *block = cJSON_AddArrayToObject(o, "block");
    for (unsigned k = 0; k < 3; k++) {
        cJSON_AddItemToArray(grid, cJSON_CreateNumber(f->grid[k]));
        cJSON_AddItemToArray(block, cJSON_CreateNumber(f->block[k]));
    }
#define PUT(field, hex)                                                                            \
    if (hex)                                                                                       \
        nat_json_hex(o, #field, f->field);                                                         \
    else                                                                                           \
        cJSON_AddNumberToObject(o, #field, (double)f->field);
    NAT_FRONT_FIELDS(PUT)
#undef PUT
    if (f->local_first)
        nat_json_hex(o, "local_first", f->local_first);
    uint32_t ctas = f->grid[0] * f->grid[1] * f->grid[2];
    cJSON *order = f->cta_order ? cJSON_AddArrayToObject(o, "cta_order") : NULL;
    for (uint32_t k = 0; order && k < ctas; k++)
        cJSON_AddItemToArray(order, cJSON_CreateNumber(f->cta_order[k]));
}

int nat_order_read(const cJSON *o, uint32_t ctas, uint32_t **out, const char *file, diag_t *d)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(o, "cta_order"), *x;
    *out = NULL;
    if (!list)
        return 0;
    bool ok = cJSON_IsArray(list) && (uint32_t)cJSON_GetArraySize(list) == ctas;
    uint32_t n = 0, *order = ok ? malloc(ctas * sizeof *order) : NULL;
    uint8_t *seen = ok ? calloc(ctas, 1) : NULL;
    if (ok && (!order || !seen)) {
        free(order);
        free(seen);
        return diag_at(d, file, 0, 0, "out of memory");
    }
    for (x = ok ? list->child : NULL; ok && x; x = x->next) {
        uint64_t v;
        ok = to_u64(x, &v) && v < ctas && !seen[v];
        if (ok)
            seen[order[n++] = (uint32_t)v] = 1;
    }
    free(seen);
    if (ok) {
        *out = order;
        return 0;
    }
    free(order);
    return diag_at(d, file, 0, 0, "damaged trace: 'cta_order' does not name each of %u CTAs once",
                   ctas);
}

static int read_dims(const cJSON *o, const char *key, uint32_t out[3], const char *file, diag_t *d)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(o, key);
    for (int k = 0; k < 3; k++) {
        uint64_t v;
        const cJSON *x = cJSON_IsArray(list) ? cJSON_GetArrayItem(list, k) : NULL;
        if (!x || !to_u64(x, &v) || !v || v > UINT32_MAX)
            return diag_at(d, file, 0, 0, "damaged trace: '%s' is not three numbers from 1", key);
        out[k] = (uint32_t)v;
    }
    return 0;
}

int nat_front_read(const cJSON *o, front_t *f, const char *file, diag_t *d)
{
    int rc = read_dims(o, "grid", f->grid, file, d);
    if (!rc)
        rc = read_dims(o, "block", f->block, file, d);
    uint64_t v = 0;
#define GET(field, hex)                                                                            \
    if (!rc && !(rc = nat_json_u64(o, #field, (hex) ? UINT64_MAX : UINT32_MAX, &v, file, d)))      \
        f->field = (__typeof__(f->field))v;
    NAT_FRONT_FIELDS(GET)
#undef GET
    if (!rc && cJSON_GetObjectItemCaseSensitive(o, "local_first"))
        rc = nat_json_u64(o, "local_first", UINT64_MAX, &f->local_first, file, d);
    if (rc)
        return rc;
    unsigned __int128 ctas = (unsigned __int128)f->grid[0] * f->grid[1] * f->grid[2];
    if (ctas > UINT32_MAX || !f->warps_per_cta || f->warps_per_cta > NAT_MAX_WARPS ||
        !f->warp_size || f->warp_size > INST_MAX_LANES)
        return diag_at(d, file, 0, 0,
                       "damaged trace: a launch of %u x %u x %u CTAs of %u warps of %u lanes",
                       f->grid[0], f->grid[1], f->grid[2], f->warps_per_cta, f->warp_size);
    /* Lines are numbered within the arena: its end must have a number too. */
    if (f->arena_bytes > UINT64_C(1) << 44 || f->arena_base > UINT64_MAX - f->arena_bytes - 4096)
        return diag_at(d, file, 0, 0, "damaged trace: device memory of 0x%" PRIx64 " bytes",
                       f->arena_bytes);
    return 0;
}
