/*
 * A native trace as a file (docs/traces.md):
 *
 *     magic, version, header (JSON as text, crc32)
 *     frames, each zstd with its checksum: chunks of CTAs, an index a launch
 *     directory (JSON, a frame): programs, and copies and launches in order
 *     trailer: where the directory is (crc32)
 *
 * Integers of the framing are little-endian. A writer makes a temporary in the file's folder,
 * without a name where the file system can, and renames it at the end: under the final name there
 * is a whole trace or none.
 */
#ifndef LW_TRACE_NATIVE_FILE_H
#define LW_TRACE_NATIVE_FILE_H

#include <cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"
#include "trace/native_buf.h"

enum { NAT_VERSION = 2, NAT_OLDEST = 1, NAT_MAGIC_BYTES = 8 };

extern const uint8_t nat_magic[NAT_MAGIC_BYTES];

/* A frame: where it lies and how long it is, packed and unpacked. */
typedef struct nat_frame {
    uint64_t offset;
    uint32_t bytes, raw;
} nat_frame_t;

/* A piece of a CTA's steps, and which of its warps have any in it. */
typedef struct nat_chunk {
    nat_frame_t frame;
    uint64_t warps;
} nat_chunk_t;

typedef struct nat_chunks {
    nat_chunk_t *at;
    uint32_t n;
} nat_chunks_t;

/* ---- Writing ---- */

typedef struct nat_writer nat_writer_t;

/* NULL and a message; header is written as it is. */
nat_writer_t *nat_writer_open(const char *path, const cJSON *header, diag_t *d);
/* Appends a frame. 0 or a negative errno with a message. */
int nat_writer_frame(nat_writer_t *w, const void *raw, size_t bytes, nat_frame_t *out, diag_t *d);
/* Writes the directory, gives the file its name; the writer is gone whatever happens. */
int nat_writer_finish(nat_writer_t *w, const cJSON *directory, diag_t *d);
void nat_writer_discard(nat_writer_t *w); /* removes the temporary; NULL is fine */

/* ---- Reading ---- */

typedef struct nat_file nat_file_t;

/* NULL and a message: not a trace, of another version, cut short, damaged. */
nat_file_t *nat_file_open(const char *path, diag_t *d);
void nat_file_close(nat_file_t *f); /* NULL is fine */
const char *nat_file_path(const nat_file_t *f);
const cJSON *nat_file_header(const nat_file_t *f);
const cJSON *nat_file_directory(const nat_file_t *f);
uint64_t nat_file_bytes(const nat_file_t *f);
/* FNV-1a of all its bytes. 0 or a negative errno with a message. */
int nat_file_hash(nat_file_t *f, uint64_t *out, diag_t *d);
/* A frame's bytes, malloc'ed (one more byte, 0, behind them). NULL and a message. */
uint8_t *nat_file_frame(nat_file_t *f, const nat_frame_t *at, diag_t *d);

/* ---- A launch's index: its CTAs' chunks ---- */

void nat_index_pack(const nat_chunks_t *ctas, uint32_t n, nat_buf_t *out);
/* NULL and a message. Freed with nat_index_free. */
nat_chunks_t *nat_index_read(nat_file_t *f, const nat_frame_t *at, uint32_t n, diag_t *d);
void nat_index_free(nat_chunks_t *ctas, uint32_t n);

#endif
