/*
 * The state of reading one kernel file, and who reads what of it, from the top down:
 *
 *   accelsim_body.c  thread blocks and warps
 *   accelsim_line.c  their instruction lines, nearly all of which repeat an earlier one
 *   accelsim_scan.c  those that do not
 */
#ifndef LW_TRACE_ACCELSIM_SCAN_H
#define LW_TRACE_ACCELSIM_SCAN_H

#include "trace/accelsim_int.h"

typedef struct scan {
    acc_kernel_t *k;
    stream_t *t;
    diag_t *d;
    uint32_t *table; /* open addressing: PC to index of k->seen, or ACC_NONE */
    uint32_t table_mask;
    uint32_t threads; /* of a block */
    bool old, lineinfo, imm;
    uint32_t place[4]; /* block x, y, z and warp being read */
    uint32_t lanes;    /* those that the warp has */
    uint32_t first;    /* static instruction that began the last warp */
    uint32_t prev;     /* of the warp's line before; ACC_NONE: none */
    uint32_t mask;     /* of the same */
    uint8_t *out;      /* records of the block so far */
    size_t n, cap;
    char word[48]; /* of a message */
} scan_t;

/* One instruction line. */
int scan_inst(scan_t *s);

/* What leads an instruction line of some tracers. */
int scan_prefix(scan_t *s, const char **at);
/* The static instruction of the line at *at, which is moved to what follows its text. */
int scan_find(scan_t *s, const char **at, uint32_t *index);
/* The immediate, if lines have one, and the newline. */
int scan_end_of_line(scan_t *s, const char **at);

static inline const char *scan_skip_spaces(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

/* 16: not a digit. */
static inline uint32_t scan_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (uint32_t)(c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10 : 16;
}

#endif
