/*
 * backprop (Rodinia): the two large steps of training a network with one hidden layer of 16 units.
 * Weights are a matrix of (inputs + 1) rows of 17, row and column 0 for the bias, so that no row of
 * 16 is aligned. A CTA of 16 x 16 threads takes 16 inputs.
 * layer_forward multiplies a tile of weights with its inputs and sums columns by a tree; it leaves
 * the sums where the weights were, as the original, and one partial sum a hidden unit.
 * adjust_weights moves each weight by its gradient and its last move.
 */
#define SIDE 16

KERNEL layer_forward(const float *input, float *weights, float *partial, int hidden)
{
    __shared__ float node[SIDE];
    __shared__ float w[SIDE][SIDE];
    int by = (int)blockIdx.y, tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int index = (hidden + 1) * (SIDE * by + ty + 1) + tx + 1;

    if (tx == 0)
        node[ty] = input[SIDE * by + ty + 1];
    __syncthreads();
    w[ty][tx] = weights[index];
    __syncthreads();
    w[ty][tx] = w[ty][tx] * node[ty];
    __syncthreads();
    for (int step = 2; step <= SIDE; step *= 2) {
        if (ty % step == 0)
            w[ty][tx] = w[ty][tx] + w[ty + step / 2][tx];
        __syncthreads();
    }
    weights[index] = w[ty][tx];
    __syncthreads();
    if (tx == 0)
        partial[by * hidden + ty] = w[tx][ty];
}

#include "../backprop/backprop_adjust.cuh"
