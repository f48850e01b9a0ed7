/*
 * bitonic (AMD APP SDK): one pass of a bitonic sort. Each thread compares and exchanges one pair;
 * pairs are 2^(stage - pass) apart, and runs of 2^(stage + 1) elements alternate in direction.
 */
KERNEL bitonic_pass(unsigned *keys, int stage, int pass, int ascending)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned distance = 1u << (stage - pass);
    unsigned left = thread % distance + thread / distance * 2 * distance;
    unsigned right = left + distance;
    unsigned a = keys[left], b = keys[right];
    bool up = ((thread >> stage) & 1) == 0 ? ascending != 0 : ascending == 0;
    unsigned lesser = a < b ? a : b, greater = a < b ? b : a;
    keys[left] = up ? lesser : greater;
    keys[right] = up ? greater : lesser;
}
