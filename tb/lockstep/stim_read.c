/* Stimulus files, reading. Everything is checked; a message names line and column. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "common/bits.h"
#include "common/place.h"
#include "lockstep/stim.h"

enum { FORMAT = 1, LINE_LIMIT = 1 << 20 };

/* The text of the file, a line at a time, through zstd when it begins with zstd's magic. */
typedef struct reader {
    const char *path;
    diag_t *diag;
    FILE *file;
    ZSTD_DCtx *zstd;
    uint8_t raw[1 << 16]; /* as read */
    ZSTD_inBuffer in;
    char text[1 << 16]; /* unpacked, [at, filled) unread */
    size_t at, filled;
    size_t frame; /* what zstd still expects; 0 between frames */
    bool eof;
    char *line; /* without the newline */
    size_t n, cap;
    int number;
} reader_t;

static int wrong(reader_t *r, size_t column, const char *what)
{
    return diag_at(r->diag, r->path, r->number, (int)column + 1, "%s", what);
}

static int fill(reader_t *r)
{
    r->at = r->filled = 0;
    while (r->filled == 0 && !r->eof) {
        if (r->in.pos == r->in.size) {
            r->in = (ZSTD_inBuffer){r->raw, fread(r->raw, 1, sizeof r->raw, r->file), 0};
            if (ferror(r->file))
                return diag_at(r->diag, r->path, 0, 0, "cannot read: %s", strerror(errno));
            r->eof = r->in.size == 0;
        }
        if (!r->zstd) {
            memcpy(r->text, r->raw, r->in.size);
            r->filled = r->in.size;
            r->in.pos = r->in.size;
            continue;
        }
        if (r->eof) {
            if (r->frame)
                return diag_at(r->diag, r->path, 0, 0, "the zstd data is cut off");
            continue;
        }
        ZSTD_outBuffer out = {r->text, sizeof r->text, 0};
        size_t left = ZSTD_decompressStream(r->zstd, &out, &r->in);
        if (ZSTD_isError(left))
            return diag_at(r->diag, r->path, 0, 0, "damaged zstd data: %s",
                           ZSTD_getErrorName(left));
        r->frame = left;
        r->filled = out.pos;
    }
    return 0;
}

/* 1: a line; 0: end of file; negative: an error. */
static int next_line(reader_t *r)
{
    r->n = 0;
    r->number++;
    for (;;) {
        if (r->at == r->filled) {
            int err = fill(r);
            if (err)
                return err;
            if (r->filled == 0) {
                if (r->n)
                    return wrong(r, r->n, "the line is cut off");
                return 0;
            }
        }
        char *from = r->text + r->at;
        char *end = memchr(from, '\n', r->filled - r->at);
        size_t more = end ? (size_t)(end - from) : r->filled - r->at;
        if (r->n + more + 1 > r->cap) {
            size_t cap = r->n + more + 1 > 256 ? 2 * (r->n + more + 1) : 256;
            char *line = cap < LINE_LIMIT ? realloc(r->line, cap) : NULL;
            if (!line)
                return wrong(r, 0, "the line is too long");
            r->line = line;
            r->cap = cap;
        }
        memcpy(r->line + r->n, from, more);
        r->n += more;
        r->at += more + (end != NULL);
        if (end) {
            r->line[r->n] = 0;
            if (strlen(r->line) != r->n)
                return wrong(r, strlen(r->line), "a byte that is not text");
            return 1;
        }
    }
}

static int need_line(reader_t *r, const char *expected)
{
    int got = next_line(r);
    if (got == 0)
        return diag_at(r->diag, r->path, r->number, 1, "the file is cut off; expected %s",
                       expected);
    return got < 0 ? got : 0;
}

/* "KEY VALUE" with a decimal value. */
static int number_line(reader_t *r, const char *key, uint64_t *v)
{
    char expected[160];
    snprintf(expected, sizeof expected, "'%s' and a decimal number", key);
    int err = need_line(r, expected);
    if (err)
        return err;
    size_t k = strlen(key), i = k + 1;
    *v = 0;
    bool ok = r->n > i && strncmp(r->line, key, k) == 0 && r->line[k] == ' ';
    for (; ok && i < r->n; i++) {
        unsigned digit = (unsigned)(unsigned char)r->line[i] - '0';
        ok = digit <= 9 && *v <= (UINT64_MAX - digit) / 10;
        *v = *v * 10 + digit;
    }
    if (!ok)
        return diag_at(r->diag, r->path, r->number, 1, "expected %s", expected);
    return 0;
}

