#include "prove/miter.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Objects of the symbolic memory. */
enum { OBJECT_STATE, OBJECT_IN, OBJECT_OUT };

static unsigned width(const miter_t *m, unsigned k)
{
    return m->desc->fields[k].width(m->cfg);
}

static unsigned count(const miter_t *m, unsigned k)
{
    return m->desc->fields[k].count(m->cfg);
}

static lit_t *new_bits(miter_t *m, unsigned k)
{
    return exec_get(&m->exec, ((size_t)width(m, k) * count(m, k) + 1) * sizeof(lit_t));
}

static void add_check(miter_t *m, lit_t bad, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static void add_check(miter_t *m, lit_t bad, const char *fmt, ...)
{
    if (m->n_checks == m->check_cap) {
        const unsigned cap = m->check_cap ? 2 * m->check_cap : 64;
        check_t *check = exec_get(&m->exec, cap * sizeof *check);
        if (m->n_checks)
            memcpy(check, m->check, m->n_checks * sizeof *check);
        m->check = check;
        m->check_cap = cap;
    }
    check_t *c = &m->check[m->n_checks++];
    c->bad = bad;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(c->text, sizeof c->text, fmt, ap);
    va_end(ap);
}

/* Writes an element's bits into memory, zeros above them. */
static void put_element(miter_t *m, memory_t *mem, uint32_t object, unsigned k, unsigned i,
                        const lit_t *bit)
{
    const memory_from_t f = exec_from(&m->exec);
    const unit_field_t *field = &m->desc->fields[k];
    const unsigned w = width(m, k);
    for (unsigned b = 0; b < field->elem_bytes; b++) {
        lit_t byte[8];
        for (unsigned n = 0; n < 8; n++)
            byte[n] = 8 * b + n < w ? bit[8 * b + n] : AIG_FALSE;
        memory_write(&f, mem, object, (uint32_t)field->offset + i * field->elem_bytes + b, byte);
    }
}

/* All bits of an element as they are in memory. */
static void get_element(miter_t *m, memory_t *mem, uint32_t object, unsigned k, unsigned i,
                        lit_t bit[WORD_BITS])
{
    const memory_from_t f = exec_from(&m->exec);
    const unit_field_t *field = &m->desc->fields[k];
    word_const(bit, WORD_BITS, 0);
    for (unsigned b = 0; b < field->elem_bytes; b++)
        memcpy(bit + 8 * b,
               memory_read(&f, mem, object, (uint32_t)field->offset + i * field->elem_bytes + b),
               8 * sizeof *bit);
}

static void fill_object(miter_t *m, memory_t *mem, const uint8_t *bytes, size_t n)
{
    const memory_from_t f = exec_from(&m->exec);
    const uint32_t object = memory_add(&f, mem, (uint32_t)n);
    for (uint32_t k = 0; bytes && k < n; k++) {
        lit_t bit[8];
        word_const(bit, 8, bytes[k]);
        memory_write(&f, mem, object, k, bit);
    }
}

static const value_t *call_value(miter_t *m, const char *name, const value_t *const *arg,
                                 unsigned n, const memory_t *mem)
{
    const memory_from_t f = exec_from(&m->exec);
    memory_t copy = *mem;
    copy = memory_copy(&f, &copy);
    const value_t *v = NULL;
    if (exec_call(&m->exec, name, arg, n, &copy, &v) || !v)
        longjmp(m->exec.stop, 1);
    return v;
}

static lit_t call_bool(miter_t *m, const char *name, const value_t *const *arg, unsigned n,
                       const memory_t *mem)
{
    return call_value(m, name, arg, n, mem)->bit[0];
}

static const value_t *address(miter_t *m, const memory_t *mem, uint32_t object)
{
    return exec_pointer(&m->exec, object, mem->object[object].bytes);
}

/* Is element i of field k compared? */
static lit_t gate(miter_t *m, const memory_t *mem, unsigned k, unsigned i)
{
    char name[SOURCE_NAME];
    if (!m->desc->fields[k].gated)
        return AIG_TRUE;
    source_gate_name(&m->desc->fields[k], name);
    const value_t *u = address(m, mem, OBJECT_STATE), *in = address(m, mem, OBJECT_IN);
    const value_t *const arg[] = {u, u, in, exec_number(&m->exec, 32, i)};
    return call_bool(m, name, arg, 4, mem);
}

/* The invariant; of one that is stated for all numbers (source.h) its instance for `which`. */
static lit_t invariant(miter_t *m, const memory_t *mem, const value_t *which)
{
    char name[SOURCE_NAME];
    const value_t *const arg[] = {address(m, mem, OBJECT_STATE), which};
    if (source_invariant_for(m->desc, name))
        return call_bool(m, name, arg, 2, mem);
    return source_invariant(m->desc, name) ? call_bool(m, name, arg, 1, mem) : AIG_TRUE;
}

/* What is assumed of the state before the edge: of an invariant that is stated for all numbers, its
 * instances for any one number, of which it is shown again, and for those that the unit's file
 * names for the inputs. */
static lit_t assumption(miter_t *m, const memory_t *mem)
{
    char name[SOURCE_NAME];
    if (!source_invariant_for(m->desc, name))
        return invariant(m, mem, NULL);
    lit_t all = invariant(m, mem, m->any);
    for (unsigned k = 0; k < MITER_INSTANCES; k++) {
        snprintf(name, sizeof name, "%s_inv_which", m->desc->prefix);
        const value_t *const arg[] = {address(m, mem, OBJECT_STATE), address(m, mem, OBJECT_IN),
                                      exec_number(&m->exec, 32, k)};
        all = aig_and(&m->aig, all, invariant(m, mem, call_value(m, name, arg, 3, mem)));
    }
    return all;
}

/* Inputs and state of the model: new inputs of the graph. */
static void make_inputs(miter_t *m, memory_t *mem)
{
    for (unsigned k = 0; k < m->desc->n_fields; k++) {
        const unit_field_t *f = &m->desc->fields[k];
        const unsigned w = width(m, k);
        if (f->dir == UNIT_OUT)
            continue;
        lit_t *bit = m->field[k].model = new_bits(m, k);
        for (unsigned i = 0; i < count(m, k); i++) {
            for (unsigned b = 0; b < w; b++)
                bit[i * w + b] = aig_input(&m->aig);
            put_element(m, mem, f->dir == UNIT_IN ? OBJECT_IN : OBJECT_STATE, k, i, bit + i * w);
        }
        *(f->dir == UNIT_IN ? &m->input_bits : &m->state_bits) += w * count(m, k);
    }
}

/* The RTL's state: the model's, and anything where an element is not compared. */
static void make_rtl_state(miter_t *m, const memory_t *mem)
{
    for (unsigned k = 0; k < m->desc->n_fields; k++) {
        const unit_field_t *f = &m->desc->fields[k];
        const unsigned w = width(m, k);
        m->field[k].rtl = f->dir == UNIT_STATE && f->gated ? new_bits(m, k) : m->field[k].model;
        if (f->dir != UNIT_STATE || !f->gated)
            continue;
        for (unsigned i = 0; i < count(m, k); i++) {
            const lit_t same = gate(m, mem, k, i);
            for (unsigned b = i * w; b < (i + 1) * w; b++)
                m->field[k].rtl[b] =
                    aig_mux(&m->aig, same, m->field[k].model[b], aig_input(&m->aig));
        }
    }
}

/* Number of a bit of a field's register, in the netlist. */
static int64_t latch_of(const miter_t *m, unsigned k, unsigned i, unsigned b, diag_t *diag)
{
    const unit_field_t *f = &m->desc->fields[k];
    char path[512], element[560];
    if (unit_field_rtl(m->desc, f, path, sizeof path) < 0) {
        diag_at(diag, m->desc->name, 0, 0, "%s: its path names no register", f->name);
        return -1;
    }
    snprintf(element, sizeof element, "%s[%u]", path, i);
    int64_t at = net_find(&m->net, NET_LATCH, element, b);
    if (at < 0 && count(m, k) == 1)
        at = net_find(&m->net, NET_LATCH, path, b);
    if (at < 0 && count(m, k) > 1) /* a vector */
        at = net_find(&m->net, NET_LATCH, path, i * width(m, k) + b);
    if (at < 0)
        diag_at(diag, m->desc->name, 0, 0, "bit %u of %s is no flop of the RTL", b,
                count(m, k) == 1 ? path : element);
    return at;
}

/* What the netlist's inputs and flops are. */
typedef struct binding {
    lit_t *input, *latch, *output, *next;
} binding_t;

static int bind_state(miter_t *m, binding_t *b, diag_t *diag)
{
    bool *seen = exec_get(&m->exec, m->net.latches + 1);
    for (unsigned k = 0; k < m->desc->n_fields; k++) {
        const unsigned w = width(m, k);
        for (unsigned i = 0; m->desc->fields[k].dir == UNIT_STATE && i < count(m, k); i++)
            for (unsigned n = 0; n < w; n++) {
                const int64_t at = latch_of(m, k, i, n, diag);
                if (at < 0)
                    return -EINVAL;
                b->latch[at] = m->field[k].rtl[i * w + n];
                seen[at] = true;
            }
    }
    for (uint32_t k = 0; k < m->net.n_names; k++)
        if (m->net.name[k].kind == NET_LATCH && !seen[m->net.name[k].number])
            return diag_at(diag, m->desc->name, 0, 0,
                           "bit %" PRIu32 " of %s is a flop that no field of the unit names",
                           m->net.name[k].bit, m->net.name[k].name);
    for (uint32_t k = 0; k < m->net.latches; k++)
        if (!seen[k])
            return diag_at(diag, m->desc->name, 0, 0, "the RTL has a flop without a name");
    return 0;
}

/* Ports: element i is the bits from i * width on. Bits without a value are new inputs. */
static int bind_inputs(miter_t *m, binding_t *b, lit_t reset_n, diag_t *diag)
{
    char port[128];
    for (uint32_t k = 0; k < m->net.inputs; k++)
        b->input[k] = UINT32_MAX;
    for (unsigned k = 0; k < m->desc->n_fields; k++) {
        const unsigned bits = width(m, k) * count(m, k);
        if (m->desc->fields[k].dir != UNIT_IN)
            continue;
        snprintf(port, sizeof port, "%s_i", m->desc->fields[k].name);
        for (unsigned n = 0; n < bits; n++) {
            const int64_t at = net_find(&m->net, NET_INPUT, port, n);
            if (at < 0)
                return diag_at(diag, m->desc->name, 0, 0, "%s has no bit %u", port, n);
            b->input[at] = m->field[k].model[n];
        }
    }
    const int64_t clock = net_find(&m->net, NET_INPUT, "clk_i", 0),
                  reset = net_find(&m->net, NET_INPUT, "rst_ni", 0);
    if (clock >= 0)
        b->input[clock] = AIG_FALSE;
    if (reset >= 0)
        b->input[reset] = reset_n;
    for (uint32_t k = 0; k < m->net.inputs; k++)
        if (b->input[k] == UINT32_MAX)
            b->input[k] = aig_input(&m->aig);
    return 0;
}

static binding_t new_binding(miter_t *m)
{
    return (binding_t){.input = exec_get(&m->exec, (m->net.inputs + 1) * sizeof(lit_t)),
                       .latch = exec_get(&m->exec, (m->net.latches + 1) * sizeof(lit_t)),
                       .output = exec_get(&m->exec, (m->net.outputs + 1) * sizeof(lit_t)),
                       .next = exec_get(&m->exec, (m->net.latches + 1) * sizeof(lit_t))};
}

static int run_rtl(miter_t *m, diag_t *diag)
{
    char port[128];
    binding_t b = new_binding(m);
    int rc = bind_state(m, &b, diag);
    rc = rc ? rc : bind_inputs(m, &b, AIG_TRUE, diag);
    if (!rc && !net_put(&m->net, &m->aig, b.input, b.latch, b.output, b.next))
        rc = diag_at(diag, "prove", 0, 0, "out of memory");
    for (unsigned k = 0; !rc && k < m->desc->n_fields; k++) {
        const unit_field_t *f = &m->desc->fields[k];
        const unsigned w = width(m, k), bits = w * count(m, k);
        if (f->dir == UNIT_IN)
            continue;
        lit_t *to = new_bits(m, k);
        *(f->dir == UNIT_OUT ? &m->field[k].rtl : &m->field[k].next_rtl) = to;
        snprintf(port, sizeof port, "%s_o", f->name);
        for (unsigned n = 0; n < bits; n++) {
            const int64_t at = f->dir == UNIT_OUT ? net_find(&m->net, NET_OUTPUT, port, n)
                                                  : latch_of(m, k, n / w, n % w, diag);
            if (at < 0)
                return diag_at(diag, m->desc->name, 0, 0, "%s has no bit %u", port, n);
            to[n] = f->dir == UNIT_OUT ? b.output[at] : b.next[at];
        }
    }
    return rc;
}

/* An element of both sides must be equal where it is compared; `all`: bits of the model's element
 * in memory, those above the width included. */
static void check_element(miter_t *m, lit_t compared, unsigned k, unsigned i, const lit_t *all,
                          const lit_t *rtl, const char *when)
{
    const unit_field_t *f = &m->desc->fields[k];
    const unsigned w = width(m, k);
    lit_t differ = AIG_FALSE;
    for (unsigned b = 0; b < 8u * f->elem_bytes; b++)
        differ = aig_or(&m->aig, differ, aig_xor(&m->aig, all[b], b < w ? rtl[b] : AIG_FALSE));
    char element[16] = "";
    if (count(m, k) > 1)
        snprintf(element, sizeof element, "[%u]", i);
    add_check(m, aig_and(&m->aig, compared, differ), "%s%s%s differs", f->name, element, when);
}

static void keep_bits(miter_t *m, lit_t **to, unsigned k, unsigned i, const lit_t *all)
{
    if (!*to)
        *to = new_bits(m, k);
    memcpy(*to + (size_t)i * width(m, k), all, width(m, k) * sizeof *all);
}

/* Calls eval: the outputs. */
static int run_eval(miter_t *m, memory_t *mem)
{
    char name[SOURCE_NAME];
    snprintf(name, sizeof name, "%s_eval", m->desc->prefix);
    const value_t *const arg[] = {address(m, mem, OBJECT_STATE), address(m, mem, OBJECT_IN),
                                  address(m, mem, OBJECT_OUT)};
    return exec_call(&m->exec, name, arg, 3, mem, NULL);
}

static int run_tick(miter_t *m, memory_t *mem)
{
    char name[SOURCE_NAME];
    snprintf(name, sizeof name, "%s_tick", m->desc->prefix);
    const value_t *const arg[] = {address(m, mem, OBJECT_STATE), address(m, mem, OBJECT_IN)};
    return exec_call(&m->exec, name, arg, 2, mem, NULL);
}

static void check_outputs(miter_t *m, memory_t *mem)
{
    for (unsigned k = 0; k < m->desc->n_fields; k++)
        for (unsigned i = 0; m->desc->fields[k].dir == UNIT_OUT && i < count(m, k); i++) {
            lit_t all[WORD_BITS];
            get_element(m, mem, OBJECT_OUT, k, i, all);
            keep_bits(m, &m->field[k].model, k, i, all);
            check_element(m, gate(m, mem, k, i), k, i, all, m->field[k].rtl + i * width(m, k), "");
        }
}

static void check_state(miter_t *m, memory_t *mem)
{
    for (unsigned k = 0; k < m->desc->n_fields; k++)
        for (unsigned i = 0; m->desc->fields[k].dir == UNIT_STATE && i < count(m, k); i++) {
            lit_t all[WORD_BITS];
            get_element(m, mem, OBJECT_STATE, k, i, all);
            keep_bits(m, &m->field[k].next_model, k, i, all);
            check_element(m, gate(m, mem, k, i), k, i, all, m->field[k].next_rtl + i * width(m, k),
                          " behind the edge");
        }
}

/* The invariant behind the edge, each of the conditions that it is an AND of by itself. */
static void check_holds(miter_t *m, lit_t holds, unsigned *part)
{
    if (aig_is_gate(&m->aig, holds) && !(holds & 1)) {
        const aig_node_t n = m->aig.node[holds >> 1];
        check_holds(m, n.a, part);
        check_holds(m, n.b, part);
        return;
    }
    add_check(m, holds ^ 1, "part %u of the invariant does not hold behind the edge", ++*part);
}

/* Bytes of the model that no field has must stay as they are; bits above an element's width, 0. */
static void check_others(miter_t *m, memory_t *before, memory_t *after)
{
    const memory_from_t f = exec_from(&m->exec);
    const size_t bytes = m->desc->state_bytes;
    bool *owned = exec_get(&m->exec, bytes);
    for (unsigned k = 0; k < m->desc->n_fields; k++) {
        const unit_field_t *field = &m->desc->fields[k];
        if (field->dir == UNIT_STATE)
            memset(owned + field->offset, true, (size_t)field->elem_bytes * count(m, k));
    }
    lit_t changed = AIG_FALSE;
    for (uint32_t n = 0; n < bytes; n++) {
        if (owned[n])
            continue;
        const lit_t *a = memory_read(&f, before, OBJECT_STATE, n),
                    *b = memory_read(&f, after, OBJECT_STATE, n);
        changed = aig_or(&m->aig, changed, word_equal(&m->aig, a, b, 8) ^ 1);
    }
    add_check(m, changed, "the model changes what is no field of its state");
}

/* The edge under reset: the RTL's next state is the model's after init. */
static int check_reset(miter_t *m, memory_t *init, diag_t *diag)
{
    binding_t b = new_binding(m);
    add_check(m, invariant(m, init, m->any) ^ 1,
              "the state after init does not satisfy the invariant");
    if (net_find(&m->net, NET_INPUT, "rst_ni", 0) < 0)
        return 0;
    int rc = bind_state(m, &b, diag);
    rc = rc ? rc : bind_inputs(m, &b, AIG_FALSE, diag);
    for (uint32_t k = 0; k < m->net.latches; k++) /* from any state */
        b.latch[k] = aig_input(&m->aig);
    if (!rc && !net_put(&m->net, &m->aig, b.input, b.latch, b.output, b.next))
        rc = diag_at(diag, "prove", 0, 0, "out of memory");
    for (unsigned k = 0; !rc && k < m->desc->n_fields; k++)
        for (unsigned i = 0; m->desc->fields[k].dir == UNIT_STATE && i < count(m, k); i++) {
            const unsigned w = width(m, k);
            lit_t all[WORD_BITS], rtl[WORD_BITS];
            get_element(m, init, OBJECT_STATE, k, i, all);
            for (unsigned n = 0; n < w; n++)
                rtl[n] = b.next[latch_of(m, k, i, n, diag)];
            check_element(m, gate(m, init, k, i), k, i, all, rtl, " after reset");
        }
    return rc;
}

static void check_undefined(miter_t *m)
{
    for (uint32_t k = 0; k < m->exec.n_must; k++) {
        const obligation_t *o = &m->exec.must[k];
        const char *name = strrchr(o->file, '/');
        add_check(m, o->bad, "%s:%u: %s", name ? name + 1 : o->file, o->line, o->what);
    }
}

static int make(miter_t *m, const uint8_t *init, diag_t *diag)
{
    memory_t mem = {0}, start = {0};
    const memory_from_t f = exec_from(&m->exec);
    if (setjmp(m->exec.stop))
        return -EINVAL;
    uint8_t *zero = exec_get(&m->exec, m->desc->in_bytes + 1);
    fill_object(m, &start, init, m->desc->state_bytes);
    fill_object(m, &start, zero, m->desc->in_bytes);
    fill_object(m, &start, NULL, m->desc->out_bytes);
    mem = memory_copy(&f, &start);
    make_inputs(m, &mem);
    char name[SOURCE_NAME];
    m->has_invariant = source_invariant(m->desc, name) || source_invariant_for(m->desc, name);
    value_t *any = exec_new(&m->exec, VALUE_BITS, WORD_BITS);
    for (unsigned b = 0; b < WORD_BITS; b++)
        any->bit[b] = aig_input(&m->aig);
    m->any = any;
    m->assume = assumption(m, &mem);
    make_rtl_state(m, &mem);
    int rc = run_rtl(m, diag);
    memory_t before = memory_copy(&f, &mem);
    rc = rc ? rc : run_eval(m, &mem);
    memory_t after = memory_copy(&f, &mem);
    rc = rc ? rc : run_tick(m, &after);
    if (rc)
        return rc;
    check_outputs(m, &mem);
    check_state(m, &after);
    check_others(m, &before, &after);
    unsigned part = 0;
    check_holds(m, invariant(m, &after, m->any), &part);
    rc = check_reset(m, &start, diag);
    check_undefined(m);
    return rc ? rc : m->aig.failed ? diag_at(diag, "prove", 0, 0, "out of memory") : 0;
}

int miter_make(miter_t *m, const unit_desc_t *d, const void *cfg, const char *netlist, scratch_t *s,
               diag_t *diag)
{
    memset(m, 0, sizeof *m);
    m->desc = d;
    m->cfg = cfg;
    aig_init(&m->aig);
    exec_init(&m->exec, &m->aig, &m->code, diag);
    uint8_t *init = calloc(1, d->state_bytes);
    int rc = init ? d->init(init, cfg) : -ENOMEM;
    if (rc)
        diag_at(diag, d->name, 0, 0, "init refuses the parameters");
    rc = rc ? rc : source_read(&m->code, d, s, diag);
    rc = rc ? rc : net_make(&m->net, d, cfg, netlist, s, diag);
    rc = rc ? rc : make(m, init, diag);
    free(init);
    return rc;
}

void miter_free(miter_t *m)
{
    exec_free(&m->exec);
    aig_free(&m->aig);
    ir_free(&m->code);
    net_free(&m->net);
    memset(m, 0, sizeof *m);
}
