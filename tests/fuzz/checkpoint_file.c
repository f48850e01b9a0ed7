/* A file as a checkpoint: its first line, its frame, its head. Where the first byte is 1, the rest
 * is what stands behind the name of the program that wrote it, in a frame that is right. */
#include "fuzz.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/checkpoint.h"
#include "cli/cmd.h"
#include "cli/run_opts.h"
#include "hash/source_hash.h"

typedef struct bytes {
    uint8_t *at;
    size_t n;
} bytes_t;

static int put(void *ctx, const void *data, size_t n)
{
    bytes_t *b = ctx;
    uint8_t *grown = realloc(b->at, b->n + n);
    if (!grown)
        return -ENOMEM;
    b->at = grown;
    memcpy(b->at + b->n, data, n);
    b->n += n;
    return 0;
}

static void put_value(state_io_t *io, const char *name, const char *value)
{
    char *copy[2] = {strdup(name), strdup(value)};
    state_text(io, &copy[0]);
    state_text(io, &copy[1]);
    free(copy[0]);
    free(copy[1]);
}

static bytes_t pack(const uint8_t *data, size_t size)
{
    static const char line[] = "lockwarp checkpoint 1\n";
    bytes_t file = {NULL, 0};
    uint64_t two = 2;
    diag_t d = {{0}};
    put(&file, line, sizeof line - 1);
    state_io_t *io = state_save(put, &file);
    state_section(io, "program");
    state_count(io, &two, 2, "values");
    put_value(io, "version", lw_version);
    put_value(io, "sources", source_hash("program"));
    uint8_t *copy = malloc(size + 1);
    memcpy(copy, data, size);
    state_bytes(io, copy, size);
    free(copy);
    if (state_close(io, &d))
        fuzz_fail("%s", d.text);
    return file;
}

static void open_file(const char *path)
{
    checkpoint_head_t h;
    state_io_t *io = NULL;
    FILE *file = NULL;
    diag_t d = {{0}};
    run_opts_t o;
    run_opts_default(&o);
    int rc = checkpoint_open(path, &h, &io, &file, &d);
    if (!rc)
        rc = run_opts_resume(&o, &h.settings, path, &d);
    fuzz_answer(rc, &d);
    state_abandon(io);
    if (file)
        fclose(file);
    checkpoint_head_free(&h);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    if (!size || data[0] != 1) {
        open_file(fuzz_file(0, data, size));
        return;
    }
    bytes_t file = pack(data + 1, size - 1);
    open_file(fuzz_file(0, file.at, file.n));
    free(file.at);
}
