/*
 * Inside the Accel-Sim reader.
 *
 * A kernel file is read once, before its launch runs. Every instruction line becomes a record of a
 * few bytes in its thread block's stream; the static instruction is found by comparing the line's
 * beginning with the line that was last seen at that PC, so that most lines are never tokenized.
 * The front end then decodes records; a block's stream is freed when its CTA has finished. A launch
 * that is continued from a checkpoint keeps the streams of CTAs that had finished before, so that
 * cta_peek() gives what it gave at the launch's start.
 *
 * A record:
 *     head   1 byte, ACC_HEAD_*
 *     index  4 bytes, of the static instruction in order of first sight; left out with HEAD_NEXT
 *     mask   4 bytes; left out with HEAD_MASK
 *     addresses, by the form in the head: none; base (8 bytes); base and stride (8 + 4); base and a
 *     difference for every further active lane from the one before it (1, 2, 4 or 8 bytes each)
 */
#ifndef LW_TRACE_ACCELSIM_INT_H
#define LW_TRACE_ACCELSIM_INT_H

#include "front/front.h"
#include "trace/accelsim.h"
#include "trace/accelsim_memory.h"
#include "trace/files.h"

enum {
    ACC_LANES = 32,
    ACC_MAX_WARPS = 32, /* of a block: 1024 threads */
    ACC_RECORD_MAX = 1 + 4 + 4 + 8 + 8 * ACC_LANES,
    ACC_TEXT_MAX = 96,
    ACC_OPCODE_MAX = 64,
};

#define ACC_NONE UINT32_MAX
/* GPUs' virtual addresses have 49 bits; local memory gets places of its own beyond them. */
#define ACC_ADDR_END   (UINT64_C(1) << 49)
#define ACC_LOCAL_BASE ACC_ADDR_END
/* Size of the generic windows of shared and of local memory. */
#define ACC_WINDOW (UINT64_C(1) << 24)

enum acc_head {
    ACC_HEAD_MASK = 1,        /* the mask of the record before */
    ACC_HEAD_NEXT = 2,        /* the static instruction after that of the record before */
    ACC_HEAD_FORM_SHIFT = 2,  /* 3 bits: acc_form_t */
    ACC_HEAD_SPACE_SHIFT = 5, /* 3 bits: inst_space_t */
};

typedef enum acc_form {
    ACC_FORM_NONE,
    ACC_FORM_SAME,   /* every lane at base */
    ACC_FORM_STRIDE, /* active lane k at base + k * stride */
    ACC_FORM_DIFF8,
    ACC_FORM_DIFF16,
    ACC_FORM_DIFF32,
    ACC_FORM_DIFF64,
} acc_form_t;

/* A static instruction while the file is read. */
typedef struct acc_inst {
    inst_t inst;    /* loop is found at the end */
    uint32_t next;  /* the one that followed it last: a guess */
    uint32_t mask;  /* of the line that text is from */
    int line;       /* where it was first seen */
    uint8_t len;    /* of text; 0: too long to be compared */
    uint8_t fixed;  /* bytes of text up to the mask's end */
    bool addresses; /* a memory width other than 0: addresses follow text */
    bool whole;     /* text is all of the line that matters, with its newline */
    char text[ACC_TEXT_MAX];
    bool jumps, async, waits; /* as acc_sass_t */
    uint32_t back;            /* target PC of its last jump back */
    char opcode[ACC_OPCODE_MAX];
} acc_inst_t;

/* What the opcode says. */
typedef struct acc_sass {
    uint8_t unit, kind, space, width, cache_op, initiation, op;
    bool addresses; /* needs them when a lane is active */
    bool async;     /* LDGSTS: writes shared memory, waited for by DEPBAR */
    bool waits;     /* DEPBAR */
    bool jumps;     /* a branch that can close a loop */
} acc_sass_t;

/* 0; -ENOENT: unknown; -ENOTSUP: texture, surface or bulk copy, whose addresses no trace has. */
int acc_sass_find(const char *opcode, size_t len, acc_sass_t *out);
/* All names that are known, group by group, with spaces between; NULL after the last group. */
const char *acc_sass_names(unsigned i);

/* The header of a kernel file. */
typedef struct acc_head_info {
    char *name;
    uint32_t grid[3], block[3];
    uint32_t shmem, nregs, version;
    uint64_t shmem_base, local_base; /* of the generic windows; 0: none */
    bool lineinfo;
} acc_head_info_t;

int acc_read_head(stream_t *t, acc_head_info_t *h, diag_t *d);

/* A thread block's records, warp by warp. */
typedef struct acc_warp {
    uint32_t insts;
    size_t offset;
} acc_warp_t;

typedef struct acc_block {
    uint32_t cta;
    int line;         /* of its "thread block =" */
    bool done;        /* its CTA has finished */
    uint8_t *stream;  /* freed when its CTA has finished */
    acc_warp_t *warp; /* [warps_per_cta]; part of the same allocation as stream */
} acc_block_t;

/* A kernel, all that its launch needs. */
typedef struct acc_kernel {
    acc_head_info_t head;
    uint32_t warps; /* per CTA */
    uint64_t ctas;
    acc_inst_t *seen; /* in order of first sight; freed once the program is made */
    uint32_t n_seen, cap_seen;
    inst_t *inst; /* in order of PC */
    const inst_t **by_seen;
    acc_block_t *block; /* by CTA once read */
    uint64_t n_blocks, cap_blocks;
    uint32_t *cta_order;              /* the file's, unless ascending */
    uint64_t global_low, global_high; /* addresses used: [low, high); low > high: none */
    uint64_t local_low, local_high;   /* offsets in a thread's local memory */
    uint64_t *edge;                   /* backward jumps seen: header PC << 32 | PC of the jump */
    uint32_t n_edges, cap_edges;
    uint8_t *cta_slot; /* places of local memory in use */
    uint32_t n_slots;
    struct acc_trace *trace; /* that it is launched from; NULL: its memory is looked at only */
    acc_memory_t *memory;    /* where its global accesses are noted, or NULL */
    front_cta_t *open;       /* CTAs that have begun and not ended */
    front_t front;
} acc_kernel_t;

/* Is the byte in device memory that the trace tells of? */
bool acc_allocated(struct acc_trace *t, uint64_t addr);

/* After the header: all blocks, then the static program. 0 or a negative errno. */
int acc_read_body(acc_kernel_t *k, stream_t *t, diag_t *d);
/* Sorts the program by PC and finds its loops. */
int acc_make_program(acc_kernel_t *k, const stream_t *t, diag_t *d);
/* Backward jumps may be noted more than once: sorts them, each once. */
void acc_sort_edges(acc_kernel_t *k);
void acc_kernel_free(acc_kernel_t *k);

/* The front of a kernel: with a header only, and once its body was read. */
void acc_front_head(acc_kernel_t *k);
void acc_front_body(acc_kernel_t *k);
/* Frees the CTAs of a launch that was not run to its end. */
void acc_front_close(acc_kernel_t *k);

void *acc_grow(void *p, size_t size, uint64_t n); /* realloc that ends the program without memory */

#endif
