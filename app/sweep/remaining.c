#include "sweep/remaining.h"

/* What a second of the estimates takes. */
static double factor(const remaining_t *r)
{
    double spent = r->spent_s, estimated = r->done_s;
    for (unsigned i = 0; i < r->n; i++)
        if (r->run[i].took_s > r->run[i].estimated_s) {
            spent += r->run[i].took_s;
            estimated += r->run[i].estimated_s;
        }
    return estimated > 0 ? spent / estimated : 1;
}

double remaining_s(const remaining_t *r)
{
    double f = factor(r), sum = f * r->waiting_s, longest = 0;
    for (unsigned i = 0; i < r->n; i++) {
        double took = r->run[i].took_s, left = f * r->run[i].estimated_s - took;
        left = left > 0.1 * took ? left : 0.1 * took; /* at least a tenth of what it took */
        sum += left;
        longest = left > longest ? left : longest;
    }
    return sum / r->jobs > longest ? sum / r->jobs : longest;
}
