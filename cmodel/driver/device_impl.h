/* The device's insides, shared by the driver's device_*.c only. */
#ifndef LW_DRIVER_DEVICE_IMPL_H
#define LW_DRIVER_DEVICE_IMPL_H

#include <stdbool.h>

#include "driver/device.h"

#define DEV_ALIGN 256

struct dev {
    dev_cfg_t cfg;
    diag_t *d;
    int error;      /* sticky */
    uint8_t *arena; /* memory_bytes, mapped on demand and zero */
    uint64_t used;  /* bytes handed out; grows only */
    dev_module_t *modules;
    const dev_tap_t *tap; /* NULL: nobody watches */
    dev_summary_t summary;
};

/* Makes rc the sticky error, unless there is one; returns the sticky error. */
int dev_fail(device_t *dev, int rc);

/* Whether launch `number` of this kernel is one of those that the configuration chooses; and
 * goes through the GPU model. */
bool dev_is_chosen(const device_t *dev, const char *kernel, uint64_t number);
static inline bool dev_is_timed(const device_t *dev, const char *kernel, uint64_t number)
{
    return dev->cfg.gpu && dev_is_chosen(dev, kernel, number);
}
/* Runs a complete front through the GPU model; the sticky error. */
int dev_run_timed(device_t *dev, const dev_front_t *f);

/* A launch, watched or not: run outer between begin and (if it succeeded) end. Both return the
 * sticky error. */
typedef struct dev_watch {
    dev_front_t inner, outer;
    const dev_tap_t *tap; /* NULL: nobody watches this launch */
} dev_watch_t;

int dev_watch_begin(dev_watch_t *w, device_t *dev, const dev_front_t *f, uint64_t number);
int dev_watch_end(dev_watch_t *w, device_t *dev);

#endif
