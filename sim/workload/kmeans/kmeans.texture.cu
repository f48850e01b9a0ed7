/* kmeans as in Rodinia's CUDA program: features through a texture, centres in constant memory. */
#define KMEANS_TEXTURE
#include "kmeans.cu"
