#include "wave/wave.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void wave_signal(char *buf, size_t n, const unit_field_t *f, unsigned i, unsigned width)
{
    char index[16] = "", range[16] = "";
    if (f->capacity > 1)
        snprintf(index, sizeof index, "(%u)", i);
    if (width > 1)
        snprintf(range, sizeof range, "[%u:0]", width - 1);
    snprintf(buf, n, "%s%s%s", f->name, index, range);
}

#ifdef LW_FST

#include "common/file.h"
#include "fstapi.h"
#include "wave/fst_files.h"

/* A field of one side: its signals and what was written last. */
typedef struct column {
    const port_bind_t *bind;
    bool rtl;
    fstHandle *handle; /* of each value */
    uint64_t *last;
} column_t;

struct wave {
    void *fst;
    char *path, *part; /* written as part, renamed when it is whole */
    fstHandle clk, rst_n, cycle;
    unsigned n_columns;
    column_t column[2 * UNIT_MAX_FIELDS];
    bool any; /* a record has been written */
};

static fstHandle signal_new(wave_t *w, enum fstVarDir dir, unsigned width, const char *name)
{
    return fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, dir, width, name, 0);
}

static bool add_column(wave_t *w, const port_bind_t *b, bool rtl, enum fstVarDir dir)
{
    column_t *c = &w->column[w->n_columns];
    c->bind = b;
    c->rtl = rtl;
    const unsigned values = port_values(b), width = port_value_w(b);
    c->handle = calloc(values ? values : 1, sizeof *c->handle);
    c->last = calloc(values ? values : 1, sizeof *c->last);
    w->n_columns++;
    if (!c->handle || !c->last)
        return false;
    for (unsigned i = 0; i < values; i++) {
        char name[160];
        wave_signal(name, sizeof name, b->field, i, width);
        c->handle[i] = signal_new(w, dir, width, name);
    }
    return true;
}

static bool add_side(wave_t *w, const pair_t *p, bool rtl)
{
    bool ok = true;
    fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, rtl ? "rtl" : "model", p->desc->prefix);
    for (unsigned k = 0; ok && k < p->ports.n_in; k++)
        ok = add_column(w, &p->ports.in[k], rtl, FST_VD_INPUT);
    for (unsigned k = 0; ok && k < p->ports.n_out; k++)
        ok = add_column(w, &p->ports.out[k], rtl, FST_VD_OUTPUT);
    for (unsigned k = 0; ok && k < p->ports.n_state; k++)
        ok = add_column(w, &p->ports.state[k], rtl, FST_VD_IMPLICIT);
    fstWriterSetUpscope(w->fst);
    return ok;
}

static void wave_free(wave_t *w)
{
    for (unsigned k = 0; k < w->n_columns; k++) {
        free(w->column[k].handle);
        free(w->column[k].last);
    }
    free(w->path);
    free(w->part);
    free(w);
}

/* What is written so far, and what the writer keeps beside it. */
static void remove_part(const wave_t *w)
{
    char *names;
    unlink(w->part);
    if (asprintf(&names, "%s.hier", w->part) < 0)
        return;
    unlink(names);
    free(names);
}

/* A device: written in place. */
static bool is_special(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

/* Is the file whole? GTKWave's writer does not say when a write has failed. A file is a list of
 * blocks, each of a kind, a length and so many bytes less eight; the last must end where the file
 * does, and the reader must find the signals. */
static bool is_whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    struct stat st;
    bool whole = f && fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode);
    off_t at = 0;
    while (whole && at < st.st_size) {
        uint8_t head[9];
        uint64_t bytes = 0;
        whole = !fseeko(f, at, SEEK_SET) && fread(head, 1, sizeof head, f) == sizeof head;
        for (unsigned k = 1; whole && k < sizeof head; k++)
            bytes = bytes << 8 | head[k];
        whole = whole && bytes >= 8 && bytes <= (uint64_t)(st.st_size - at - 1);
        at += 1 + (off_t)bytes;
    }
    if (f)
        fclose(f);
    void *reader = whole && st.st_size > 0 ? fstReaderOpen(path) : NULL;
    whole = reader && fstReaderGetVarCount(reader) > 0;
    if (reader)
        fstReaderClose(reader);
    return whole;
}

