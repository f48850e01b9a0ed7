/*
 * One crossbar alone: how long packets hold its ports, and what head-of-line blocking leaves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/rng.h"
#include "gpu/icnt.h"
#include "gpu_synth.h"

/* Replies of a line: 5 flits of 32 B on the plain machine, 1, 2 and 3 with other flits. */
typedef struct rig {
    icnt_t net;
    gpu_clock_t clk;
    wake_set_t tx, rx, own;
    uint64_t cycle;
    uint32_t ports, flits;
} rig_t;

static rig_t rig; /* large */

static gpu_req_t reply = {.kind = GPU_REQ_READ, .sectors = 1};

static void rig_new(uint32_t ports, uint32_t flit_bytes, uint32_t gap)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.flit_bytes = flit_bytes;
    c.icnt_gap = gap;
    memset(&rig, 0, sizeof rig);
    wake_init(&rig.tx);
    wake_init(&rig.rx);
    wake_init(&rig.own);
    gpu_clock_t *const clock[] = {&rig.clk};
    clock_init(clock, (const uint64_t[]){700}, 1);
    assert_true(icnt_init(&rig.net, &c, true, ports, ports));
    rig.net.clk = rig.net.rx_clk = &rig.clk;
    rig.net.tx_wake = &rig.tx;
    rig.net.rx_wake = &rig.rx;
    rig.net.wake = &rig.own;
    rig.ports = ports;
    rig.flits = icnt_packet_flits(&rig.net, &reply);
}

/* A cycle: receivers take all that they see, the crossbar moves. */
static void rig_cycle(void)
{
    for (uint32_t o = 0; o < rig.ports; o++)
        while (icnt_peek(&rig.net, o, rig.cycle))
            icnt_pop(&rig.net, o);
    icnt_tick(&rig.net, rig.cycle++);
    clock_advance(&rig.clk);
}

/* Input i always has packets; pick gives their outputs. Packets an output and cycle. */
static double saturated(uint32_t (*pick)(rng_t *r, uint32_t in), uint32_t cycles)
{
    rng_t r;
    rng_seed(&r, 11);
    for (uint32_t c = 0; c < cycles; c++) {
        for (uint32_t i = 0; i < rig.ports; i++)
            while (icnt_can_accept(&rig.net, i, rig.flits))
                icnt_push(&rig.net, i, pick(&r, i), &reply, rig.flits);
        rig_cycle();
    }
    return (double)rig.net.stats.packets_out / rig.ports / cycles;
}

static uint32_t own(rng_t *r, uint32_t in)
{
    (void)r;
    return in;
}

static uint32_t any(rng_t *r, uint32_t in)
{
    (void)in;
    return (uint32_t)rng_below(r, rig.ports);
}

static void gpu_icnt_010_a_packet_holds_its_ports(void **state)
{
    (void)state;
    /* 136 B in flits of so many bytes */
    static const uint32_t size[][2] = {{136, 1}, {72, 2}, {48, 3}, {32, 5}};
    enum { CYCLES = 20000 };
    for (unsigned i = 0; i < 4; i++)
        for (uint32_t gap = 0; gap < 4; gap++) {
            rig_new(3, size[i][0], gap);
            assert_int_equal(rig.flits, size[i][1]);
            double packets = saturated(own, CYCLES), want = 1.0 / (rig.flits + gap);
            assert_true(packets > want * 0.999 && packets <= want);
            /* The gap is no transfer. */
            assert_int_equal(rig.net.stats.flits, rig.net.stats.port_busy_cycles);
            icnt_free(&rig.net);
        }
}

static void gpu_icnt_011_the_gap_delays_no_packet_alone(void **state)
{
    (void)state;
    for (uint32_t gap = 0; gap < 3; gap++) {
        rig_new(2, 32, gap);
        icnt_push(&rig.net, 0, 1, &reply, rig.flits);
        icnt_tick(&rig.net, 0);
        assert_int_equal(icnt_ready(&rig.net, 1), rig.flits - 1 + rig.net.latency);
        icnt_free(&rig.net);
    }
}

