/* zstd frames that hold their bytes as they are, without a checksum: a changed byte changes the
 * content and nothing else. */
#ifndef LW_FUZZ_PLAIN_ZSTD_H
#define LW_FUZZ_PLAIN_ZSTD_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of a frame at most. */
size_t plain_zstd_room(size_t bytes);
/* The frame's size. */
size_t plain_zstd(uint8_t *out, const uint8_t *data, size_t bytes);

#endif
