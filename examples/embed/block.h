/* A unit of liblockwarp whose ports are named: what goes wrong is kept, and later calls do nothing.
 */
#ifndef EMBED_BLOCK_H
#define EMBED_BLOCK_H

#include <lockwarp/unit.h>

enum { PORTS = 24 };

typedef struct block {
    lw_unit_t *unit;
    int field[PORTS]; /* of port i in the list that it was made with */
    int status;
    char text[512]; /* what went wrong */
} block_t;

/* ports: names, up to NULL; at most PORTS. */
void block_open(block_t *b, const char *unit, const lw_setting_t *settings, size_t n,
                const char *engine, const char *const *ports);
void block_close(block_t *b);

/* Element of an input or output, the port by its place in the list. */
void block_set(block_t *b, int port, unsigned element, uint64_t value);
uint64_t block_get(block_t *b, int port, unsigned element);
void block_tick(block_t *b);

#endif
