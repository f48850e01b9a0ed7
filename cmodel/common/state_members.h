/*
 * The state of a struct as a list of its members (common/state_io.h): each is named once, with what
 * becomes of it in a checkpoint. A list is an X-macro LIST(F) of F(kind, member, more), in the
 * order of the struct:
 *
 *   KEEP    the object's own: made from the configuration, not in the file. KEEPS: of an aggregate
 *   MADE    not in the file: made from other members when these are loaded. MADES: likewise
 *   ANY     in the file; every value is one. ANYS: an array of such numbers
 *   MOST    a number of at most `more`. MOSTS: an array of them
 *   BOOL    a bool
 *   WALK    `more` is a statement that walks it. PART: the same of an aggregate
 *   COUNTS  a struct of uint64_t counters
 *
 * STATE_LIST(type, LIST), once beside the list, does not compile if the list lacks a member, has
 * one twice or has them in another order: whoever adds a member to a struct decides here.
 * STATE_WALK(object, io, LIST) walks the members; in the expressions of the list the object is `o`.
 *
 * The lengths of arrays behind pointers are the walks' to know; they come from the configuration.
 */
#ifndef LW_COMMON_STATE_MEMBERS_H
#define LW_COMMON_STATE_MEMBERS_H

#include "common/state_io.h"

/* clang-format off */
#define STATE_ZERO_KEEP   0,
#define STATE_ZERO_KEEPS  {},
#define STATE_ZERO_MADE   0,
#define STATE_ZERO_MADES  {},
#define STATE_ZERO_ANY    0,
#define STATE_ZERO_ANYS   {},
#define STATE_ZERO_MOST   0,
#define STATE_ZERO_MOSTS  {},
#define STATE_ZERO_BOOL   0,
#define STATE_ZERO_WALK   0,
#define STATE_ZERO_PART   {},
#define STATE_ZERO_COUNTS {},
#define STATE_ZERO_OF(kind, member, more) STATE_ZERO_##kind
#define STATE_NAME_OF(kind, member, more) char member;

/* One initializer a member, no more (an error) and no fewer (a warning); and no name twice. */
#define STATE_LIST(type, LIST)                                                                     \
    _Static_assert(sizeof((type){LIST(STATE_ZERO_OF)}) == sizeof(type) &&                          \
                       sizeof(struct { LIST(STATE_NAME_OF) }) != 0, #type)

#define STATE_WALK_KEEP(m, more)
#define STATE_WALK_KEEPS(m, more)
#define STATE_WALK_MADE(m, more)
#define STATE_WALK_MADES(m, more)
#define STATE_WALK_ANY(m, more)    state_bytes(io, &o->m, sizeof o->m);
#define STATE_WALK_ANYS(m, more)   state_bytes(io, o->m, sizeof o->m);
#define STATE_WALK_MOST(m, more)   state_number(io, &o->m, sizeof o->m, (more), #m);
#define STATE_WALK_MOSTS(m, more)                                                                  \
    state_numbers(io, o->m, sizeof o->m[0], sizeof o->m / sizeof o->m[0], (more), #m);
#define STATE_WALK_BOOL(m, more)   state_bool(io, &o->m, #m);
#define STATE_WALK_WALK(m, more)   more;
#define STATE_WALK_PART(m, more)   more;
#define STATE_WALK_COUNTS(m, more) state_bytes(io, &o->m, sizeof o->m);
#define STATE_WALK_OF(kind, member, more) STATE_WALK_##kind(member, more)

#define STATE_WALK(object, io, LIST)                                                               \
    do {                                                                                           \
        __typeof__(object) const o = (object);                                                     \
        (void)o, (void)io;                                                                         \
        LIST(STATE_WALK_OF)                                                                        \
    } while (0)
/* clang-format on */

#endif
