/* Of kmeans' kernels and host: features of a point, and most centres that constant memory holds. */
#ifndef LW_WORKLOAD_KMEANS_LIMITS_H
#define LW_WORKLOAD_KMEANS_LIMITS_H

#define KMEANS_FEATURES    34
#define KMEANS_MAX_CENTRES 32

#endif
