#include "common/state_io.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <zstd.h>

enum { STAGE = 1 << 16, LEVEL = 1, TEXTS_MAX = 1 << 20, SECTION_MAX = 64 };

struct state_io {
    bool loading;
    bool ended; /* loading: the frame's end, with its checksum, has been seen */
    int error;
    char why[200];
    char section[SECTION_MAX]; /* the last one, for messages */
    uint64_t texts;            /* bytes of texts so far */
    const volatile sig_atomic_t *stop;
    state_write_fn *write;
    state_read_fn *read;
    void *ctx;
    ZSTD_CCtx *pack;
    ZSTD_DCtx *unpack;
    uint8_t *plain; /* STAGE bytes: not yet compressed, or decompressed and not yet taken */
    size_t plain_at, plain_n;
    uint8_t *packed;
    size_t packed_at, packed_n, packed_room;
};

static state_io_t *make(bool loading, void *ctx)
{
    state_io_t *io = calloc(1, sizeof *io);
    if (!io)
        return NULL;
    io->loading = loading;
    io->ctx = ctx;
    io->packed_room = loading ? ZSTD_DStreamInSize() : ZSTD_CStreamOutSize();
    io->plain = malloc(STAGE);
    io->packed = malloc(io->packed_room);
    if (loading)
        io->unpack = ZSTD_createDCtx();
    else
        io->pack = ZSTD_createCCtx();
    if (io->plain && io->packed && (io->pack || io->unpack))
        return io;
    state_abandon(io);
    return NULL;
}

