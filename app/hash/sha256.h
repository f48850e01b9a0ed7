/* SHA-256 of bytes in memory. */
#ifndef LW_HASH_SHA256_H
#define LW_HASH_SHA256_H

#include <stddef.h>

enum {
    SHA256_DIGITS = 65, /* hexadecimal digits of a digest, with the NUL */
    SHA256_BASE64 = 45  /* the same in base 64 */
};

void sha256_text(const void *bytes, size_t n, char digest[SHA256_DIGITS]);
void sha256_base64(const void *bytes, size_t n, char digest[SHA256_BASE64]);

#endif