static int read_params(reader_t *r, stim_head_t *head)
{
    const unit_desc_t *d = head->desc;
    for (unsigned i = 0; i < d->n_params; i++) {
        const unit_param_t *p = &d->params[i];
        char key[96];
        uint64_t v;
        snprintf(key, sizeof key, "param %s", p->name);
        int err = number_line(r, key, &v);
        if (err)
            return err;
        if (v < p->min || v > p->max)
            return diag_at(r->diag, r->path, r->number, 1,
                           "%s is out of range; expected %" PRIu32 " to %" PRIu32, p->name, p->min,
                           p->max);
        unit_param_set(p, head->cfg, (uint32_t)v);
    }
    if (unit_cfg_try(d, head->cfg))
        return diag_at(r->diag, r->path, r->number, 1, "%s cannot have these parameters together",
                       d->name);
    return 0;
}

static int read_columns(reader_t *r, const unit_desc_t *d, const void *cfg)
{
    int err = need_line(r, "'columns' and the names of the inputs");
    if (err)
        return err;
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        return -ENOMEM;
    fputs("columns", f);
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *u = &d->fields[k];
        if (u->dir != UNIT_IN)
            continue;
        if (u->capacity == 1)
            fprintf(f, " %s", u->name);
        else
            for (unsigned i = 0; i < u->count(cfg); i++)
                fprintf(f, " %s[%u]", u->name, i);
    }
    if (fclose(f))
        return -ENOMEM;
    if (strcmp(text, r->line)) {
        size_t at = 0;
        while (text[at] && text[at] == r->line[at])
            at++;
        err = diag_at(r->diag, r->path, r->number, (int)at + 1,
                      "the inputs are not those of %s; expected '%s'", d->name, text);
    }
    free(text);
    return err;
}

static int read_head(reader_t *r, stim_head_t *head, void **cfg)
{
    uint64_t format;
    int err = number_line(r, "lockwarp-stimulus", &format);
    if (!err && format != FORMAT)
        err = diag_at(r->diag, r->path, 1, 1, "stimulus format %" PRIu64 "; expected %d", format,
                      FORMAT);
    if (!err)
        err = need_line(r, "'unit' and a unit's name");
    if (err)
        return err;
    head->desc = strncmp(r->line, "unit ", 5) == 0 ? unit_find(r->line + 5) : NULL;
    if (!head->desc)
        return wrong(r, 0, "expected 'unit' and a unit's name (lockwarp list units)");
    err = read_params(r, head);
    if (!err)
        err = number_line(r, "seed", &head->seed);
    if (!err)
        err = number_line(r, "flops", &head->flops);
    if (err)
        return err;
    *cfg = malloc(head->desc->cfg_bytes);
    if (!*cfg)
        return -ENOMEM;
    memcpy(*cfg, head->cfg, head->desc->cfg_bytes);
    return read_columns(r, head->desc, *cfg);
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

/* One hexadecimal value of at most `width` bits after a space; moves *at behind it. */
static int value(reader_t *r, size_t *at, unsigned width, uint64_t *v)
{
    size_t i = *at;
    if (r->line[i] != ' ' || hex_digit(r->line[i + 1]) < 0)
        return wrong(
            r, i, r->line[i] ? "expected a space and a hexadecimal value" : "a value is missing");
    *v = 0;
    int digit;
    for (i++; (digit = hex_digit(r->line[i])) >= 0; i++) {
        if (*v >> 60)
            return wrong(r, *at + 1, "the value is too large");
        *v = *v << 4 | (unsigned)digit;
    }
    if (*v & ~bits_mask(width)) {
        char text[80];
        snprintf(text, sizeof text, "the value does not fit; expected at most %u bits", width);
        return wrong(r, *at + 1, text);
    }
    *at = i;
    return 0;
}

static int read_record(reader_t *r, stim_t *s, const void *cfg, void *in)
{
    const unit_desc_t *d = s->head.desc;
    static const char ops[] = "rte";
    const char *op = r->line[0] ? strchr(ops, r->line[0]) : NULL;
    if (!op)
        return wrong(r, 0, "expected 'r', 't', 'e', '*' or 'end'");
    size_t at = 1;
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *f = &d->fields[k];
        if (f->dir != UNIT_IN)
            continue;
        unsigned count = f->capacity > 1 ? f->count(cfg) : 1;
        for (unsigned i = 0; i < count; i++) {
            uint64_t v = 0;
            int err = value(r, &at, f->width(cfg), &v);
            if (err)
                return err;
            unit_field_set(f, in, i, v);
        }
    }
    if (at != r->n)
        return wrong(r, at, "more values than inputs");
    if (s->n >= STIM_MAX_LINES)
        return wrong(r, 0, "the file is too long; at most 2^26 lines are read");
    if (stim_push(s, (stim_op_t)(op - ops), in, 1))
        return diag_at(r->diag, r->path, r->number, 0, "out of memory");
    return 0;
}

