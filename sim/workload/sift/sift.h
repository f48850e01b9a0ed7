/*
 * What the host of sift and its reference share. Each stage is checked against a reference that
 * starts from what the device made in the stage before, so that a bound of one stage's error is
 * enough and no stage's error hides in another's.
 */
#ifndef LW_WORKLOAD_SIFT_H
#define LW_WORKLOAD_SIFT_H

#include <stdbool.h>
#include <stdint.h>

#include "workload/host.h"

#define LEVELS     5 /* planes of an octave */
#define TAPS       9 /* of the blur between them */
#define HALF_TAPS  5 /* of the blur before every second pixel is taken */
#define WINDOW     15
#define BINS       32 /* directions around a point */
#define SIDE       16 /* samples of a descriptor in each direction, and of a CTA */
#define CELLS      4
#define DIRECTIONS 8
#define VALUES     (CELLS * CELLS * DIRECTIONS)

/* As on the device. */
typedef struct sift_point {
    float x, y, plane, value;
    float dx, dy, dplane, edge;
} sift_point_t;

typedef struct sift_feature {
    uint32_t point;
    float angle;
} sift_feature_t;

typedef struct sift_tables {
    float blur[LEVELS][TAPS];
    float half[HALF_TAPS];
    float window[WINDOW * WINDOW]; /* of gradients around a point */
    float bell[SIDE];              /* of samples of a descriptor */
    float spacings[LEVELS];        /* of samples of a descriptor, by plane */
    float threshold;               /* of an extremum */
} sift_tables_t;

/* What the device made of an octave, in host memory, and room for the references. */
typedef struct sift_octave {
    const sift_tables_t *tables;
    uint32_t side;
    const float *source; /* the image in the first octave, else the plane that it comes from */
    bool halved;         /* the source has twice the side */
    float *planes, *differences;
    uint32_t first_point, end_point, first_feature, end_feature;
    sift_point_t *points; /* of all octaves so far, as the features */
    sift_feature_t *features;
    float *histograms, *descriptors; /* in the order of points and of features */
    double *rows, *want, *tolerance; /* room for a plane of the first octave */
} sift_octave_t;

/* Each returns 0, or 1 and the first difference in the run's diag. */
int sift_check_planes(host_t *h, const sift_octave_t *o);
int sift_check_points(host_t *h, const sift_octave_t *o);
int sift_check_orientations(host_t *h, const sift_octave_t *o);
int sift_check_descriptors(host_t *h, const sift_octave_t *o);

#endif
