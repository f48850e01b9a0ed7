#include "text/visible.h"

#include <stdint.h>

/* How many bytes a character has that begins so, and its first bits; 0: none begins so. */
static size_t length_of(uint8_t first, uint32_t *bits)
{
    if (first < 0x80)
        return *bits = first, 1;
    if (first >= 0xc2 && first < 0xe0)
        return *bits = first & 0x1f, 2;
    if (first >= 0xe0 && first < 0xf0)
        return *bits = first & 0x0f, 3;
    if (first >= 0xf0 && first < 0xf5)
        return *bits = first & 0x07, 4;
    return 0;
}

/* Controls of ASCII and of Latin-1, those of the direction of writing, ends of lines and of
 * paragraphs, halves of pairs, marks of byte order, and what is no character. */
static bool is_shown(uint32_t c)
{
    return c >= 0x20 && !(c >= 0x7f && c < 0xa0) && c != 0x61c && c != 0x200e && c != 0x200f &&
           !(c >= 0x2028 && c <= 0x202e) && !(c >= 0x2066 && c <= 0x2069) &&
           !(c >= 0xd800 && c < 0xe000) && c != 0xfeff && (c & 0xfffe) != 0xfffe && c < 0x110000;
}

size_t visible_next(const char *text, size_t n, bool *shown)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t c = 0;
    size_t bytes = length_of((uint8_t)*text, &c);
    *shown = false;
    for (size_t i = 1; i < bytes; i++) {
        if (i == n)
            return 0;
        if (((uint8_t)text[i] & 0xc0) != 0x80)
            return 1;
        c = c << 6 | ((uint8_t)text[i] & 0x3f);
    }
    if (!bytes || c < least[bytes])
        return 1;
    *shown = is_shown(c);
    return bytes;
}
