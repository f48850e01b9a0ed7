#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "trace/native_file.h"

enum { FIXED = NAT_MAGIC_BYTES + 12, TRAILER = 20 + NAT_MAGIC_BYTES, HEADER_MAX = 1 << 20 };

struct nat_file {
    char *path;
    int fd;
    uint64_t bytes;
    cJSON *header, *directory;
    ZSTD_DCtx *zstd;
};

static uint64_t le(const uint8_t *in, unsigned bytes)
{
    uint64_t v = 0;
    for (unsigned k = bytes; k-- > 0;)
        v = v << 8 | in[k];
    return v;
}

static int get(nat_file_t *f, uint64_t offset, void *to, size_t bytes, diag_t *d)
{
    uint8_t *at = to;
    if (offset > f->bytes || bytes > f->bytes - offset)
        return diag_at(d, f->path, 0, 0,
                       "damaged trace: %zu bytes at %" PRIu64 " lie outside its %" PRIu64, bytes,
                       offset, f->bytes);
    while (bytes) {
        ssize_t n = pread(f->fd, at, bytes, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            diag_at(d, f->path, 0, 0, n ? "cannot read: %s" : "became shorter while being read%s",
                    n ? strerror(errno) : "");
            return n ? -errno : -EIO;
        }
        at += n;
        offset += (uint64_t)n;
        bytes -= (size_t)n;
    }
    return 0;
}

uint8_t *nat_file_frame(nat_file_t *f, const nat_frame_t *at, diag_t *d)
{
    if (at->offset > f->bytes || at->bytes > f->bytes - at->offset) {
        diag_at(d, f->path, 0, 0,
                "damaged trace: a frame of %u bytes at %" PRIu64 " lies outside its %" PRIu64,
                at->bytes, at->offset, f->bytes);
        return NULL;
    }
    uint8_t *packed = malloc(at->bytes + (size_t)1), *raw = NULL;
    if (packed && !get(f, at->offset, packed, at->bytes, d)) {
        /* Memory only for what the frame itself says it holds. */
        if (ZSTD_getFrameContentSize(packed, at->bytes) != at->raw)
            diag_at(d, f->path, 0, 0,
                    "damaged trace: the frame at %" PRIu64 " does not hold %u bytes", at->offset,
                    at->raw);
        else
            raw = malloc(at->raw + (size_t)1);
        size_t n = raw ? ZSTD_decompressDCtx(f->zstd, raw, at->raw, packed, at->bytes) : 0;
        if (raw && (ZSTD_isError(n) || n != at->raw)) {
            diag_at(d, f->path, 0, 0, "damaged trace: the frame at %" PRIu64 ": %s", at->offset,
                    ZSTD_isError(n) ? ZSTD_getErrorName(n) : "wrong length");
            free(raw);
            raw = NULL;
        }
        if (raw)
            raw[n] = 0;
    }
    free(packed);
    if (!raw)
        diag_at(d, f->path, 0, 0, "out of memory");
    return raw;
}

static int get_header(nat_file_t *f, uint32_t *crc, diag_t *d)
{
    uint8_t fixed[FIXED];
    if (f->bytes < FIXED)
        return diag_at(d, f->path, 0, 0, "%" PRIu64 " bytes; expected a trace", f->bytes);
    int rc = get(f, 0, fixed, FIXED, d);
    if (rc)
        return rc;
    if (memcmp(fixed, nat_magic, NAT_MAGIC_BYTES) != 0)
        return diag_at(d, f->path, 0, 0, "not a trace of lockwarp's own format");
    if (le(fixed + 8, 4) < NAT_OLDEST || le(fixed + 8, 4) > NAT_VERSION)
        return diag_at(d, f->path, 0, 0,
                       "a trace of version %" PRIu64 "; this program reads versions %d to %d",
                       le(fixed + 8, 4), NAT_OLDEST, NAT_VERSION);
    uint64_t n = le(fixed + 12, 4);
    *crc = (uint32_t)le(fixed + 16, 4);
    if (n > HEADER_MAX || n > f->bytes - FIXED)
        return diag_at(d, f->path, 0, 0, "damaged trace: a header of %" PRIu64 " bytes", n);
    char *text = malloc(n + 1);
    rc = text ? get(f, FIXED, text, n, d) : -ENOMEM;
    if (!rc && (uint32_t)crc32(0, (const Bytef *)text, (uInt)n) != *crc)
        rc = diag_at(d, f->path, 0, 0, "damaged trace: the header's checksum is wrong");
    if (!rc && !(f->header = cJSON_ParseWithLength(text, n)))
        rc = diag_at(d, f->path, 0, 0, "damaged trace: the header is not JSON");
    free(text);
    return rc;
}

