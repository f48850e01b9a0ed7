#include "policy/shadow.h"

#define SHADOW_MEMBERS(F)                                                                          \
    F(KEEP, ways, ) F(KEEP, line, ) F(KEEP, mark, ) F(PART, used, STATE(io, o->used.clock))

STATE_LIST(shadow_t, SHADOW_MEMBERS);

void shadow_state(shadow_t *s, state_io_t *io)
{
    STATE_WALK(s, io, SHADOW_MEMBERS);
}

/* The way that holds the line, or the least recent one (empty ways first). */
static size_t entry_of(const shadow_t *s, uint32_t set, uint64_t line, bool *present)
{
    size_t first = (size_t)set * s->ways;
    for (size_t i = first; i < first + s->ways; i++)
        if (s->line[i] == line + 1) {
            *present = true;
            return i;
        }
    *present = false;
    return stamps_oldest(&s->used, first, s->ways);
}

shadow_mark_t shadow_read(shadow_t *s, uint32_t set, uint64_t line)
{
    bool present;
    size_t i = entry_of(s, set, line, &present);
    shadow_mark_t mark = present ? (shadow_mark_t)s->mark[i] : SHADOW_NONE;
    s->line[i] = line + 1;
    s->mark[i] = SHADOW_NONE;
    stamps_use(&s->used, i);
    return mark;
}

bool shadow_holds(const shadow_t *s, uint32_t set, uint64_t line)
{
    bool present;
    entry_of(s, set, line, &present);
    return present;
}

void shadow_set_mark(shadow_t *s, uint32_t set, uint64_t line, shadow_mark_t mark)
{
    bool present;
    size_t i = entry_of(s, set, line, &present);
    if (present)
        s->mark[i] = (uint8_t)mark;
}
