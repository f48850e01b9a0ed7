/* The device's insides, shared by the driver's device_*.c only. */
#ifndef LW_DRIVER_DEVICE_IMPL_H
#define LW_DRIVER_DEVICE_IMPL_H

#include "driver/device.h"

#define DEV_ALIGN 256

struct dev {
    dev_cfg_t cfg;
    diag_t *d;
    int error;      /* sticky */
    uint8_t *arena; /* memory_bytes, mapped on demand and zero */
    uint64_t used;  /* bytes handed out; grows only */
    dev_module_t *modules;
    dev_summary_t summary;
};

/* Makes rc the sticky error, unless there is one; returns the sticky error. */
int dev_fail(device_t *dev, int rc);

/* Whether launch `number` of this kernel goes through the GPU model. */
bool dev_is_timed(const device_t *dev, const char *kernel, uint64_t number);
/* Runs a complete front through the GPU model; the sticky error. */
int dev_run_timed(device_t *dev, const dev_front_t *f);

#endif
