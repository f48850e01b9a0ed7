/*
 * One training step of a network with one hidden layer. The two large steps, from the
 * inputs to the hidden units and back, are kernels; the small output layer is the host's. Each
 * kernel is checked from what it was given: the CTAs' partial sums from inputs and weights, the
 * moved weights from the deltas that the host made of these sums.
 */
#include "workload/backprop/backprop_host.h"

#include <errno.h>
#include <math.h>

#include "workload/check.h"

#define HIDDEN   16
#define TILE     16   /* inputs of a CTA */
#define RATE     0.3f /* as in the kernel */
#define MOMENTUM 0.3f

static const uint32_t sizes[SCALES] = {1024, 65536,
                                       65536, [SCALE_ABYP] = 8192, [SCALE_MRPB] = 65536};

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

/*
 * The forward step's result: in each CTA's tile, row r of a column has the sum of as many rows from
 * r on as the largest power of two that divides r, row 0 that of all, which is the partial sum too.
 * A term passes its product's rounding and, in whatever order, less than TILE additions.
 */
static int check_forward(host_t *h, const network_t *n, const float *partial, const float *left)
{
    approx_t *want_left = host_memory(h, n->weights, sizeof *want_left);
    approx_t *want = host_memory(h, n->inputs, sizeof *want); /* TILE inputs: HIDDEN sums */
    if (!host_ok(h))
        return 0;
    for (size_t at = 0; at < n->weights; at++) {
        size_t i = at / (HIDDEN + 1), j = at % (HIDDEN + 1), row = (i - 1) % TILE;
        want_left[at] = approx_exact((double)n->w[at]);
        if (!i || !j)
            continue; /* the bias is the host's */
        double sum = 0, size = 0;
        for (size_t k = 0; k < (row ? row & -row : TILE); k++) {
            double term = (double)n->input[i + k] * (double)n->w[at + k * (HIDDEN + 1)];
            sum += term;
            size += fabs(term);
        }
        want_left[at] = (approx_t){sum, check_gamma(TILE) * size};
        if (!row)
            want[(i - 1) / TILE * HIDDEN + j - 1] = want_left[at];
    }
    int wrong = check_approx(h, "partial sum", partial, want, n->inputs / TILE * HIDDEN);
    return wrong ? wrong : check_approx(h, "sum", left, want_left, n->weights);
}

static double squash(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

/* The host's part: adds the CTAs' partial sums and the bias, goes through the output unit, and back
 * to the deltas of the hidden units. */
static void output_layer(const network_t *n, const float *partial, float *delta)
{
    double unit[HIDDEN + 1], out = (double)n->out[0];
    for (unsigned j = 1; j <= HIDDEN; j++) {
        double sum = (double)n->w[j];
        for (uint32_t k = 0; k < n->inputs / TILE; k++)
            sum += (double)partial[k * HIDDEN + j - 1];
        unit[j] = squash(sum);
        out += (double)n->out[j] * unit[j];
    }
    double o = squash(out), error = o * (1.0 - o) * ((double)n->target - o);
    delta[0] = 0;
    for (unsigned j = 1; j <= HIDDEN; j++)
        delta[j] = (float)(unit[j] * (1.0 - unit[j]) * error * (double)n->out[j]);
}

/* A weight's last move after the step. */
static approx_t move(float delta, float input, float last)
{
    approx_t gradient = approx_mul(approx_exact((double)RATE), approx_exact((double)delta));
    return approx_add(approx_mul(gradient, approx_exact((double)input)),
                      approx_mul(approx_exact((double)MOMENTUM), approx_exact((double)last)));
}

/* The step back, from the deltas that it was given. */
static int check_adjusted(host_t *h, const network_t *n, const float *delta, const float *w,
                          const float *last)
{
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
    int wrong = check_approx(h, "weight", w, want_w, n->weights);
    return wrong ? wrong : check_approx(h, "last move", last, want_last, n->weights);
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
    float *left = host_download(h, dw, bytes);
    if (!host_ok(h))
        return 0;
    if ((rc = check_forward(h, &n, partial, left)))
        return rc;
    float delta[HIDDEN + 1];
    output_layer(&n, partial, delta);

    dev_write(h->d, ddelta, delta, sizeof delta);
    dev_write(h->d, dw, n.w, bytes); /* the forward step left its sums there */
    HOST_LAUNCH(h, "adjust_weights", grid, block, dev_arg_ptr(ddelta), dev_arg_u32(HIDDEN),
                dev_arg_ptr(dinput), dev_arg_ptr(dw), dev_arg_ptr(dlast));
    float *w = host_download(h, dw, bytes);
    float *last = host_download(h, dlast, bytes);
    return host_ok(h) ? check_adjusted(h, &n, delta, w, last) : 0;
}

int backprop_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
                 const char *forward)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = backprop(&h, sizes[o->scale], forward);
    return host_close(&h, rc);
}
