#include "workload/mummergpu/tree_texture.h"

#define COLUMN_BITS 12 /* of the original's array */
#define BLOCK_BITS  5  /* nodes below each other */
#define BLOCK       (1u << BLOCK_BITS)

uint32_t tree_texture_place(uint32_t number)
{
    uint32_t x = number >> BLOCK_BITS & ((1u << COLUMN_BITS) - 1);
    uint32_t y = (number >> (COLUMN_BITS + BLOCK_BITS)) * BLOCK + number % BLOCK;
    return y / 2 << 16 | x / 4 * 8 | y % 2 * 4 | x % 4;
}

uint32_t tree_texture_number(uint32_t place)
{
    uint32_t column = place & 0xffff;
    uint32_t x = column / 8 * 4 + column % 4, y = (place >> 16) * 2 + column / 4 % 2;
    return (y / BLOCK << COLUMN_BITS | x) << BLOCK_BITS | y % BLOCK;
}

uint32_t tree_texture_rows(uint32_t nodes)
{
    uint32_t bands = (nodes >> (COLUMN_BITS + BLOCK_BITS)) + 1; /* of full width */
    return bands * (BLOCK / 2);
}

uint32_t tree_texture_element(uint32_t place)
{
    return (place >> 16) * TREE_TEXTURE_COLUMNS + (place & 0xffff);
}