/* Both ports are held: another input's packet for the output waits, and the input's next packet for
 * a free output. */
static void gpu_icnt_012_the_gap_holds_both_ports(void **state)
{
    (void)state;
    for (unsigned other = 0; other < 2; other++) {
        rig_new(2, 32, 2);
        uint64_t first = rig.flits - 1 + rig.net.latency, seen = 0;
        icnt_push(&rig.net, 0, 0, &reply, rig.flits);
        if (other)
            icnt_push(&rig.net, 1, 0, &reply, rig.flits);
        else
            icnt_push(&rig.net, 0, 1, &reply, rig.flits);
        while (rig.net.inside) {
            const uint32_t out = other ? 0 : 1;
            if (rig.net.stats.packets_out == other && icnt_ready(&rig.net, out) != UINT64_MAX) {
                assert_int_equal(icnt_ready(&rig.net, out), first + rig.flits + 2);
                seen++;
            }
            rig_cycle();
        }
        assert_true(seen > 0);
        icnt_free(&rig.net);
    }
}

/* Random outputs and one queue an input: a head that waits holds up what is behind it. A switch of
 * 8 ports passes 0.618 of what its ports could, one of many 0.586 (Karol, Hluchyj, Morgan, "Input
 * versus output queueing on a space-division packet switch", IEEE Trans. Communications, 1987). */
static void gpu_icnt_020_head_of_line_blocking(void **state)
{
    (void)state;
    for (uint32_t gap = 0; gap < 2; gap++) {
        rig_new(12, 32, gap);
        double packets = saturated(any, 200000), ports = packets * (rig.flits + gap);
        assert_true(ports > 0.58 && ports < 0.63);
        icnt_free(&rig.net);
    }
}

/* GPGPU-Sim 3.2.2's crossbar (GTX480), with the values that stand for its stages and buffers. */
static void release(uint32_t ports, uint32_t flit_bytes)
{
    rig_new(ports, flit_bytes, 1);
    rig.net.latency = 5;
    rig.net.in_cap = 9 + 8;   /* injection and router buffers */
    rig.net.out_cap = 8 + 16; /* ejection and boundary buffers */
}

/* 6 cycles for a flit and 10 for five, from the push, after the crossbar's turn in that cycle. */
static void gpu_icnt_030_the_releases_latency(void **state)
{
    (void)state;
    static const uint32_t size[][3] = {{136, 1, 6}, {32, 5, 10}};
    for (unsigned i = 0; i < 2; i++) {
        release(2, size[i][0]);
        assert_int_equal(rig.flits, size[i][1]);
        rig_cycle();
        icnt_push(&rig.net, 0, 1, &reply, rig.flits); /* in cycle 0 */
        rig_cycle();
        assert_int_equal(icnt_ready(&rig.net, 1), size[i][2]);
        icnt_free(&rig.net);
    }
}

/* Flits a port and cycle: n / (n + 1); and of twelve inputs with random outputs a half. */
static void gpu_icnt_031_the_releases_rates(void **state)
{
    (void)state;
    static const struct {
        uint32_t flit_bytes;
        double rate;
    } size[] = {{136, 0.50}, {72, 0.67}, {48, 0.75}, {32, 0.83}};
    for (unsigned i = 0; i < 4; i++) {
        release(3, size[i].flit_bytes);
        double flits = saturated(own, 20000) * rig.flits;
        assert_true(flits > size[i].rate - 0.005 && flits < size[i].rate + 0.005);
        icnt_free(&rig.net);
    }
    release(12, 32);
    double flits = saturated(any, 200000) * rig.flits;
    assert_true(flits > 0.48 && flits < 0.52);
    icnt_free(&rig.net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_icnt_010_a_packet_holds_its_ports),
        cmocka_unit_test(gpu_icnt_011_the_gap_delays_no_packet_alone),
        cmocka_unit_test(gpu_icnt_012_the_gap_holds_both_ports),
        cmocka_unit_test(gpu_icnt_020_head_of_line_blocking),
        cmocka_unit_test(gpu_icnt_030_the_releases_latency),
        cmocka_unit_test(gpu_icnt_031_the_releases_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
