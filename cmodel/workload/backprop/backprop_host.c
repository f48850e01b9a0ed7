/*
 * One training step of a network with one hidden layer. The two large steps, from the
 * inputs to the hidden units and back, are kernels; the small output layer is the host's. Checked
 * against the step in double: the hidden sums, and the moved weights with the error of what they
 * were moved by.
 */
#include "workload/backprop/backprop_host.h"

#include <errno.h>
#include <math.h>

#include "workload/check.h"

#define HIDDEN   16
#define TILE     16   /* inputs of a CTA */
#define RATE     0.3f /* as in the kernel */
#define MOMENTUM 0.3f

static const uint32_t sizes[SCALES] = {1024, 65536, 65536};

/* What is there before the step; row and column 0 are the bias. */
typedef struct network {
    uint32_t inputs;
    size_t weights;          /* (inputs + 1) rows of HIDDEN + 1 */
    float *input, *w, *last; /* last: each weight's last move */
    float out[HIDDEN + 1];   /* weights of the one output unit */
    float target;
} network_t;

static int make_network(host_t *h, uint32_t inputs, network_t *n)
{
    *n = (network_t){.inputs = inputs, .weights = (size_t)(inputs + 1) * (HIDDEN + 1)};
    n->input = host_floats(h, inputs + 1);
    n->w = host_floats(h, n->weights);
    n->last = host_floats(h, n->weights);
    if (!host_ok(h))
        return -ENOMEM;
    n->input[0] = 1.0f;
    /* Weights so small that the hidden sums stay where the squashing function is not flat. */
    for (size_t i = 0; i < n->weights; i++) {
        n->w[i] = (n->w[i] - 0.5f) / sqrtf((float)inputs);
        n->last[i] = (n->last[i] - 0.5f) / 16.0f;
    }
    for (unsigned j = 0; j <= HIDDEN; j++)
        n->out[j] = rng_float(&h->rng) - 0.5f;
    n->target = 0.1f;
    return 0;
}

/* 1 / (1 + exp(-x)); its slope is at most a quarter. */
static approx_t squash(approx_t x)
{
    double y = 1.0 / (1.0 + exp(-x.v));
    approx_t r = approx_rounded(y);
    r.e += x.e / 4;
    return r;
}

/* The output layer: error of the hidden units from their values. */
static void hidden_deltas(const network_t *n, const approx_t *unit, approx_t *delta)
{
    approx_t sum = approx_exact((double)n->out[0]);
    for (unsigned j = 1; j <= HIDDEN; j++)
        sum = approx_add(sum, approx_mul(approx_exact((double)n->out[j]), unit[j]));
    approx_t o = squash(sum), one = approx_exact(1.0);
    approx_t error = approx_mul(approx_mul(o, approx_sub(one, o)),
                                approx_sub(approx_exact((double)n->target), o));
    for (unsigned j = 1; j <= HIDDEN; j++)
        delta[j] = approx_mul(approx_mul(unit[j], approx_sub(one, unit[j])),
                              approx_mul(error, approx_exact((double)n->out[j])));
}

/* The hidden sums in double, with the bound of any order of summation. */
static void hidden_sums(const network_t *n, approx_t *sum)
{
    for (unsigned j = 1; j <= HIDDEN; j++) {
        double v = 0, size = 0;
        for (uint32_t i = 0; i <= n->inputs; i++) {
            double term = (double)n->input[i] * (double)n->w[(size_t)i * (HIDDEN + 1) + j];
            v += term;
            size += fabs(term);
        }
        sum[j] = (approx_t){v, check_gamma(n->inputs + 2) * size};
    }
}

/* A weight or its last move after the step. */
static approx_t move(approx_t delta, float input, float last)
{
    return approx_add(
        approx_mul(approx_mul(approx_exact((double)RATE), delta), approx_exact((double)input)),
        approx_mul(approx_exact((double)MOMENTUM), approx_exact((double)last)));
}