static int repeat(reader_t *r, stim_t *s)
{
    uint64_t times = 0;
    size_t i = 1;
    for (; r->line[i] >= '0' && r->line[i] <= '9' && times < STIM_MAX_RECORDS; i++)
        times = times * 10 + (unsigned)(r->line[i] - '0');
    if (i == 1 || i != r->n || times == 0)
        return wrong(r, 1, "expected a number of repetitions, 1 or more");
    if (s->n == 0)
        return wrong(r, 0, "nothing to repeat");
    if (s->records + times > STIM_MAX_RECORDS)
        return wrong(r, 1, "more than 2^40 cycles");
    s->times[s->n - 1] += times;
    s->records += times;
    return 0;
}

static int read_records(reader_t *r, stim_t *s, const void *cfg)
{
    void *in = calloc(1, s->head.desc->in_bytes);
    int err = in ? 0 : -ENOMEM;
    while (!err) {
        err = need_line(r, "a cycle or 'end' and their number");
        if (err)
            break;
        if (strncmp(r->line, "end", 3) == 0) {
            char end[32];
            snprintf(end, sizeof end, "end %" PRIu64, s->records);
            if (strcmp(end, r->line))
                err = diag_at(r->diag, r->path, r->number, 1,
                              "there are %" PRIu64 " cycles above; expected '%s'", s->records, end);
            else if (next_line(r) != 0)
                err = wrong(r, 0, "text after the end");
            break;
        }
        err = r->line[0] == '*' ? repeat(r, s) : read_record(r, s, cfg, in);
    }
    free(in);
    return err;
}

int stim_read(stim_t *s, const char *path, diag_t *diag)
{
    static const uint8_t magic[] = {0x28, 0xb5, 0x2f, 0xfd};
    memset(s, 0, sizeof *s);
    reader_t *r = calloc(1, sizeof *r);
    if (!r)
        return -ENOMEM;
    r->path = path;
    r->diag = diag;
    void *cfg = NULL;
    int err = 0;
    r->file = file_stream(path, diag);
    if (!r->file) {
        err = -EINVAL;
    } else {
        r->in.size = fread(r->raw, 1, sizeof r->raw, r->file);
        r->in.src = r->raw;
        if (r->in.size >= sizeof magic && memcmp(r->raw, magic, sizeof magic) == 0) {
            r->zstd = ZSTD_createDCtx();
            err = r->zstd ? 0 : -ENOMEM;
        } else { /* hand over what has been read */
            memcpy(r->text, r->raw, r->in.size);
            r->filled = r->in.pos = r->in.size;
        }
    }
    stim_head_t head = {0};
    if (!err)
        err = read_head(r, &head, &cfg);
    if (!err) {
        stim_init(s, &head);
        err = read_records(r, s, cfg);
    }
    if (r->file)
        fclose(r->file);
    ZSTD_freeDCtx(r->zstd);
    free(r->line);
    free(r);
    free(cfg);
    if (err)
        stim_free(s);
    if (err == -ENOMEM)
        diag_at(diag, path, 0, 0, "out of memory");
    return err;
}
