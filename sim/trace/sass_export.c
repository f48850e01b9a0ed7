#include "trace/sass_export.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/bits.h"
#include "common/file.h"
#include "trace/native.h"
#include "trace/native_buf.h"
#include "trace/sass_inst.h"
#include "trace/sass_out.h"

enum { LANES = 32 };

#define ADDRESS_END (UINT64_C(1) << 49) /* virtual addresses of GPUs end here */
#define WINDOW      (UINT64_C(1) << 24) /* of generic addresses, each of shared and local memory */

/* What an instruction was seen to do that the format cannot say. */
enum { SEEN_BARRIER = 1, SEEN_MIXED = 2 };

typedef struct writer {
    const sass_export_t *x;
    front_t *f;
    trace_t *t;
    sass_inst_t *inst;
    uint8_t *seen;                    /* [n_inst]: SEEN_ bits */
    uint64_t shared_base, local_base; /* of the windows */
    nat_buf_t text;                   /* of a warp */
    sass_out_t *out;
    diag_t *d;
} writer_t;

/* ---- Addresses ---- */

static void put_text(nat_buf_t *b, const char *s)
{
    nat_put_bytes(b, s, strlen(s));
}

static void put_hex(nat_buf_t *b, uint64_t v, unsigned digits)
{
    nat_reserve(b, 16);
    for (unsigned k = digits; k-- > 0;)
        b->at[b->n++] = (uint8_t) "0123456789abcdef"[v >> (4 * k) & 15];
}

static unsigned hex_digits(uint64_t v)
{
    return v ? (67u - (unsigned)__builtin_clzll(v)) / 4 : 1;
}

static void put_decimal(nat_buf_t *b, int64_t v)
{
    char text[24];
    put_text(b, (snprintf(text, sizeof text, "%" PRId64, v), text));
}

static unsigned decimal_digits(int64_t v)
{
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    unsigned n = 1 + (v < 0);
    for (; u >= 10; u /= 10)
        n++;
    return n;
}

/* "1 0xBASE STRIDE": lanes side by side, the same distance between all. */
static bool put_stride(nat_buf_t *b, const uint64_t *v, unsigned n, uint64_t mask)
{
    uint64_t side = mask >> bits_lowest(mask);
    int64_t stride = n > 1 ? (int64_t)(v[1] - v[0]) : 0;
    if (side & (side + 1) || stride != (int32_t)stride)
        return false;
    for (unsigned k = 1; k < n; k++)
        if ((int64_t)(v[k] - v[k - 1]) != stride)
            return false;
    put_text(b, "1 0x");
    put_hex(b, v[0], hex_digits(v[0]));
    nat_put(b, ' ');
    put_decimal(b, stride);
    return true;
}

static void put_deltas(nat_buf_t *b, const uint64_t *v, unsigned n)
{
    put_text(b, "2 0x");
    put_hex(b, v[0], hex_digits(v[0]));
    for (unsigned k = 1; k < n; k++) {
        nat_put(b, ' ');
        put_decimal(b, (int64_t)(v[k] - v[k - 1]));
    }
}

static void put_list(nat_buf_t *b, const uint64_t *v, unsigned n)
{
    put_text(b, "0");
    for (unsigned k = 0; k < n; k++) {
        put_text(b, " 0x");
        put_hex(b, v[k], 16);
    }
}

static void put_addresses(const writer_t *w, nat_buf_t *b, const uint64_t *v, unsigned n,
                          uint64_t mask)
{
    sass_encoding_t e = w->x->encoding;
    if (!n) { /* switched off as a whole: what the tracer writes */
        put_text(b, "1 0x0 0");
        return;
    }
    if ((e == SASS_STRIDE || (e == SASS_AUTO && n > 1)) && put_stride(b, v, n, mask))
        return;
    if (e == SASS_AUTO) {
        unsigned deltas = hex_digits(v[0]);
        for (unsigned k = 1; k < n; k++)
            deltas += 1 + decimal_digits((int64_t)(v[k] - v[k - 1]));
        e = deltas <= 19 * n ? SASS_DELTA : SASS_LIST;
    }
    if (e == SASS_DELTA)
        put_deltas(b, v, n);
    else
        put_list(b, v, n);
}

static int refuse(const writer_t *w, const inst_t *x, const char *why)
{
    return diag_at(w->d, w->f->kernel, 0, 0, "instruction 0x%x: %s", x->pc, why);
}

/* The address as the format has it: local memory by offset in the thread's own, generic ones in
 * their windows. 0 or -EINVAL. */