state_io_t *state_save(state_write_fn *write, void *ctx)
{
    state_io_t *io = make(false, ctx);
    if (!io)
        return NULL;
    io->write = write;
    ZSTD_CCtx_setParameter(io->pack, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(io->pack, ZSTD_c_checksumFlag, 1);
    return io;
}

state_io_t *state_load(state_read_fn *read, void *ctx)
{
    state_io_t *io = make(true, ctx);
    if (io)
        io->read = read;
    return io;
}

void state_abandon(state_io_t *io)
{
    if (!io)
        return;
    ZSTD_freeCCtx(io->pack);
    ZSTD_freeDCtx(io->unpack);
    free(io->plain);
    free(io->packed);
    free(io);
}

bool state_loading(const state_io_t *io)
{
    return io->loading;
}

static void fail(state_io_t *io, int error, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static void fail(state_io_t *io, int error, const char *fmt, ...)
{
    if (io->error)
        return;
    io->error = error;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(io->why, sizeof io->why, fmt, ap);
    va_end(ap);
}

void state_stop_on(state_io_t *io, const volatile sig_atomic_t *stop)
{
    io->stop = stop;
}

int state_error(state_io_t *io)
{
    if (__builtin_expect(io->stop && *io->stop, 0))
        fail(io, -EINTR, "was not read to its end");
    return io->error;
}

void state_fail(state_io_t *io, const char *fmt, ...)
{
    if (io->error)
        return;
    io->error = -EINVAL;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(io->why, sizeof io->why, fmt, ap);
    va_end(ap);
}

/* Compresses what is staged; end: and closes the frame. */
static void flush(state_io_t *io, bool end)
{
    ZSTD_inBuffer in = {io->plain, io->plain_n, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {io->packed, io->packed_room, 0};
        left = ZSTD_compressStream2(io->pack, &out, &in, end ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left)) {
            fail(io, -EIO, "cannot compress: %s", ZSTD_getErrorName(left));
            return;
        }
        int rc = out.pos && !io->error ? io->write(io->ctx, io->packed, out.pos) : 0;
        if (rc)
            fail(io, rc, "cannot write: %s", strerror(-rc));
    } while (!io->error && (end ? left != 0 : in.pos < in.size));
    io->plain_n = 0;
}

/* Decompresses the next bytes into the stage. */
static void refill(state_io_t *io)
{
    ZSTD_outBuffer out = {io->plain, STAGE, 0};
    while (!io->error && !io->ended && out.pos == 0) {
        if (io->packed_at == io->packed_n) {
            ssize_t n = io->read(io->ctx, io->packed, io->packed_room);
            if (n < 0)
                fail(io, (int)n, "cannot read: %s", strerror((int)-n));
            else if (n == 0)
                state_fail(io, "is truncated");
            io->packed_n = n > 0 ? (size_t)n : 0;
            io->packed_at = 0;
            continue;
        }
        ZSTD_inBuffer in = {io->packed, io->packed_n, io->packed_at};
        size_t left = ZSTD_decompressStream(io->unpack, &out, &in);
        io->packed_at = in.pos;
        if (ZSTD_isError(left)) {
            state_fail(io, "is damaged: %s", ZSTD_getErrorName(left));
            out.pos = 0;
        }
        io->ended = !ZSTD_isError(left) && left == 0;
    }
    io->plain_at = 0;
    io->plain_n = out.pos;
}

static void put(state_io_t *io, const uint8_t *p, size_t n)
{
    while (n && !io->error) {
        size_t part = STAGE - io->plain_n < n ? STAGE - io->plain_n : n;
        memcpy(io->plain + io->plain_n, p, part);
        io->plain_n += part;
        p += part;
        n -= part;
        if (io->plain_n == STAGE)
            flush(io, false);
    }
}

static void get(state_io_t *io, uint8_t *p, size_t n)
{
    while (n && !io->error) {
        if (io->plain_at == io->plain_n) {
            refill(io);
            if (io->plain_n == 0 && !io->error)
                state_fail(io, "ends within '%s'", io->section);
            continue;
        }
        size_t part = io->plain_n - io->plain_at < n ? io->plain_n - io->plain_at : n;
        memcpy(p, io->plain + io->plain_at, part);
        io->plain_at += part;
        p += part;
        n -= part;
    }
    if (n)
        memset(p, 0, n);
}

void state_bytes(state_io_t *io, void *p, size_t n)
{
    if (io->loading)
        get(io, p, n);
    else
        put(io, p, n);
}

int state_close(state_io_t *io, diag_t *d)
{
    if (!io->loading && !io->error)
        flush(io, true);
    if (io->loading && !io->error && io->plain_at == io->plain_n)
        refill(io);
    if (io->loading && !io->error && io->plain_at != io->plain_n)
        state_fail(io, "holds more than was expected after '%s'", io->section);
    uint8_t more;
    if (io->loading && !io->error &&
        (io->packed_at != io->packed_n || io->read(io->ctx, &more, 1) != 0))
        state_fail(io, "holds something after its end");
    int error = io->error;
    if (error)
        diag_at(d, "checkpoint", 0, 0, "%s", io->why);
    state_abandon(io);
    return error;
}

int state_check(state_read_fn *read, void *ctx, diag_t *d)
{
    state_io_t *io = state_load(read, ctx);
    if (!io) {
        diag_at(d, "checkpoint", 0, 0, "out of memory");
        return -ENOMEM;
    }
    while (!io->error && !io->ended)
        refill(io);
    io->plain_at = io->plain_n;
    return state_close(io, d);
}

void state_section(state_io_t *io, const char *name)
{
    char want[SECTION_MAX] = "", have[SECTION_MAX];
    snprintf(want, sizeof want, "%s", name);
    memcpy(have, want, sizeof have);
    state_bytes(io, have, sizeof have);
    if (io->loading && !io->error && memcmp(have, want, sizeof have)) {
        have[sizeof have - 1] = 0;
        state_fail(io, "has '%s' where '%s' was expected", have, want);
    }
    memcpy(io->section, want, sizeof want);
}

void state_checking(state_io_t *io, const char *name)
{
    snprintf(io->section, sizeof io->section, "%s", name);
}

const char *state_section_name(const state_io_t *io)
{
    return io->section;
}

void state_count(state_io_t *io, uint64_t *n, uint64_t max, const char *what)
{
    state_bytes(io, n, sizeof *n);
    if (*n <= max)
        return;
    state_fail(io, "has %llu %s in '%s'; expected at most %llu", (unsigned long long)*n, what,
               io->section, (unsigned long long)max);
    if (io->loading)
        *n = 0;
}

void state_number(state_io_t *io, void *p, size_t bytes, uint64_t max, const char *what)
{
    uint64_t v = 0; /* little-endian, as the stream is */
    if (!io->loading)
        memcpy(&v, p, bytes);
    state_bytes(io, &v, bytes);
    if (v > max) {
        state_fail(io, "has %s %llu in '%s'; expected at most %llu", what, (unsigned long long)v,
                   io->section, (unsigned long long)max);
        v = 0;
    }
    if (io->loading)
        memcpy(p, &v, bytes);
}

void state_numbers(state_io_t *io, void *p, size_t bytes, size_t n, uint64_t max, const char *what)
{
    for (size_t i = 0; i < n && !io->error; i++)
        state_number(io, (char *)p + i * bytes, bytes, max, what);
}

void state_bool(state_io_t *io, bool *p, const char *what)
{
    uint8_t v = io->loading ? 0 : *p;
    state_number(io, &v, sizeof v, 1, what);
    if (io->loading)
        *p = v != 0;
}

bool state_holds(state_io_t *io, bool holds, const char *what)
{
    if (io->loading && !holds)
        state_fail(io, "has %s in '%s'", what, io->section);
    return !io->error;
}

void *state_alloc(state_io_t *io, size_t n, size_t size)
{
    void *p = io->error ? NULL : calloc(n ? n : 1, size);
    if (!p)
        fail(io, -ENOMEM, "needs more memory than there is");
    return p;
}

void state_expect(state_io_t *io, uint64_t v, const char *what)
{
    uint64_t have = v;
    state_bytes(io, &have, sizeof have);
    if (have != v)
        state_fail(io, "has %s %llu in '%s'; expected %llu", what, (unsigned long long)have,
                   io->section, (unsigned long long)v);
}

void state_text(state_io_t *io, char **s)
{
    uint64_t n = !io->loading && *s ? strlen(*s) + 1 : 0;
    state_count(io, &n, TEXTS_MAX - io->texts, "characters");
    io->texts += n;
    if (!io->loading) {
        if (n && !io->error)
            put(io, (const uint8_t *)*s, n - 1);
        return;
    }
    *s = NULL;
    if (!n || io->error)
        return;
    *s = calloc(1, n);
    if (!*s) {
        fail(io, -ENOMEM, "out of memory");
        return;
    }
    get(io, (uint8_t *)*s, n - 1);
    if (io->error) {
        free(*s);
        *s = NULL;
    }
}
