/* 3mm (PolyBench): E = A B, F = C D, G = E F, a kernel each. */
#include "../2mm/mm_cell.cuh"

KERNEL mm3_kernel1(const float *A, const float *B, float *E, int ni, int nj, int nk)
{
    mm_cell(A, B, E, ni, nj, nk);
}

KERNEL mm3_kernel2(const float *C, const float *D, float *F, int nj, int nl, int nm)
{
    mm_cell(C, D, F, nj, nl, nm);
}

KERNEL mm3_kernel3(const float *E, const float *F, float *G, int ni, int nl, int nj)
{
    mm_cell(E, F, G, ni, nl, nj);
}
