/*
 * Accel-Sim traces for tests: the text of a kernel, and the launch that a trace gives out for it,
 * stepped over instruction by instruction.
 */
#ifndef LW_TESTS_ACCELSIM_RIG_H
#define LW_TESTS_ACCELSIM_RIG_H

#include "trace_rig.h"

#define HEAD_OF(version, lineinfo, grid, block)                                                    \
    "-kernel name = k\n-kernel id = 1\n-grid dim = " grid "\n-block dim = " block                  \
    "\n-shmem = 64\n-nregs = 20\n-binary version = 61\n-cuda stream id = 0\n"                      \
    "-shmem base_addr = 0x00007f0000000000\n-local mem base_addr = 0x00007f0002000000\n"           \
    "-nvbit version = 1.5.5\n-accelsim tracer version = " version "\n-enable lineinfo = " lineinfo \
    "\n\n#traces format = PC\n\n"
#define HEAD                HEAD_OF("4", "0", "(1,1,1)", "(32,1,1)")
#define BLOCK(coord)        "\n\n#BEGIN_TB\n\nthread block = " coord "\n\n"
#define WARP(number, insts) "warp = " number "\ninsts = " insts "\n"
#define END                 "\n#END_TB\n"
/* One block of one warp. */
#define ONE(insts, lines) HEAD BLOCK("0,0,0") WARP("0", insts) lines END

typedef struct opened {
    trace_t *t;
    front_t *f;
    front_cta_t *cta;
    front_warp_t *w;
    const inst_t *next;
    warp_step_t s;
} opened_t;

static inline void must(int rc, const diag_t *d)
{
    if (rc)
        fail_msg("%s", d->text);
}

/* Opens a path, passes over copies, loads the next launch. */
static inline void open_path(opened_t *o, const char *path)
{
    diag_t d = {{0}};
    trace_step_t step;
    memset(o, 0, sizeof *o);
    must(trace_open(path, &o->t, &d), &d);
    do
        must(trace_next(o->t, &step, &d), &d);
    while (step.kind == TRACE_COPY);
    assert_int_equal(step.kind, TRACE_LAUNCH);
    o->f = step.front;
    must(trace_load(o->t, &d), &d);
}

static inline void open_text(opened_t *o, const char *kernel)
{
    rig_write("kernelslist.g", "kernel-1.traceg\n");
    rig_write("kernel-1.traceg", kernel);
    open_path(o, rig_dir);
}

static inline void begin(opened_t *o, uint32_t cta, unsigned warp)
{
    o->cta = o->f->ops->cta_begin(o->f->ctx, cta);
    o->w = o->f->ops->cta_warp(o->f->ctx, o->cta, warp);
    o->next = o->f->ops->first(o->f->ctx, o->w);
}

/* Steps over the next instruction, which must be at pc, with these lanes active. */
static inline const inst_t *at(opened_t *o, uint32_t pc, uint64_t active)
{
    const inst_t *inst = o->next;
    assert_non_null(inst);
    assert_int_equal(inst->pc, pc);
    o->f->ops->step(o->f->ctx, o->w, &o->s);
    assert_int_equal(o->s.active, active);
    o->next = o->s.next;
    return inst;
}

static inline void end_warp(opened_t *o)
{
    assert_null(o->next);
}

static inline void close_trace(opened_t *o)
{
    if (o->cta)
        o->f->ops->cta_end(o->f->ctx, o->cta);
    trace_close(o->t);
}

#endif
