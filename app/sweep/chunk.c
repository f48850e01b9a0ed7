#include "sweep/chunk.h"

unsigned chunk_items(const plan_item_t *const *item, unsigned n, double seconds, unsigned *task_of)
{
    unsigned tasks = 0;
    double filled = 0;
    for (unsigned i = 0; i < n; i++) {
        double s = item[i]->seconds > CHUNK_POINT_S ? item[i]->seconds : CHUNK_POINT_S;
        if (!tasks || filled + s > seconds) {
            tasks++;
            filled = 0;
        }
        filled += s;
        task_of[i] = tasks - 1;
    }
    return tasks;
}

unsigned chunk_split(unsigned *task_of, unsigned n, unsigned max)
{
    unsigned first = n ? task_of[0] : 0, i = 0;
    for (; i < n && task_of[i] - first < max; i++)
        task_of[i] -= first;
    return i;
}
