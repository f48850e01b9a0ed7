/*
 * ccl: connected components of an undirected graph, one thread a node. A label is the number of a
 * node of the component, at first the node's own. ccl_propagate finds the least label among a
 * node's neighbours; ccl_jump takes it if it is less, and then the label of the node that it
 * names; ccl_diff says whether a label has changed. Labels are read in one array and written in
 * another, so that the order of the threads does not matter.
 */
KERNEL ccl_propagate(const int *row, const int *col, const int *label, int *least, int n)
{
    int v = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (v >= n)
        return;
    int found = n;
    int end = row[v + 1];
    for (int e = row[v]; e < end; e++)
        found = min(found, label[col[e]]);
    least[v] = found;
}

KERNEL ccl_jump(const int *label, const int *least, int *next, int n)
{
    int v = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (v < n)
        next[v] = label[min(label[v], least[v])];
}

KERNEL ccl_diff(const int *label, const int *next, int *more, int n)
{
    int v = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (v < n && label[v] != next[v])
        *more = 1;
}
