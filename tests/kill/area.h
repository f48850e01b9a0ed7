/*
 * What a victim and its killer share: a file that both map. The victim, and every program that it
 * starts, notes in it the calls that change files (strike.c, preloaded); the killer (victim.c)
 * reads them, and says at which of them the victim is to die.
 */
#ifndef LW_KILL_AREA_H
#define LW_KILL_AREA_H

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

enum { AREA_CALLS = 32768, AREA_KIND = 8, AREA_NAME = 64 };

/* When at the call: before it, after it, or when half of what it writes is written. */
typedef enum area_how { AREA_BEFORE, AREA_HALF, AREA_AFTER } area_how_t;

typedef struct area_call {
    char kind[AREA_KIND]; /* open, write, sync, cut, link, rename, remove, mkdir, exec, say */
    char name[AREA_NAME]; /* the file's, without its folder */
    pid_t pid;
    _Atomic uint32_t noted; /* the rest is written */
} area_call_t;

typedef struct area {
    _Atomic uint32_t n;      /* calls so far, of all processes */
    char kind[AREA_KIND];    /* of the call to die at */
    uint32_t at;             /* which of that kind, from 1; 0: none */
    _Atomic uint32_t seen;   /* calls of that kind so far */
    area_how_t how;          /* see above */
    pid_t group;             /* to be killed; 0: only the process that calls */
    _Atomic uint32_t struck; /* the call at which that was done */
    area_call_t call[AREA_CALLS];
} area_t;

#endif
