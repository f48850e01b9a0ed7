/* kmeans as in Rodinia's OpenCL program: features and centres in global memory. */
#define KMEANS_GLOBAL
#include "kmeans.cu"
