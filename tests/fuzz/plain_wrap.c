/* Linked in place of zstd's compression into a program that makes seeds (-Wl,--wrap): its traces
 * hold their frames plain (plain_zstd.h), so that fuzzing changes content. */
#include <zstd.h>

#include "plain_zstd.h"

size_t __wrap_ZSTD_compress2(ZSTD_CCtx *ctx, void *out, size_t room, const void *in, size_t bytes);

size_t __wrap_ZSTD_compress2(ZSTD_CCtx *ctx, void *out, size_t room, const void *in, size_t bytes)
{
    (void)ctx;
    if (room < plain_zstd_room(bytes)) /* as ZSTD_compressBound() allows small frames less */
        return (size_t)-70;            /* ZSTD_error_dstSize_tooSmall */
    return plain_zstd(out, in, bytes);
}