static int translate(const writer_t *w, const inst_t *x, const warp_step_t *st, uint32_t warp,
                     unsigned lane, uint64_t *out)
{
    const front_t *f = w->f;
    uint64_t a = st->addr[lane], words = f->local_cta_bytes / 4 / f->warps_per_cta / LANES;
    bool generic = x->space == INST_SPACE_GENERIC;
    if (f->local_cta_bytes && st->space != INST_SPACE_SHARED && a >= f->local_base &&
        a - f->local_base < f->local_cta_bytes) { /* one CTA at a time: the first region */
        uint64_t word = (a - f->local_base) / 4;
        if (word % LANES != lane || word / LANES < warp * words ||
            word / LANES - warp * words >= words)
            return refuse(w, x, "local memory that is not interleaved by lane");
        a = w->local_base + (word / LANES - warp * words) * 4 + a % 4;
    } else if (st->space == INST_SPACE_LOCAL) {
        return refuse(w, x, "local memory outside the CTA's own");
    } else if (st->space == INST_SPACE_SHARED) {
        if (a >= WINDOW)
            return refuse(w, x, "an address of shared memory beyond 16 MB");
        a += generic ? w->shared_base : 0;
    }
    *out = a;
    return a < ADDRESS_END ? 0 : refuse(w, x, "an address of more than 49 bits");
}

/* ---- Steps ---- */

static int put_step(writer_t *w, uint32_t i, const warp_step_t *st, uint32_t warp)
{
    const sass_inst_t *s = &w->inst[i];
    const inst_t *x = &w->f->inst[i];
    nat_buf_t *b = &w->text;
    uint64_t v[LANES];
    unsigned n = 0, local = 0;
    put_text(b, s->head);
    put_hex(b, st->active, 8);
    put_text(b, s->tail);
    if (s->has_addresses) {
        for (uint64_t m = st->active; m; m &= m - 1) {
            int rc = translate(w, x, st, warp, bits_lowest(m), &v[n]);
            if (rc)
                return rc;
            local += v[n++] - w->local_base < WINDOW;
        }
        if (local && local < n)
            w->seen[i] |= SEEN_MIXED;
        put_addresses(w, b, v, n, st->active);
        nat_put(b, ' ');
    }
    put_text(b, "0 \n"); /* the immediate */
    if (x->kind == INST_BARRIER && st->active && (st->barrier || st->barrier_warps))
        w->seen[i] |= SEEN_BARRIER;
    return 0;
}

static int put_warp(writer_t *w, front_cta_t *cta, uint32_t warp)
{
    front_t *f = w->f;
    front_warp_t *fw = f->ops->cta_warp(f->ctx, cta, warp);
    warp_step_t st;
    uint64_t n = 0;
    int rc = 0;
    char head[64];
    w->text.n = 0;
    st.next = f->ops->first(f->ctx, fw);
    while (st.next && !rc) {
        uint32_t i = (uint32_t)(st.next - f->inst);
        f->ops->step(f->ctx, fw, &st);
        if (f->error)
            return trace_fault(w->t, w->d);
        rc = put_step(w, i, &st, warp);
        n++;
    }
    int len = snprintf(head, sizeof head, "\nwarp = %u\ninsts = %" PRIu64 "\n", warp, n);
    if (!rc)
        rc = sass_out_write(w->out, head, (size_t)len, w->d);
    return rc ? rc : sass_out_write(w->out, w->text.at, w->text.n, w->d);
}

static int put_cta(writer_t *w, uint32_t number)
{
    static const char end[] = "\n#END_TB\n\n";
    front_t *f = w->f;
    const uint32_t *g = f->grid;
    char head[96];
    front_cta_t *cta = f->ops->cta_begin(f->ctx, number);
    int len = snprintf(head, sizeof head, "#BEGIN_TB\n\nthread block = %u,%u,%u\n", number % g[0],
                       number / g[0] % g[1], number / g[0] / g[1]);
    int rc = f->error ? trace_fault(w->t, w->d) : sass_out_write(w->out, head, (size_t)len, w->d);
    for (uint32_t k = 0; !rc && k < f->warps_per_cta; k++)
        rc = put_warp(w, cta, k);
    f->ops->cta_end(f->ctx, cta);
    return rc ? rc : sass_out_write(w->out, end, sizeof end - 1, w->d);
}

/* ---- Kernels ---- */

/* Windows of generic addresses that no device memory lies in. */
static void place_windows(writer_t *w)
{
    const front_t *f = w->f;
    uint64_t base = UINT64_C(0x7f0000000000);
    while (base > 2 * WINDOW && f->arena_base < base + 4 * WINDOW &&
           f->arena_base + f->arena_bytes > base)
        base -= 4 * WINDOW;
    w->shared_base = base;
    w->local_base = base + 2 * WINDOW;
}

static int put_head(writer_t *w, unsigned id)
{
    const front_t *f = w->f;
    for (const char *p = f->kernel; *p; p++)
        if ((unsigned char)*p < ' ')
            return diag_at(w->d, w->x->dir, 0, 0, "a kernel's name has a control character");
    char *text = NULL;
    int len = asprintf(
        &text,
        "-kernel name = %s\n-kernel id = %u\n-grid dim = (%u,%u,%u)\n-block dim = (%u,%u,%u)\n"
        "-shmem = %u\n-nregs = %u\n-binary version = 61\n-cuda stream id = 0\n"
        "-shmem base_addr = 0x%016" PRIx64 "\n-local mem base_addr = 0x%016" PRIx64 "\n"
        "-nvbit version = 1.7.6\n-accelsim tracer version = 5\n-enable lineinfo = 0\n\n"
        "#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] "
        "mem_width [adrrescompress?] [mem_addresses] immediate\n\n\n",
        f->kernel, id, f->grid[0], f->grid[1], f->grid[2], f->block[0], f->block[1], f->block[2],
        f->shared_bytes, f->regs_per_thread, w->shared_base, w->local_base);
    if (len < 0)
        return diag_at(w->d, w->x->dir, 0, 0, "out of memory");
    int rc = sass_out_write(w->out, text, (size_t)len, w->d);
    free(text);
    return rc;
}

