#include "hash/sha256.h"

#include <stdint.h>
#include <stdio.h>

#include <nettle/base64.h>
#include <nettle/sha2.h>

static void digest_of(const void *bytes, size_t n, uint8_t raw[SHA256_DIGEST_SIZE])
{
    struct sha256_ctx sha;
    sha256_init(&sha);
    sha256_update(&sha, n, bytes);
    sha256_digest(&sha, SHA256_DIGEST_SIZE, raw);
}

void sha256_text(const void *bytes, size_t n, char digest[SHA256_DIGITS])
{
    uint8_t raw[SHA256_DIGEST_SIZE];
    digest_of(bytes, n, raw);
    for (unsigned i = 0; i < sizeof raw; i++)
        snprintf(digest + 2 * i, 3, "%02x", raw[i]);
}

void sha256_base64(const void *bytes, size_t n, char digest[SHA256_BASE64])
{
    uint8_t raw[SHA256_DIGEST_SIZE];
    digest_of(bytes, n, raw);
    base64_encode_raw(digest, sizeof raw, raw);
    digest[SHA256_BASE64 - 1] = 0;
}
