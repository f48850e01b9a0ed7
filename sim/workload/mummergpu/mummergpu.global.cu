/* mummergpu with nodes and children of the tree in global memory. */
#define MUMMERGPU_GLOBAL
#include "mummergpu.cu"