static int get_directory(nat_file_t *f, uint32_t header_crc, diag_t *d)
{
    uint8_t t[TRAILER];
    if (f->bytes < FIXED + TRAILER)
        return diag_at(d, f->path, 0, 0, "cut short: %" PRIu64 " bytes", f->bytes);
    int rc = get(f, f->bytes - TRAILER, t, TRAILER, d);
    if (rc)
        return rc;
    if (memcmp(t + 20, nat_magic, NAT_MAGIC_BYTES) != 0)
        return diag_at(d, f->path, 0, 0, "cut short: it does not end as a trace does");
    if ((uint32_t)crc32(header_crc, t, 16) != (uint32_t)le(t + 16, 4))
        return diag_at(d, f->path, 0, 0, "damaged trace: the trailer's checksum is wrong");
    nat_frame_t dir = {le(t, 8), (uint32_t)le(t + 8, 4), (uint32_t)le(t + 12, 4)};
    uint8_t *text = nat_file_frame(f, &dir, d);
    if (!text)
        return -EINVAL;
    f->directory = cJSON_ParseWithLength((const char *)text, dir.raw);
    free(text);
    if (!f->directory)
        return diag_at(d, f->path, 0, 0, "damaged trace: the directory is not JSON");
    return 0;
}

nat_file_t *nat_file_open(const char *path, diag_t *d)
{
    nat_file_t *f = calloc(1, sizeof *f);
    struct stat st;
    uint32_t crc = 0;
    if (f)
        f->fd = -1;
    if (!f || !(f->path = strdup(path)) || !(f->zstd = ZSTD_createDCtx())) {
        diag_at(d, path, 0, 0, "out of memory");
        nat_file_close(f);
        return NULL;
    }
    f->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO must not hang us */
    if (f->fd < 0 || fstat(f->fd, &st)) {
        diag_at(d, path, 0, 0, "cannot open: %s", strerror(errno));
    } else if (!S_ISREG(st.st_mode)) {
        diag_at(d, path, 0, 0, "not a regular file; expected one");
    } else {
        f->bytes = (uint64_t)st.st_size;
        if (!get_header(f, &crc, d) && !get_directory(f, crc, d))
            return f;
    }
    nat_file_close(f);
    return NULL;
}

void nat_file_close(nat_file_t *f)
{
    if (!f)
        return;
    if (f->fd >= 0)
        close(f->fd);
    cJSON_Delete(f->header);
    cJSON_Delete(f->directory);
    ZSTD_freeDCtx(f->zstd);
    free(f->path);
    free(f);
}

const char *nat_file_path(const nat_file_t *f)
{
    return f->path;
}

const cJSON *nat_file_header(const nat_file_t *f)
{
    return f->header;
}

const cJSON *nat_file_directory(const nat_file_t *f)
{
    return f->directory;
}

uint64_t nat_file_bytes(const nat_file_t *f)
{
    return f->bytes;
}

int nat_file_hash(nat_file_t *f, uint64_t *out, diag_t *d)
{
    uint8_t block[1 << 14];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint64_t at = 0; at < f->bytes;) {
        size_t n = f->bytes - at < sizeof block ? (size_t)(f->bytes - at) : sizeof block;
        int rc = get(f, at, block, n, d);
        if (rc)
            return rc;
        for (size_t k = 0; k < n; k++)
            hash = (hash ^ block[k]) * UINT64_C(0x100000001b3);
        at += n;
    }
    *out = hash;
    return 0;
}

/* ---- The index of a launch ---- */

static bool unpack(nat_cur_t *c, nat_chunks_t *cta)
{
    uint64_t n = nat_get_varint(c);
    if (c->bad || n > (size_t)(c->end - c->at)) /* a chunk is some bytes of index */
        return false;
    cta->at = calloc(n ? n : 1, sizeof *cta->at);
    if (!cta->at)
        return false;
    cta->n = (uint32_t)n;
    for (uint32_t k = 0; k < cta->n; k++) {
        nat_chunk_t *x = &cta->at[k];
        x->frame.offset = nat_get_varint(c);
        uint64_t bytes = nat_get_varint(c), raw = nat_get_varint(c);
        x->warps = nat_get_varint(c);
        if (c->bad || bytes > UINT32_MAX || raw > UINT32_MAX)
            return false;
        x->frame.bytes = (uint32_t)bytes;
        x->frame.raw = (uint32_t)raw;
    }
    return true;
}

nat_chunks_t *nat_index_read(nat_file_t *f, const nat_frame_t *at, uint32_t n, diag_t *d)
{
    uint8_t *raw = nat_file_frame(f, at, d);
    nat_chunks_t *ctas = raw && n <= at->raw ? calloc(n ? n : 1, sizeof *ctas) : NULL;
    bool ok = ctas != NULL;
    nat_cur_t c = {.at = raw, .end = raw ? raw + at->raw : NULL};
    for (uint32_t k = 0; ok && k < n; k++)
        ok = unpack(&c, &ctas[k]);
    if (!ok || c.at != c.end) {
        diag_at(d, f->path, 0, 0, "damaged trace: the index of a launch does not fit its CTAs");
        nat_index_free(ctas, n);
        ctas = NULL;
    }
    free(raw);
    return ctas;
}

void nat_index_free(nat_chunks_t *ctas, uint32_t n)
{
    for (uint32_t k = 0; ctas && k < n; k++)
        free(ctas[k].at);
    free(ctas);
}
