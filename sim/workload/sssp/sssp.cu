/*
 * sssp (Pannotia): shortest paths from one source as products of a matrix and a vector in which
 * the sum is a minimum and the product a sum (Bellman and Ford), one thread a node. Rows are compressed and
 * hold the edges that lead to a node.
 */
KERNEL sssp_min_dot_plus(const int *row, const int *col, const int *length, const int *x, int *y,
                         int n)
{
    int v = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (v >= n)
        return;
    int least = x[v];
    int end = row[v + 1];
    for (int e = row[v]; e < end; e++)
        least = min(least, length[e] + x[col[e]]);
    y[v] = least;
}

KERNEL sssp_diff(const int *x, const int *y, int *more, int n)
{
    int v = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (v < n && x[v] != y[v])
        *more = 1;
}

KERNEL sssp_assign(int *x, const int *y, int n)
{
    int v = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (v < n)
        x[v] = y[v];
}
