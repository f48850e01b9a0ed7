/*
 * Temperatures of a chip after some steps. The reference is the plain five-point update of
 * the whole chip in double.
 */
#include "workload/hotspot/hotspot_host.h"

#include <math.h>

#include "workload/check.h"

#define TILE        16
#define STEPS       2 /* of one launch: the pyramid's height */
#define AMBIENT     80.0f
#define CHIP_SIDE   0.016f  /* m */
#define CHIP_DEPTH  0.0005f /* m */
#define CONDUCTANCE 100.0f  /* of silicon, W/(m K) */
#define HEAT        1.75e6f /* of silicon, J/(m^3 K) */
#define CAPACITY    0.5f    /* fitted to a chip with its spreader */
#define MAX_POWER   3.0e6f  /* W/m^2 */
#define PRECISION   0.001f  /* K in one step */

typedef struct shape {
    uint32_t side; /* cells */
    unsigned launches;
} shape_t;

static const shape_t shapes[SCALES] = {{64, 2}, {512, 1}, {1024, 1}, [SCALE_MRPB] = {512, 1}};

/* The update's coefficients, in single precision as the kernel gets them. */
typedef struct coefficients {
    float step_div_cap, rx_1, ry_1, rz_1;
} coefficients_t;

/* Of a square chip of side x side cells, as thermal resistances and capacity of one cell. */
static coefficients_t coefficients(uint32_t side)
{
    float cell = CHIP_SIDE / (float)side;
    float capacity = CAPACITY * HEAT * CHIP_DEPTH * cell * cell;
    float max_slope = MAX_POWER / (CAPACITY * CHIP_DEPTH * HEAT);
    float r_side = cell / (2.0f * CONDUCTANCE * CHIP_DEPTH * cell);
    float r_up = CHIP_DEPTH / (CONDUCTANCE * cell * cell);
    return (coefficients_t){PRECISION / max_slope / capacity, 1.0f / r_side, 1.0f / r_side,
                            1.0f / r_up};
}

/* Values and their error bounds. */
typedef struct field {
    double *t, *error;
} field_t;

/* One step of cell (x, y); what lies outside the chip is the border cell itself. */
static void step_cell(const coefficients_t *c, uint32_t side, const float *power, field_t from,
                      field_t to, uint32_t x, uint32_t y)
{
    size_t at = (size_t)y * side + x;
    size_t n = y ? at - side : at, s = y + 1 < side ? at + side : at;
    size_t w = x ? at - 1 : at, e = x + 1 < side ? at + 1 : at;
    double t = from.t[at], k = (double)c->step_div_cap;
    double rx = (double)c->rx_1, ry = (double)c->ry_1, rz = (double)c->rz_1;
    to.t[at] = t + k * ((double)power[at] + (from.t[s] + from.t[n] - 2 * t) * ry +
                        (from.t[e] + from.t[w] - 2 * t) * rx + ((double)AMBIENT - t) * rz);
    /* A term passes at most nine roundings; the old errors come through the same coefficients. */
    double size = fabs(t) + k * (fabs((double)power[at]) +
                                 (fabs(from.t[s]) + fabs(from.t[n]) + 2 * fabs(t)) * ry +
                                 (fabs(from.t[e]) + fabs(from.t[w]) + 2 * fabs(t)) * rx +
                                 ((double)AMBIENT + fabs(t)) * rz);
    double old = from.error[at] * (1 + k * (2 * ry + 2 * rx + rz)) +
                 k * ((from.error[s] + from.error[n]) * ry + (from.error[e] + from.error[w]) * rx);
    to.error[at] = old + check_gamma(9) * (size + old);
}

static int check(host_t *h, shape_t s, const float *t0, const float *power, const float *got)
{
    size_t cells = (size_t)s.side * s.side;
    field_t f[2];
    for (unsigned i = 0; i < 2; i++)
        f[i] =
            (field_t){host_memory(h, cells, sizeof(double)), host_memory(h, cells, sizeof(double))};
    if (!host_ok(h))
        return 0;
    for (size_t i = 0; i < cells; i++)
        f[0].t[i] = (double)t0[i];
    coefficients_t c = coefficients(s.side);
    unsigned now = 0;
    for (unsigned step = 0; step < s.launches * STEPS; step++, now ^= 1)
        for (uint32_t y = 0; y < s.side; y++)
            for (uint32_t x = 0; x < s.side; x++)
                step_cell(&c, s.side, power, f[now], f[now ^ 1], x, y);
    return check_f32(h, "temperature", got, f[now].t, f[now].error, cells);
}

static int hotspot(host_t *h, shape_t s, const char *kernel, bool scratch)
{
    size_t cells = (size_t)s.side * s.side;
    float *t0 = host_floats(h, cells);
    float *power = host_floats(h, cells);
    for (size_t i = 0; host_ok(h) && i < cells; i++) {
        t0[i] = 320.0f + 20.0f * t0[i]; /* K */
        power[i] *= 0.05f;              /* W */
    }
    uint64_t dpower = host_upload(h, power, cells * sizeof *power);
    uint64_t dt[2] = {host_upload(h, t0, cells * sizeof *t0), host_buffer(h, cells * sizeof *t0)};

    coefficients_t c = coefficients(s.side);
    uint32_t tiles = host_ctas(s.side, TILE - 2 * STEPS);
    unsigned now = 0;
    size_t held = (size_t)tiles * tiles * TILE * TILE * sizeof(float);
    dev_arg_t args[12] = {
        dev_arg_u32(STEPS),  dev_arg_ptr(dpower),         [4] = dev_arg_u32(s.side),
        dev_arg_u32(s.side), dev_arg_f32(c.step_div_cap), dev_arg_f32(c.rx_1),
        dev_arg_f32(c.ry_1), dev_arg_f32(c.rz_1)};
    if (scratch) {
        args[10] = dev_arg_ptr(host_buffer(h, held));
        args[11] = dev_arg_ptr(host_buffer(h, held));
    }
    for (unsigned i = 0; i < s.launches; i++, now ^= 1) {
        args[2] = dev_arg_ptr(dt[now]);
        args[3] = dev_arg_ptr(dt[now ^ 1]);
        host_launch(h, kernel, (dim3_t){tiles, tiles, 1}, (dim3_t){TILE, TILE, 1}, args,
                    scratch ? 12 : 10);
    }

    float *got = host_download(h, dt[now], cells * sizeof *got);
    return host_ok(h) ? check(h, s, t0, power, got) : 0;
}

int hotspot_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
                const char *kernel, bool scratch)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = hotspot(&h, shapes[o->scale], kernel, scratch);
    return host_close(&h, rc);
}
