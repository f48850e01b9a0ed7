// Tables in constant and global memory with initial values, pointers among them, and a counter.
struct entry {
    int key;
    double weight;
    char name[6];
};

__constant__ entry entries[4] = {{7, 0.5, "seven"}, {-3, 1.25, "three"}, {40, -2.0, "forty"}, {0, 8.0, "zero"}};
__constant__ float rows[3][5] = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}, {11, 12, 13, 14, 15}};
__device__ int table[6] = {2, 3, 5, 7, 11, 13};
__device__ int *middle = table + 3;
__device__ const char *word = "lockstep";
__device__ unsigned long long calls;

struct results {
    double weight;
    int key, prime, around;
    float row;
    char letters[2];
};

extern "C" __global__ void constants(const int *in, results *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = in[i];
    results r;
    const entry *e = &entries[x & 3];
    r.weight = e->weight;
    r.key = e->key + entries[2].key;
    r.letters[0] = e->name[i % 5];
    r.letters[1] = word[x & 7];
    r.prime = table[x % 6 < 0 ? 0 : x % 6];
    r.around = middle[(x & 3) - 2] + middle[-1];
    r.row = rows[i % 3][(x & 3) + 1] + rows[1][2];
    atomicAdd(&calls, 1ull);
    out[i] = r;
}
