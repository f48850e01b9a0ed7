/* mummergpu as in Rodinia's CUDA program: nodes and children of the tree through textures. */
#define MUMMERGPU_TEXTURE
#include "mummergpu.cu"
