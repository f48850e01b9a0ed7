/* The device's insides, shared by device_memory.c and device_launch.c only. */
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

#endif
