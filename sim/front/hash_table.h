/* uthash, without memory as everything else (front/memory.h). */
#ifndef LW_FRONT_HASH_TABLE_H
#define LW_FRONT_HASH_TABLE_H

#include "front/memory.h"

#define uthash_fatal(message) memory_out()
#include <uthash.h>

#endif
