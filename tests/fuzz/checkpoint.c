/*
 * Checkpoints whose content was changed. A small machine is stopped in the middle of a kernel, for
 * which the stream of its state is kept; an input is a list of changes to that stream, so that it
 * means something whatever the layout is. The changed stream is resumed: it is refused, or it runs
 * to an end.
 *
 * An input: a byte that chooses the machine, then changes of 8 bytes: where (3 bytes), what (1),
 * a value (4). Nothing of the stream has a checksum here.
 */
#include "fuzz.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/run_config.h"
#include "config/settings.h"
#include "driver/device.h"
#include "lockstep/engines.h"
#include "plain_zstd.h"
#include "policy/policy.h"

enum { MACHINES = 4, MEMORY = 1 << 16, CYCLES = 2500, WORDS = 512 };

static const struct {
    const char *policies;
    uint64_t at; /* the core cycle of the checkpoint */
} machines[MACHINES] = {{"", 120}, {"mrpb", 200}, {"abyp+ccws", 300}, {"mascar+sld", 400}};

static const char *const settings[] = {
    "n_sms=1",          "warps_per_sm=4",      "ctas_per_sm=2",   "l1_sets=4",
    "l1_ways=2",        "l1_mshrs=4",          "l2_sets=4",       "l2_ways=2",
    "l2_slices=1",      "dram_channels=1",     "dram_banks=2",    "dram_bank_groups=1",
    "dram_queue=4",     "dram_return_queue=4", "l2_queue=4",      "l2_miss_queue=4",
    "l2_reply_queue=4", "l2_mshrs=4",          "l1_miss_queue=4", "watchdog_cycles=1000",
};

/* Loads, stores, shared memory, a barrier, a loop, an atomic and divergence. */
static const char ptx[] =
    ".version 6.0\n.target sm_30\n.address_size 64\n"
    ".visible .entry k(.param .u64 a, .param .u32 n)\n{\n"
    ".reg .pred %p<3>;\n.reg .b32 %r<9>;\n.reg .b64 %d<5>;\n.shared .align 4 .b32 s[64];\n"
    "ld.param.u64 %d0, [a];\nld.param.u32 %r0, [n];\nmov.u32 %r1, %tid.x;\n"
    "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmad.lo.u32 %r4, %r2, %r3, %r1;\n"
    "mul.wide.u32 %d1, %r4, 4;\nadd.u64 %d2, %d0, %d1;\nmul.wide.u32 %d3, %r1, 4;\n"
    "mov.u64 %d4, s;\nadd.u64 %d3, %d3, %d4;\nmov.u32 %r5, 0;\n"
    "L: ld.global.u32 %r6, [%d2];\nst.shared.u32 [%d3], %r6;\nbar.sync 0;\n"
    "and.b32 %r7, %r1, 3;\nsetp.eq.u32 %p0, %r7, 0;\n@%p0 bra M;\n"
    "atom.global.add.u32 %r8, [%d0], 1;\nadd.u32 %r6, %r6, %r8;\n"
    "M: ld.shared.u32 %r7, [%d3];\nadd.u32 %r7, %r7, %r6;\nst.global.u32 [%d2+2048], %r7;\n"
    "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, %r0;\n@%p1 bra L;\nret;\n}\n";

typedef struct bytes {
    uint8_t *at;
    size_t n, room, read;
} bytes_t;

/* A machine in the middle of things. */
typedef struct machine {
    run_config_t config;
    policy_set_t policies;
    gpu_t *gpu;
    device_t *dev;
    bytes_t saved;
    diag_t d;
} machine_t;

static int put(void *ctx, const void *data, size_t n)
{
    bytes_t *b = ctx;
    if (b->n + n > b->room) {
        size_t room = 2 * (b->n + n);
        uint8_t *grown = realloc(b->at, room);
        if (!grown)
            return -ENOMEM;
        b->at = grown;
        b->room = room;
    }
    memcpy(b->at + b->n, data, n);
    b->n += n;
    return 0;
}

static ssize_t get(void *ctx, void *data, size_t room)
{
    bytes_t *b = ctx;
    size_t n = b->n - b->read < room ? b->n - b->read : room;
    memcpy(data, b->at + b->read, n);
    b->read += n;
    return (ssize_t)n;
}

/* ---- The machine ---- */

static bool save(void *ctx, device_t *dev)
{
    machine_t *m = ctx;
    if (m->saved.at) /* what was resumed has stopped again */
        return false;
    state_io_t *io = state_save(put, &m->saved);
    if (!io || dev_state(dev, io))
        fuzz_fail("the machine cannot be saved");
    policy_set_state(&m->policies, io);
    if (state_close(io, &m->d))
        fuzz_fail("%s", m->d.text);
    return false;
}

static int restored(void *ctx, state_io_t *io)
{
    machine_t *m = ctx;
    policy_set_state(&m->policies, io);
    return state_close(io, &m->d);
}

static void configure(machine_t *m, const char *policies)
{
    static run_config_t preset;
    int rc = preset.memory_mb ? 0 : run_config_load(&preset, "apres", &m->d);
    m->config = preset;
    rc = rc ? rc : policy_set_parse(&m->policies, policies, &m->d);
    for (unsigned i = 0; !rc && i < sizeof settings / sizeof settings[0]; i++)
        rc = settings_apply(&m->config, &m->policies, settings[i], &m->d);
    if (rc || run_config_check(&m->config, &m->d))
        fuzz_fail("%s", m->d.text);
}