wave_t *wave_open(const char *path, const pair_t *p, diag_t *diag)
{
    wave_t *w = calloc(1, sizeof *w);
    if (w)
        w->path = strdup(path);
    if (!w || !w->path || asprintf(&w->part, "%s%s", path, is_special(path) ? "" : ".part") < 0) {
        if (w)
            free(w->path);
        free(w);
        diag_at(diag, path, 0, 0, "out of memory");
        return NULL;
    }
    if (file_check_writable(path, diag)) {
        wave_free(w);
        return NULL;
    }
    fst_files_begin();
    w->fst = fstWriterCreate(w->part, 1);
    if (!w->fst) {
        diag_at(diag, path, 0, 0, "cannot write: %s", strerror(errno));
        wave_free(w);
        return NULL;
    }
    fstWriterSetVersion(w->fst, "lockwarp");
    fstWriterSetDate(w->fst, "-"); /* the same run gives the same bytes */
    fstWriterSetPackType(w->fst, FST_WR_PT_LZ4);
    fstWriterSetTimescaleFromString(w->fst, "1ns");
    w->clk = signal_new(w, FST_VD_INPUT, 1, "clk");
    w->rst_n = signal_new(w, FST_VD_INPUT, 1, "rst_n");
    w->cycle = signal_new(w, FST_VD_INPUT, 64, "cycle[63:0]");
    if (!add_side(w, p, false) || !add_side(w, p, true)) {
        diag_at(diag, path, 0, 0, "out of memory");
        fstWriterClose(w->fst);
        remove_part(w);
        wave_free(w);
        return NULL;
    }
    return w;
}

static void emit_column(wave_t *w, column_t *c, const pair_t *p)
{
    const port_bind_t *b = c->bind;
    const void *base = p->state;
    if (b->field->dir == UNIT_IN)
        base = c->rtl ? p->in_rtl : p->in;
    else if (b->field->dir == UNIT_OUT)
        base = c->rtl ? p->out_rtl : p->out;
    bool port = c->rtl && b->field->dir == UNIT_STATE;
    for (unsigned i = 0; i < port_values(b); i++) {
        uint64_t v = port ? port_value(b, i) : port_model_value(b, base, i);
        if (w->any && v == c->last[i])
            continue;
        c->last[i] = v;
        fstWriterEmitValueChange64(w->fst, c->handle[i], port_value_w(b), v);
    }
}

static void emit_columns(wave_t *w, const pair_t *p, bool state)
{
    for (unsigned k = 0; k < w->n_columns; k++)
        if ((w->column[k].bind->field->dir == UNIT_STATE) == state)
            emit_column(w, &w->column[k], p);
}

void wave_record(wave_t *w, const pair_t *p, stim_op_t op, uint64_t record, bool edge)
{
    fstWriterEmitTimeChange(w->fst, record * WAVE_PERIOD);
    fstWriterEmitValueChange(w->fst, w->clk, "0");
    fstWriterEmitValueChange(w->fst, w->rst_n, op == STIM_RESET ? "0" : "1");
    bool counted = edge && p->bad.kind == MISMATCH_NONE;
    fstWriterEmitValueChange64(w->fst, w->cycle, 64, p->cycle - counted);
    emit_columns(w, p, false);
    if (edge || !w->any) { /* what is there before the first edge has no earlier value */
        if (edge) {
            fstWriterEmitTimeChange(w->fst, record * WAVE_PERIOD + WAVE_EDGE);
            fstWriterEmitValueChange(w->fst, w->clk, "1");
        }
        emit_columns(w, p, true);
    }
    w->any = true;
    if (p->bad.kind) { /* room behind the mismatch, so that it can be seen */
        fstWriterEmitTimeChange(w->fst, (record + 1) * WAVE_PERIOD);
        fstWriterEmitValueChange(w->fst, w->clk, "0");
    }
}

int wave_close(wave_t *w, diag_t *diag)
{
    bool special = strcmp(w->part, w->path) == 0;
    bool failed = fstWriterGetFseekFailed(w->fst) != 0;
    fstWriterClose(w->fst);
    failed |= fst_files_failed() || (!special && !is_whole(w->part));
    int err = failed ? -EIO : 0;
    if (failed && !special)
        remove_part(w);
    else if (!special && rename(w->part, w->path))
        err = -errno;
    if (err)
        diag_at(diag, w->path, 0, 0, "cannot write the waveform whole: is the disk full?");
    wave_free(w);
    return err;
}

#else

wave_t *wave_open(const char *path, const pair_t *p, diag_t *diag)
{
    (void)p;
    diag_at(diag, path, 0, 0, "built without Verilator, which brings the FST writer: no waveforms");
    return NULL;
}

void wave_record(wave_t *w, const pair_t *p, stim_op_t op, uint64_t record, bool edge)
{
    (void)w, (void)p, (void)op, (void)record, (void)edge;
}

int wave_close(wave_t *w, diag_t *diag)
{
    (void)w, (void)diag;
    return 0;
}

#endif
