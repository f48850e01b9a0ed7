/*
 * What the command line needs of a device beyond driver.h: opening it on a GPU model or for
 * functional execution only, choosing the launches that are timed, and what became of them.
 *
 * A launch that is not timed still runs, functionally, so that later launches see the data they
 * would have seen (but for a trace's: dev_launch_front()). Launches are numbered from 1 in the
 * order in which the host makes them.
 */
#ifndef LW_DRIVER_DEVICE_H
#define LW_DRIVER_DEVICE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"
#include "common/state_io.h"
#include "driver/driver.h"
#include "gpu/gpu.h"
#include "isa/isa.h"

/* One launch, as reported before and after it runs. */
typedef struct dev_launch_info {
    uint64_t number; /* from 1 */
    const char *kernel;
    dim3_t grid, block;
    uint32_t shared;            /* dynamic */
    bool chosen;                /* by kernel, first and last */
    bool timed;                 /* it is, and there is a GPU model */
    uint64_t warp_instructions; /* after a functional launch; else 0 */
    const char *warning;        /* after it: isa_launch_warning; NULL: none */
    const char *slack_warning;  /* likewise: isa_launch_slack_warning */
} dev_launch_info_t;

/* Watches a device, so that what it does can be recorded. The launches are those that kernel, first
 * and last choose, timed or not. */
typedef struct dev_tap {
    void *ctx;
    /* From the host to [addr, addr + bytes); preloaded: it also left lines in the L2. */
    void (*copy)(void *ctx, uint64_t addr, uint64_t bytes, bool preloaded);
    /* The front end to run instead of f; NULL with a message in d. */
    front_t *(*launch)(void *ctx, front_t *f, diag_t *d);
    /* After it ran to its end: 0 or a negative errno with a message. */
    int (*launch_end)(void *ctx, diag_t *d);
    /* It stopped although f had no fault: a negative errno with a message. */
    int (*fault)(void *ctx, diag_t *d);
} dev_tap_t;

typedef struct dev_cfg {
    const gpu_cfg_t *gpu_cfg; /* warp size and the limits of a launch */
    gpu_t *gpu;               /* NULL: functional execution only */
    uint64_t memory_bytes;    /* of the arena */
    const char *kernel;       /* time launches of this kernel only; NULL: any */
    uint64_t first, last;     /* time launches first ... last only; 0, 0: all */
    void (*before)(void *ctx, const dev_launch_info_t *l); /* NULL: none */
    void (*after)(void *ctx, const dev_launch_info_t *l);  /* after success; NULL: none */
    /* What kernels print; NULL: lost. */
    void (*print)(void *ctx, const char *text, size_t bytes);
    /* Checkpoints. When *stop (NULL: never) is not 0, or the GPU stops by itself (gpu_set_stop_at),
     * the launch stands still and on_stop is called, where dev_state() may save it. It returns
     * true to go on; false ends the run: dev_error is -ECANCELED, dev_summary_t.suspended. */
    const volatile sig_atomic_t *stop;
    bool (*on_stop)(void *ctx, device_t *dev); /* NULL with stop: ends the run */
    void *ctx;
} dev_cfg_t;

/* A launch that comes from a trace instead of a module. */
typedef struct dev_front {
    front_t *front;
    int (*load)(void *ctx, diag_t *d);  /* completes the front; not called if it is passed over */
    int (*fault)(void *ctx, diag_t *d); /* why the running front has set its error */
    void *ctx;
} dev_front_t;

/* Launches it through the GPU model, or counts its instructions when the device has none. A launch
 * that is not timed although there is a GPU model is passed over: it changes no memory. Errors as
 * dev_launch(). */
int dev_launch_front(device_t *dev, const dev_front_t *f);

/* The host has copied to [addr, addr + bytes) of a trace's memory: the L2 holds it. */
int dev_preload(device_t *dev, uint64_t addr, uint64_t bytes);

/* NULL on error (d says which). The configuration is copied; gpu, kernel and d must outlive the
 * device. */
device_t *dev_open(const dev_cfg_t *cfg, diag_t *d);
void dev_close(device_t *dev); /* NULL is fine */

/* From now on; tap must outlive the device. */
void dev_set_tap(device_t *dev, const dev_tap_t *tap);

typedef struct dev_summary {
    uint64_t launches, timed_launches;
    uint64_t warp_instructions, thread_instructions; /* of the functional launches */
    isa_slack_t slack;                               /* of all launches */
    bool stopped;   /* at the GPU's cycle limit: dev_error is -ECANCELED */
    bool halted;    /* by a policy: dev_error is -ECANCELED */
    bool suspended; /* on_stop ended the run: dev_error is -ECANCELED */
    bool internal;  /* the GPU model found itself inconsistent: dev_error is -EIO */
} dev_summary_t;

void dev_summary(const device_t *dev, dev_summary_t *out);

/* In on_stop: writes device, launch under way and GPU. What the GPU's policies hold is the
 * caller's to write after it. NULL, or why this launch cannot be written (nothing is then). */
const char *dev_state(device_t *dev, state_io_t *io);

/*
 * Continues from a stream that dev_state() has written, before the host program is run again
 * from its start on this new device. Launches before the one of the checkpoint are passed over,
 * what the host reads until then comes from the stream, and so does everything else when that
 * launch is reached; on_restore then reads what follows, and ends the stream (0, or a negative
 * errno with a message in the device's diag). The run goes on in the middle of that launch.
 * 0, or a negative errno, the stream's problem still to be told by state_close().
 */
int dev_resume(device_t *dev, state_io_t *io, int (*on_restore)(void *ctx, state_io_t *io));
/* Still on the way to the launch of the checkpoint? At the host program's end: it is another
 * program than was stopped. */
bool dev_replaying(const device_t *dev);

#endif
