/*
 * Where mummergpu's tree lies in its textures. The original numbers nodes level by level and puts
 * 32 consecutive ones below each other, the next 32 in the column beside, in a texture array of
 * 4096 columns. GPGPU-Sim lays such an array out in tiles that fill a line of its texture cache: 4
 * x 2 elements of 16 bytes. A texture here is linear memory, so columns and rows are chosen that
 * put every node where its tile has it: a tile is eight columns of a row.
 */
#ifndef LW_WORKLOAD_MUMMERGPU_TREE_TEXTURE_H
#define LW_WORKLOAD_MUMMERGPU_TREE_TEXTURE_H

#include <stdint.h>

#define TREE_TEXTURE_COLUMNS 8192u

/* The place of a node: its column, and its row in the upper half. Number 0 (no node) is at 0. */
uint32_t tree_texture_place(uint32_t number);

/* The node at a place. */
uint32_t tree_texture_number(uint32_t place);

/* Rows that so many nodes take. */
uint32_t tree_texture_rows(uint32_t nodes);

/* The element of a place in linear memory. */
uint32_t tree_texture_element(uint32_t place);

#endif
