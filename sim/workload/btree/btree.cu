/*
 * btree (Rodinia b+tree): searches in a B+ tree of order 256, one CTA of 256 threads a query, a thread
 * a child. btree_find looks one key up; btree_range finds the records of a range's first and last
 * key. A CTA goes down one level a round: the thread whose child covers the key notes it in global
 * memory, and thread 0 makes it the current node; in the leaf the thread that holds the key answers.
 * There is no shared memory: what the threads of a CTA tell each other is in arrays by query.
 */
#define SLOTS 257 /* one more than children, so that every child has an upper bound */

struct node {
    int place;
    int index[SLOTS]; /* children; in a leaf records */
    int key[SLOTS];   /* the least key of each child, or the keys; then the largest number */
    int leaf;
    int used;
};

KERNEL btree_find(long long height, const node *nodes, const int *records, long long *current,
                  long long *next, const int *keys, int *answers)
{
    int t = (int)threadIdx.x, q = (int)blockIdx.x;
    for (int level = 0; level < height; level++) {
        const node *n = &nodes[current[q]];
        if (n->key[t] <= keys[q] && n->key[t + 1] > keys[q])
            next[q] = nodes[next[q]].index[t];
        __syncthreads();
        if (t == 0)
            current[q] = next[q];
        __syncthreads();
    }
    const node *leaf = &nodes[current[q]];
    if (leaf->key[t] == keys[q])
        answers[q] = records[leaf->index[t]];
}

KERNEL btree_range(long long height, const node *nodes, long long *first, long long *next_first,
                   long long *last, long long *next_last, const int *begins, const int *ends,
                   int *starts, int *lengths)
{
    int t = (int)threadIdx.x, q = (int)blockIdx.x;
    for (int level = 0; level < height; level++) {
        const node *n = &nodes[first[q]];
        if (n->key[t] <= begins[q] && n->key[t + 1] > begins[q])
            next_first[q] = n->index[t];
        n = &nodes[last[q]];
        if (n->key[t] <= ends[q] && n->key[t + 1] > ends[q])
            next_last[q] = n->index[t];
        __syncthreads();
        if (t == 0) {
            first[q] = next_first[q];
            last[q] = next_last[q];
        }
        __syncthreads();
    }
    const node *leaf = &nodes[first[q]];
    if (leaf->key[t] == begins[q])
        starts[q] = leaf->index[t];
    __syncthreads();
    leaf = &nodes[last[q]];
    if (leaf->key[t] == ends[q])
        lengths[q] = leaf->index[t] - starts[q] + 1;
}