static int check(host_t *h, const network_t *n, const float *sum, const float *w, const float *last)
{
    approx_t want_sum[HIDDEN + 1] = {{0, 0}}, unit[HIDDEN + 1] = {{0, 0}}, delta[HIDDEN + 1];
    hidden_sums(n, want_sum);
    int rc = check_approx(h, "hidden sum", sum, want_sum, HIDDEN + 1);
    if (rc)
        return rc;
    for (unsigned j = 1; j <= HIDDEN; j++)
        unit[j] = squash(want_sum[j]);
    hidden_deltas(n, unit, delta);
    approx_t *want_w = host_memory(h, n->weights, sizeof *want_w);
    approx_t *want_last = host_memory(h, n->weights, sizeof *want_last);
    if (!host_ok(h))
        return 0;
    for (size_t at = 0; at < n->weights; at++) {
        size_t i = at / (HIDDEN + 1), j = at % (HIDDEN + 1);
        want_w[at] = approx_exact((double)n->w[at]);
        want_last[at] = approx_exact((double)n->last[at]);
        if (j) { /* column 0 has no hidden unit */
            want_last[at] = move(delta[j], n->input[i], n->last[at]);
            want_w[at] = approx_add(want_w[at], want_last[at]);
        }
    }
    rc = check_approx(h, "weight", w, want_w, n->weights);
    return rc ? rc : check_approx(h, "last move", last, want_last, n->weights);
}

/* Adds the partial sums of the CTAs and the bias, and makes the deltas as the host program does:
 * in single precision, from what the device computed. */
static void output_layer(const network_t *n, const float *partial, float *sum, float *delta)
{
    approx_t unit[HIDDEN + 1], d[HIDDEN + 1];
    for (unsigned j = 1; j <= HIDDEN; j++) {
        sum[j] = 0;
        for (uint32_t k = 0; k < n->inputs / TILE; k++)
            sum[j] += partial[k * HIDDEN + j - 1];
        sum[j] += n->w[j];
        unit[j] = approx_exact((double)(float)squash(approx_exact((double)sum[j])).v);
    }
    hidden_deltas(n, unit, d);
    delta[0] = 0;
    for (unsigned j = 1; j <= HIDDEN; j++)
        delta[j] = (float)d[j].v;
}

static int backprop(host_t *h, uint32_t inputs, const char *forward)
{
    network_t n;
    int rc = make_network(h, inputs, &n);
    if (rc)
        return rc;
    size_t bytes = n.weights * sizeof(float);
    dim3_t grid = {1, inputs / TILE, 1}, block = {TILE, HIDDEN, 1};
    uint64_t dinput = host_upload(h, n.input, (inputs + 1) * sizeof(float));
    uint64_t dw = host_upload(h, n.w, bytes);
    uint64_t dlast = host_upload(h, n.last, bytes);
    uint64_t dpartial = host_buffer(h, inputs / TILE * HIDDEN * sizeof(float));
    uint64_t ddelta = host_buffer(h, (HIDDEN + 1) * sizeof(float));

    HOST_LAUNCH(h, forward, grid, block, dev_arg_ptr(dinput), dev_arg_ptr(dw),
                dev_arg_ptr(dpartial), dev_arg_u32(HIDDEN));
    float *partial = host_download(h, dpartial, inputs / TILE * HIDDEN * sizeof(float));
    if (!host_ok(h))
        return 0;
    float sum[HIDDEN + 1] = {0}, delta[HIDDEN + 1];
    output_layer(&n, partial, sum, delta);

    dev_write(h->d, ddelta, delta, sizeof delta);
    dev_write(h->d, dw, n.w, bytes); /* the forward step left its products there */
    HOST_LAUNCH(h, "adjust_weights", grid, block, dev_arg_ptr(ddelta), dev_arg_u32(HIDDEN),
                dev_arg_ptr(dinput), dev_arg_ptr(dw), dev_arg_ptr(dlast));
    float *w = host_download(h, dw, bytes);
    float *last = host_download(h, dlast, bytes);
    return host_ok(h) ? check(h, &n, sum, w, last) : 0;
}

int backprop_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
                 const char *forward)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc && !(rc = host_no_input(&h)))
        rc = backprop(&h, sizes[o->scale], forward);
    return host_close(&h, rc);
}
