/* 2mm (PolyBench): C = A B in the first kernel, E = C D in the second. */
#include "../2mm/mm_cell.cuh"

KERNEL mm2_kernel1(const float *A, const float *B, float *C, int ni, int nj, int nk)
{
    mm_cell(A, B, C, ni, nj, nk);
}

KERNEL mm2_kernel2(const float *C, const float *D, float *E, int ni, int nl, int nj)
{
    mm_cell(C, D, E, ni, nl, nj);
}
