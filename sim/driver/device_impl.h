/* The device's insides, shared by the driver's device_*.c only. */
#ifndef LW_DRIVER_DEVICE_IMPL_H
#define LW_DRIVER_DEVICE_IMPL_H

#include <stdbool.h>

#include "driver/device.h"
#include "driver/host_log.h"
#include "isa/isa.h"

#define DEV_ALIGN 256
/* Device memory is mapped in pages of this size, as cuMemGetAllocationGranularity() has it on
 * today's GPUs (assumed): an access faults only where no page is. One page lies below the arena, as
 * a program's first allocation has others below it; above, the last page counts to its end. */
#define DEV_PAGE (UINT64_C(1) << 21)

/* The launch under way. */
typedef struct dev_running {
    front_t *front; /* NULL: none */
    const dev_launch_info_t *info;
    const isa_launch_cfg_t *cfg; /* NULL: of a trace */
    isa_position_t at;           /* of a launch that is not timed */
    isa_notes_t *notes;          /* NULL: of a trace */
} dev_running_t;

/* Until the launch of a checkpoint is reached. */
typedef struct dev_replay {
    state_io_t *io; /* NULL: not replaying */
    int (*on_restore)(void *ctx, state_io_t *io);
    uint64_t launches; /* passed over so far */
    uint64_t number;   /* of the checkpoint's */
} dev_replay_t;

struct dev {
    dev_cfg_t cfg;
    diag_t *d;
    int error;                      /* sticky */
    uint8_t *arena;                 /* memory_bytes, mapped on demand and zero; DEV_PAGE below it */
    uint64_t used;                  /* bytes handed out; grows only */
    front_allocation_t *allocation; /* ascending */
    uint32_t n_allocations, cap_allocations;
    uint64_t grid_workspace; /* of launches whose CTAs wait for each other; 0: none yet */
    dev_module_t *modules;
    const dev_tap_t *tap; /* NULL: nobody watches */
    dev_summary_t summary;
    host_log_t *log; /* NULL: nobody asks for checkpoints */
    dev_running_t now;
    dev_replay_t replay;
};

/* Bytes mapped above what is handed out. */
uint64_t dev_above(const device_t *dev);

/* Makes rc the sticky error, unless there is one; returns the sticky error. */
int dev_fail(device_t *dev, int rc);

/* Whether launch `number` of this kernel is one of those that the configuration chooses. */
bool dev_is_chosen(const device_t *dev, const char *kernel, uint64_t number);

/* Runs a complete front through the GPU model, or goes on with one that dev_restore() has read; the
 * sticky error. */
int dev_run_timed(device_t *dev, const dev_front_t *f, bool restored);

/* A launch has stopped: true to go on; else dev_suspend() ends the run. */
bool dev_goes_on(device_t *dev);
int dev_suspend(device_t *dev);

/* The device's memory is about to change. 0 or the sticky error. */
int dev_changes(device_t *dev);

/* device_state.c: reads the running launch out of the checkpoint. 0 or the sticky error. */
int dev_restore(device_t *dev);

/* A launch, watched or not: run outer between begin and (if it succeeded) end. Both return the
 * sticky error. */
typedef struct dev_watch {
    dev_front_t inner, outer;
    const dev_tap_t *tap; /* NULL: nobody watches this launch */
} dev_watch_t;

int dev_watch_begin(dev_watch_t *w, device_t *dev, const dev_front_t *f, uint64_t number);
int dev_watch_end(dev_watch_t *w, device_t *dev);

#endif
