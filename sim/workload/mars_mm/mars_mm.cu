/*
 * mars_mm (Mars): matrix product as a map. A record names a row of A and a column of B; B is stored
 * by columns, so that both are rows in memory. A task emits its record as key and the dot product
 * as value; every task emits one pair, so that its places are known and nothing is counted.
 */
#include "../mars.cuh"

KERNEL mars_mm_map(const int2 *records, const float *a, const float *b, int2 *keys, float *values,
                   int n, int length)
{
    int i = mars_task();
    if (i >= n)
        return;
    int2 record = records[i];
    const float *row = a + record.x * length;
    const float *column = b + record.y * length;
    float sum = 0;
    for (int k = 0; k < length; k++)
        sum += row[k] * column[k];
    keys[i] = record;
    values[i] = sum;
}
