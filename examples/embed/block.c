#include "block.h"

#include <stdio.h>

static void check(block_t *b, int status)
{
    if (!status || b->status)
        return;
    b->status = status;
    snprintf(b->text, sizeof b->text, "%s", lw_unit_message(b->unit));
}

void block_open(block_t *b, const char *unit, const lw_setting_t *settings, size_t n,
                const char *engine, const char *const *ports)
{
    lw_error_t error;
    *b = (block_t){.unit = lw_unit_new(unit, settings, n, engine, &error)};
    if (!b->unit) {
        b->status = error.status;
        snprintf(b->text, sizeof b->text, "%s", error.text);
        return;
    }
    for (int i = 0; ports[i]; i++) {
        b->field[i] = lw_unit_find(b->unit, ports[i]);
        if (b->field[i] < 0 && !b->status) {
            b->status = b->field[i];
            snprintf(b->text, sizeof b->text, "%s has no port %s", unit, ports[i]);
        }
    }
}

void block_close(block_t *b)
{
    lw_unit_free(b->unit);
    b->unit = NULL;
}

void block_set(block_t *b, int port, unsigned element, uint64_t value)
{
    if (!b->status)
        check(b, lw_unit_set(b->unit, b->field[port], element, value));
}

uint64_t block_get(block_t *b, int port, unsigned element)
{
    uint64_t value = 0;
    if (!b->status)
        check(b, lw_unit_get(b->unit, b->field[port], element, &value));
    return value;
}

void block_tick(block_t *b)
{
    if (!b->status)
        check(b, lw_unit_tick(b->unit));
}
