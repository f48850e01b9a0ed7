/* What srad, its variant v1 and srad_u are checked against. */
#ifndef LW_WORKLOAD_SRAD_REFERENCE_H
#define LW_WORKLOAD_SRAD_REFERENCE_H

#include "workload/check.h"

#define SRAD_LAMBDA 0.5f

typedef struct srad_rounds {
    uint32_t side; /* of the image */
    unsigned rounds;
    uint32_t region;  /* side of the corner that the speckle scale is of */
    double roundings; /* of its sums: 0 where they are made in double */
    bool by_columns;  /* how pixels lie in memory */
} srad_rounds_t;

/* The speckle scale q0 squared of n pixels with these sums: variance over squared mean, rounded to
 * the kernel's parameter. */
float srad_speckle(double sum, double squares, double n);

/* Takes the image through its rounds, in double and with the bound of what single precision may
 * have made of each pixel. */
void srad_reference(host_t *h, const srad_rounds_t *r, approx_t *pixel);

#endif