static int put_kernel(writer_t *w, const char *path, unsigned id, sass_loss_t *loss)
{
    front_t *f = w->f;
    uint32_t ctas = f->grid[0] * f->grid[1] * f->grid[2];
    if (f->warp_size != LANES)
        return diag_at(w->d, f->kernel, 0, 0,
                       "warps of %u lanes; the masks of Accel-Sim's format have %d", f->warp_size,
                       LANES);
    w->inst = sass_program(f, loss, w->d);
    w->seen = calloc(f->n_inst + (size_t)1, sizeof *w->seen);
    int rc = w->inst && w->seen ? 0 : diag_at(w->d, f->kernel, 0, 0, "out of memory");
    place_windows(w);
    w->out = rc ? NULL : sass_out_open(path, w->x->compress, w->d);
    if (w->out) {
        rc = put_head(w, id);
        for (uint32_t k = 0; !rc && k < ctas; k++)
            rc = put_cta(w, f->cta_order ? f->cta_order[k] : k);
        int closed = sass_out_close(w->out, !rc, w->d);
        rc = rc ? rc : closed;
    } else {
        rc = rc ? rc : -EIO;
    }
    for (uint32_t i = 0; !rc && i < f->n_inst; i++) {
        loss->barriers += (w->seen[i] & SEEN_BARRIER) != 0;
        loss->mixed += (w->seen[i] & SEEN_MIXED) != 0;
    }
    loss->launches++;
    free(w->inst);
    free(w->seen);
    return rc;
}

/* ---- The list ---- */

static const char *const suffixes[] = {"", ".xz", ".zst"};

static int run(writer_t *w, nat_buf_t *list, sass_loss_t *loss)
{
    trace_step_t step;
    trace_counts_t counts;
    char line[80], path[4096];
    for (unsigned id = 1;;) {
        int rc = trace_native_next(w->t, &step, &counts, w->d);
        if (rc || step.kind == TRACE_END)
            return rc;
        if (step.kind == TRACE_COPY) {
            snprintf(line, sizeof line, "MemcpyHtoD,0x%016" PRIx64 ",%" PRIu64 "\n", step.addr,
                     step.bytes);
            put_text(list, line);
            continue;
        }
        snprintf(line, sizeof line, "kernel-%u.traceg%s\n", id, suffixes[w->x->compress]);
        put_text(list, line);
        line[strlen(line) - 1] = 0;
        if (snprintf(path, sizeof path, "%s/%s", w->x->dir, line) >= (int)sizeof path)
            return diag_at(w->d, w->x->dir, 0, 0, "path too long");
        w->f = step.front;
        rc = put_kernel(w, path, id++, loss);
        if (rc)
            return rc;
    }
}

int sass_export(const char *path, const sass_export_t *x, sass_loss_t *loss, diag_t *d)
{
    writer_t w = {.x = x, .d = d};
    nat_buf_t list = {.at = NULL};
    char *name = NULL;
    int rc = trace_native_open(path, &w.t, d);
    if (!rc && mkdir(x->dir, 0777) && errno != EEXIST) {
        rc = -errno;
        diag_at(d, x->dir, 0, 0, "cannot make the folder: %s", strerror(errno));
    }
    if (!rc && asprintf(&name, "%s/kernelslist.g", x->dir) < 0) {
        name = NULL;
        rc = diag_at(d, x->dir, 0, 0, "out of memory");
    }
    if (!rc)
        rc = file_check_writable(name, d);
    if (!rc) {
        unlink(name); /* no list without its kernels */
        rc = run(&w, &list, loss);
    }
    if (!rc)
        rc = file_write(name, list.at, list.n, d);
    trace_close(w.t);
    free(w.text.at);
    free(list.at);
    free(name);
    return rc;
}

void sass_loss_print(const sass_loss_t *loss, FILE *out)
{
    static const char *const what[] = {
        "registers share a name: a line has one destination and four sources",
        "registers share a name: there are 255",
        "instructions hold their unit for longer than its interval",
        "barriers are other than number 0 of all warps",
        "generic accesses have lanes in local memory and elsewhere: the first lane's place counts",
        "stores and atomics have a cache operator",
    };
    const uint64_t n[] = {loss->merged,   loss->shared, loss->intervals,
                          loss->barriers, loss->mixed,  loss->uncached};
    for (unsigned k = 0; k < sizeof n / sizeof n[0]; k++)
        if (n[k])
            fprintf(out, "lost in Accel-Sim's format: %" PRIu64 " %s\n", n[k], what[k]);
}
