/*
 * Repeats recorded launches (replay.h) on the first NVIDIA GPU: hardware STEM..., each a
 * recording's path without ".launch". Needs the driver with its PTX compiler, as new as the
 * recorded PTX, and no CUDA toolkit. Exit status: 0 all equal, 1 a launch differs or fails, 2 bad
 * usage, 77 no GPU, or it or its driver is too old for a launch and the others are equal.
 */
#include <dlfcn.h>

#include "replay_compare.h"

typedef struct device {
    int (*init)(unsigned flags);
    int (*get)(int *device, int ordinal);
    int (*name)(char *name, int bytes, int device);
    int (*attribute)(int *value, int which, int device);
    int (*driver)(int *version);
    int (*retain)(void **context, int device);
    int (*current)(void *context);
} device_t;

/* The function at *to, by its name in the library. */
static bool bind(void *lib, void *to, const char *name)
{
    void *f = dlsym(lib, name);
    memcpy(to, &f, sizeof f);
    if (!f)
        fprintf(stderr, "hardware: libcuda has no %s\n", name);
    return f != NULL;
}

static bool bind_all(void *lib, cuda_t *c, device_t *d)
{
    return bind(lib, &d->init, "cuInit") && bind(lib, &d->get, "cuDeviceGet") &&
           bind(lib, &d->name, "cuDeviceGetName") &&
           bind(lib, &d->attribute, "cuDeviceGetAttribute") &&
           bind(lib, &d->driver, "cuDriverGetVersion") &&
           bind(lib, &d->retain, "cuDevicePrimaryCtxRetain") &&
           bind(lib, &d->current, "cuCtxSetCurrent") &&
           bind(lib, &c->module_load, "cuModuleLoadData") &&
           bind(lib, &c->module_unload, "cuModuleUnload") &&
           bind(lib, &c->get_function, "cuModuleGetFunction") &&
           bind(lib, &c->get_global, "cuModuleGetGlobal_v2") &&
           bind(lib, &c->mem_alloc, "cuMemAlloc_v2") && bind(lib, &c->mem_free, "cuMemFree_v2") &&
           bind(lib, &c->to_device, "cuMemcpyHtoD_v2") &&
           bind(lib, &c->to_host, "cuMemcpyDtoH_v2") && bind(lib, &c->launch, "cuLaunchKernel") &&
           bind(lib, &c->launch_together, "cuLaunchCooperativeKernel") &&
           bind(lib, &c->synchronize, "cuCtxSynchronize") &&
           bind(lib, &c->tex_create, "cuTexObjectCreate") &&
           bind(lib, &c->tex_destroy, "cuTexObjectDestroy");
}

/* The first GPU is made current; false: there is none. */
static bool open_gpu(cuda_t *c, unsigned *capability)
{
    device_t d;
    void *context = NULL, *lib = dlopen("libcuda.so.1", RTLD_NOW);
    int gpu = 0, major = 0, minor = 0, version = 0;
    char name[128] = "";
    if (!lib) {
        printf("no GPU: %s\n", dlerror());
        return false;
    }
    if (!bind_all(lib, c, &d))
        return false;
    int rc = d.init(0);
    rc = rc ? rc : d.get(&gpu, 0);
    rc = rc ? rc : d.retain(&context, gpu);
    rc = rc ? rc : d.current(context);
    if (rc) {
        printf("no GPU: error %d of the CUDA driver\n", rc);
        return false;
    }
    d.name(name, sizeof name, gpu);
    d.attribute(&major, 75, gpu); /* compute capability */
    d.attribute(&minor, 76, gpu);
    d.driver(&version);
    *capability = (unsigned)(10 * major + minor);
    printf("%s, compute capability %d.%d, driver for CUDA %d.%d\n", name, major, minor,
           version / 1000, version % 1000 / 10);
    return true;
}

/* Launches that came out as lockwarp's, that did not, and that this driver or GPU is too old for.
 */
typedef struct tally {
    unsigned same, failed, unfit;
} tally_t;

static void repeat(const cuda_t *c, unsigned capability, const char *stem, tally_t *t)
{
    replay_t r;
    const char *name = strrchr(stem, '/');
    name = name ? name + 1 : stem;
    bool ok = replay_open(&r, stem) && replay_fits(&r, capability) && replay_run(&r, c);
    uint64_t wrong = ok ? replay_compare(&r) : 0;
    if (!ok)
        printf("%s %s %s: %s\n", r.unfit ? "skip" : "FAIL", name, r.kernel, r.message);
    else if (wrong)
        printf("FAIL %s %s: %llu values in %llu bytes differ; %s\n", name, r.kernel,
               (unsigned long long)wrong, (unsigned long long)r.bytes, r.message);
    else
        printf("ok   %s %s: %llu bytes\n", name, r.kernel, (unsigned long long)r.bytes);
    t->same += ok && !wrong;
    t->unfit += r.unfit;
    t->failed += !r.unfit && (!ok || wrong);
    replay_close(&r);
}

int main(int argc, char **argv)
{
    cuda_t c;
    tally_t t = {0};
    unsigned capability;
    if (argc < 2) {
        fprintf(stderr, "usage: hardware STEM...\n");
        return 2;
    }
    if (!open_gpu(&c, &capability))
        return 77;
    for (int i = 1; i < argc; i++)
        repeat(&c, capability, argv[i], &t);
    printf("%u launches as lockwarp's, %u differ or fail, %u skipped\n", t.same, t.failed, t.unfit);
    if (t.unfit)
        printf(
            "PTX 9.0 needs a driver for CUDA 13.0 or newer (on Linux 580 or newer), sm_75 a GPU of "
            "compute capability 7.5 or higher\n");
    return t.failed ? 1 : t.unfit ? 77 : 0;
}
