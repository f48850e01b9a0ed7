#include "hash/sha256.h"

#include <stdint.h>
#include <stdio.h>

#include <nettle/sha2.h>

void sha256_text(const void *bytes, size_t n, char digest[SHA256_DIGITS])
{
    struct sha256_ctx sha;
    uint8_t raw[SHA256_DIGEST_SIZE];
    sha256_init(&sha);
    sha256_update(&sha, n, bytes);
    sha256_digest(&sha, sizeof raw, raw);
    for (unsigned i = 0; i < sizeof raw; i++)
        snprintf(digest + 2 * i, 3, "%02x", raw[i]);
}
