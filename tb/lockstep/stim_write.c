/* Stimulus files, writing: run-length coded text, through zstd when the name ends in .zst. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "common/place.h"
#include "lockstep/stim.h"

enum { TEXT_BYTES = 1 << 20 };

struct stim_writer {
    stim_head_t head;
    void *cfg;
    file_out_t *file;
    ZSTD_CCtx *zstd; /* NULL: plain text */
    char *text;      /* TEXT_BYTES, used of them filled */
    size_t used;
    void *packed; /* ZSTD_CStreamOutSize() */
    bool failed;
    int error;                 /* a negative errno of writing, or 0 */
    uint64_t records, repeats; /* repeats: of the last record, not yet written */
    int last_op;               /* -1: none */
    void *last_in;
    char *line, *last_line; /* texts of a record; two structs may differ in padding alone */
    size_t line_cap, last_n;
};

static void put_bytes(stim_writer_t *w, const void *from, size_t n)
{
    w->error = file_put(w->file, from, n);
    w->failed = w->error != 0;
}

static void flush(stim_writer_t *w, bool end)
{
    if (w->failed)
        return;
    if (!w->zstd) {
        put_bytes(w, w->text, w->used);
        w->used = 0;
        return;
    }
    ZSTD_inBuffer in = {w->text, w->used, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {w->packed, ZSTD_CStreamOutSize(), 0};
        left = ZSTD_compressStream2(w->zstd, &out, &in, end ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left))
            w->failed = true;
        else
            put_bytes(w, w->packed, out.pos);
        if (w->failed)
            return;
    } while (end ? left != 0 : in.pos < in.size);
    w->used = 0;
}

static void put_line(stim_writer_t *w, const char *line, size_t n)
{
    if (w->used + n > TEXT_BYTES)
        flush(w, false);
    if (w->failed)
        return;
    memcpy(w->text + w->used, line, n);
    w->used += n;
}

static void put_head(stim_writer_t *w)
{
    const unit_desc_t *d = w->head.desc;
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f) {
        w->failed = true;
        return;
    }
    fprintf(f, "lockwarp-stimulus 1\nunit %s\n", d->name);
    for (unsigned i = 0; i < d->n_params; i++)
        fprintf(f, "param %s %" PRIu32 "\n", d->params[i].name,
                unit_param_get(&d->params[i], w->cfg));
    fprintf(f, "seed %" PRIu64 "\nflops %" PRIu64 "\ncolumns", w->head.seed, w->head.flops);
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *u = &d->fields[k];
        if (u->dir != UNIT_IN)
            continue;
        if (u->capacity == 1)
            fprintf(f, " %s", u->name);
        else
            for (unsigned i = 0; i < u->count(w->cfg); i++)
                fprintf(f, " %s[%u]", u->name, i);
    }
    fputc('\n', f);
    if (fclose(f))
        w->failed = true;
    else
        put_line(w, text, n);
    free(text);
}

/* Enough for any record of the unit: 17 characters an element. */
static size_t line_bytes(const unit_desc_t *d)
{
    size_t n = 8;
    for (unsigned k = 0; k < d->n_fields; k++)
        if (d->fields[k].dir == UNIT_IN)
            n += 17 * (size_t)d->fields[k].capacity;
    return n;
}

stim_writer_t *stim_writer_open(const char *path, const stim_head_t *head, diag_t *diag)
{
    stim_writer_t *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    size_t len = strlen(path);
    bool zstd = len > 4 && strcmp(path + len - 4, ".zst") == 0;
    w->head = *head;
    w->last_op = -1;
    w->cfg = malloc(head->desc->cfg_bytes);
    w->last_in = malloc(head->desc->in_bytes);
    w->text = malloc(TEXT_BYTES);
    w->packed = malloc(ZSTD_CStreamOutSize());
    w->line_cap = line_bytes(head->desc);
    w->line = malloc(w->line_cap);
    w->last_line = malloc(w->line_cap);
    w->zstd = zstd ? ZSTD_createCCtx() : NULL;
    if (!w->cfg || !w->last_in || !w->text || !w->packed || !w->line || !w->last_line ||
        (zstd && !w->zstd)) {
        diag_at(diag, path, 0, 0, "out of memory");
        w->failed = true;
    }
    if (w->failed || file_begin_any(path, &w->file, diag)) {
        w->failed = true;
        stim_writer_close(w, NULL);
        return NULL;
    }
    memcpy(w->cfg, head->cfg, head->desc->cfg_bytes);
    put_head(w);
    return w;
}

static size_t put_hex(char *at, uint64_t v)
{
    static const char digit[] = "0123456789abcdef";
    char rev[16];
    size_t n = 0;
    do {
        rev[n++] = digit[v & 15];
        v >>= 4;
    } while (v);
    for (size_t i = 0; i < n; i++)
        at[i] = rev[n - 1 - i];
    return n;
}

static void put_repeats(stim_writer_t *w)
{
    if (!w->repeats)
        return;
    char line[32];
    int n = snprintf(line, sizeof line, "*%" PRIu64 "\n", w->repeats);
    put_line(w, line, (size_t)n);
    w->repeats = 0;
}

void stim_writer_put(stim_writer_t *w, stim_op_t op, const void *in)
{
    const unit_desc_t *d = w->head.desc;
    w->records++;
    if ((int)op == w->last_op && memcmp(in, w->last_in, d->in_bytes) == 0) {
        w->repeats++;
        return;
    }
    char *line = w->line;
    size_t n = 0;
    line[n++] = "rte"[op];
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *f = &d->fields[k];
        if (f->dir != UNIT_IN)
            continue;
        unsigned count = f->capacity > 1 ? f->count(w->cfg) : 1;
        for (unsigned i = 0; i < count; i++) {
            line[n++] = ' ';
            n += put_hex(line + n, unit_field_get(f, in, i));
        }
    }
    line[n++] = '\n';
    memcpy(w->last_in, in, d->in_bytes);
    w->last_op = (int)op;
    if (n == w->last_n && memcmp(line, w->last_line, n) == 0) {
        w->repeats++;
        return;
    }
    put_repeats(w);
    put_line(w, line, n);
    w->line = w->last_line;
    w->last_line = line;
    w->last_n = n;
}

int stim_writer_close(stim_writer_t *w, diag_t *diag)
{
    int err = 0;
    if (!w->failed) {
        put_repeats(w);
        char line[32];
        int n = snprintf(line, sizeof line, "end %" PRIu64 "\n", w->records);
        put_line(w, line, (size_t)n);
        flush(w, true);
    }
    if (w->failed) {
        err = w->error ? w->error : -EIO;
        diag_at(diag, w->file ? file_out_name(w->file) : "stimulus", 0, 0, "cannot write: %s",
                strerror(-err));
        file_abandon(w->file);
    } else {
        err = file_commit(w->file, diag);
    }
    ZSTD_freeCCtx(w->zstd);
    free(w->cfg);
    free(w->last_in);
    free(w->text);
    free(w->packed);
    free(w->line);
    free(w->last_line);
    free(w);
    return err;
}
