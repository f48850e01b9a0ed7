#include "policy/shadow.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int shadow_init(shadow_t *s, uint32_t sets, uint32_t ways)
{
    size_t lines = (size_t)sets * ways;
    *s = (shadow_t){.sets = sets,
                    .ways = ways,
                    .line = calloc(lines, sizeof *s->line),
                    .touch = calloc(lines, sizeof *s->touch),
                    .mark = calloc(lines, 1)};
    if (s->line && s->touch && s->mark)
        return 0;
    shadow_free(s);
    return -ENOMEM;
}

void shadow_free(shadow_t *s)
{
    free(s->line);
    free(s->touch);
    free(s->mark);
    *s = (shadow_t){0};
}

/* The way that holds the line, or the least recent one (empty ways first). */
static size_t place(const shadow_t *s, uint32_t set, uint64_t line, bool *present)
{
    size_t first = (size_t)set * s->ways, oldest = first;
    for (size_t i = first; i < first + s->ways; i++) {
        if (s->line[i] == line + 1) {
            *present = true;
            return i;
        }
        if (s->touch[i] < s->touch[oldest])
            oldest = i;
    }
    *present = false;
    return oldest;
}

shadow_mark_t shadow_read(shadow_t *s, uint32_t set, uint64_t line)
{
    bool present;
    size_t i = place(s, set, line, &present);
    shadow_mark_t mark = present ? (shadow_mark_t)s->mark[i] : SHADOW_NONE;
    s->line[i] = line + 1;
    s->mark[i] = SHADOW_NONE;
    s->touch[i] = ++s->clock;
    return mark;
}

void shadow_set_mark(shadow_t *s, uint32_t set, uint64_t line, shadow_mark_t mark)
{
    bool present;
    size_t i = place(s, set, line, &present);
    if (present)
        s->mark[i] = (uint8_t)mark;
}

void shadow_clear(shadow_t *s)
{
    size_t lines = (size_t)s->sets * s->ways;
    memset(s->line, 0, lines * sizeof *s->line);
    memset(s->touch, 0, lines * sizeof *s->touch);
    memset(s->mark, 0, lines);
}

void shadow_state(shadow_t *s, state_io_t *io)
{
    size_t lines = (size_t)s->sets * s->ways;
    STATE(io, s->clock);
    state_bytes(io, s->line, lines * sizeof *s->line);
    state_bytes(io, s->touch, lines * sizeof *s->touch);
    state_bytes(io, s->mark, lines);
}