static void build(machine_t *m)
{
    const policy_env_t env = {.gpu = m->gpu = gpu_new(&m->config.gpu),
                              .cfg = &m->config.gpu,
                              .engine = unit_engine_find("c")};
    dev_cfg_t cfg = {.gpu_cfg = &m->config.gpu,
                     .gpu = m->gpu,
                     .memory_bytes = MEMORY,
                     .on_stop = save,
                     .ctx = m};
    if (!m->gpu || policy_set_create(&m->policies, &env, &m->d))
        fuzz_fail("no machine: %s", m->d.text);
    m->dev = dev_open(&cfg, &m->d);
}

/* The host program. */
static void run(machine_t *m)
{
    uint32_t first[WORDS];
    for (uint32_t i = 0; i < WORDS; i++)
        first[i] = i * 7;
    uint64_t a = dev_alloc(m->dev, 8 * WORDS);
    dev_write(m->dev, a, first, sizeof first);
    dev_module_t *module = dev_module(m->dev, "k.ptx", ptx, sizeof ptx - 1);
    const dev_arg_t args[] = {dev_arg_ptr(a), dev_arg_u32(3)};
    if (module)
        dev_launch(m->dev, module, "k", (dim3_t){3, 1, 1}, (dim3_t){64, 1, 1}, 0, args, 2);
}

static void drop(machine_t *m)
{
    policy_set_destroy(&m->policies);
    dev_close(m->dev);
    gpu_free(m->gpu);
}

/* The plain bytes of a machine's checkpoint, made when they are first needed. */
static const bytes_t *checkpoint(unsigned k)
{
    static bytes_t plain[MACHINES];
    if (plain[k].at)
        return &plain[k];
    machine_t m = {.gpu = NULL};
    configure(&m, machines[k].policies);
    build(&m);
    gpu_set_stop_at(m.gpu, machines[k].at);
    run(&m);
    if (!m.saved.at)
        fuzz_fail("machine %u did not stop: %s", k, m.d.text);
    drop(&m);
    state_io_t *io = state_load(get, &m.saved);
    for (uint8_t byte; io && (state_bytes(io, &byte, 1), !state_error(io));)
        put(&plain[k], &byte, 1);
    state_abandon(io);
    free(m.saved.at);
    return &plain[k];
}

/* ---- Changes ---- */

/* What device memory holds is data to the machine: changes are made before and behind it. */
static size_t place(const bytes_t *b, uint32_t where)
{
    static const char from[] = "device memory", to[] = "functional launch";
    const uint8_t *first = memmem(b->at, b->n, from, sizeof from);
    const uint8_t *last = memmem(b->at, b->n, to, sizeof to);
    if (!first || !last || last < first)
        return where % b->n;
    size_t before = (size_t)(first - b->at), gap = (size_t)(last - first);
    size_t at = where % (b->n - gap);
    return at < before ? at : at + gap;
}

static void change(bytes_t *b, const uint8_t *edit)
{
    uint32_t where = edit[0] | (uint32_t)edit[1] << 8 | (uint32_t)edit[2] << 16, value, old = 0;
    uint8_t zero[4] = {0};
    memcpy(&value, edit + 4, 4);
    if (b->n < 16)
        return;
    size_t at = place(b, where);
    uint64_t wide = edit[3] & 8 ? ~(uint64_t)value : value;
    switch (edit[3] & 7) {
    case 0:
        b->at[at] = (uint8_t)value;
        return;
    case 1:
    case 2:
        memcpy(b->at + (at + 4 <= b->n ? at : b->n - 4), &value, 4);
        return;
    case 3:
        memcpy(b->at + (at + 8 <= b->n ? at : b->n - 8), &wide, 8);
        return;
    case 4:
        at = at + 4 <= b->n ? at : b->n - 4;
        memcpy(&old, b->at + at, 4);
        old += value;
        memcpy(b->at + at, &old, 4);
        return;
    case 5:
        b->at[at] ^= (uint8_t)(1u << (value & 7));
        return;
    case 6:
        b->n = edit[3] & 16 ? at : b->n;
        return;
    default:
        if (put(b, zero, 4))
            fuzz_fail("out of memory");
        memmove(b->at + at + 4, b->at + at, b->n - 4 - at);
        memcpy(b->at + at, &value, 4);
    }
}

static void resume(unsigned k, const bytes_t *plain)
{
    bytes_t packed = {.n = plain_zstd_room(plain->n)};
    machine_t m = {.saved = *plain};
    packed.at = malloc(packed.n);
    if (!packed.at)
        fuzz_fail("out of memory");
    packed.n = plain_zstd(packed.at, plain->at, plain->n);
    configure(&m, machines[k].policies);
    build(&m);
    gpu_set_max_cycles(m.gpu, machines[k].at + CYCLES);
    state_io_t *io = state_load(get, &packed);
    int rc = io ? dev_resume(m.dev, io, restored) : -ENOMEM;
    if (rc && io)
        fuzz_answer(state_close(io, &m.d), &m.d);
    else
        run(&m);
    if (!rc && !dev_replaying(m.dev)) /* else it names a launch that the program does not come to */
        fuzz_answer(dev_error(m.dev) == -ECANCELED ? 0 : dev_error(m.dev), &m.d);
    drop(&m);
    free(packed.at);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    unsigned k = size ? data[0] % MACHINES : 0;
    const bytes_t *from = checkpoint(k);
    bytes_t plain = {.at = NULL};
    if (put(&plain, from->at, from->n))
        fuzz_fail("out of memory");
    for (size_t i = 1; i + 8 <= size; i += 8)
        change(&plain, data + i);
    resume(k, &plain);
    free(plain.at);
}
