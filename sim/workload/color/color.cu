/*
 * color (Pannotia): colours a graph by rounds, one thread a node. Each node has a priority of its own; those
 * whose priority is above that of all their neighbours without a colour get the round's colour.
 * color_most finds the highest priority among a node's neighbours, color_assign gives colours, so
 * that a round sees the colours of the rounds before and no other.
 */
KERNEL color_most(const int *row, const int *col, const int *priority, const int *color, int *more,
                  int *most, int n)
{
    int v = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (v >= n || color[v] >= 0)
        return;
    int highest = -1;
    int end = row[v + 1];
    for (int e = row[v]; e < end; e++) {
        if (color[col[e]] < 0) {
            *more = 1;
            /* col[e] again: the store above may have changed it, for all the compiler knows */
            highest = max(highest, priority[col[e]]);
        }
    }
    most[v] = highest;
}

KERNEL color_assign(const int *priority, const int *most, int *color, int round, int n)
{
    int v = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (v < n && color[v] < 0 && priority[v] > most[v])
        color[v] = round;
}
