/*
 * A libcuda.so.1 of a GPU whose launches do nothing, for hardware_fake.sh. LW_FAKE_LOAD is the
 * error of cuModuleLoadData, LW_FAKE_CAPABILITY the compute capability (75: 7.5). Variables are
 * found by any name, of the size LW_FAKE_BYTES.
 */
#include <stdlib.h>
#include <string.h>

typedef unsigned long long cu_ptr_t;

static int of_environment(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? atoi(value) : otherwise;
}

int cuInit(unsigned flags)
{
    return (int)flags;
}

int cuDeviceGet(int *device, int ordinal)
{
    *device = ordinal;
    return 0;
}

int cuDeviceGetName(char *name, int bytes, int device)
{
    memset(name, 0, (size_t)bytes);
    strncpy(name, "A fake GPU", (size_t)bytes - 1);
    return device;
}

int cuDeviceGetAttribute(int *value, int which, int device)
{
    int capability = of_environment("LW_FAKE_CAPABILITY", 75);
    *value = which == 75 ? capability / 10 : capability % 10;
    return device;
}

int cuDriverGetVersion(int *version)
{
    *version = 12040;
    return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device)
{
    *context = NULL;
    return device;
}

int cuCtxSetCurrent(void *context)
{
    return context != NULL;
}

int cuModuleLoadData(void **module, const void *text)
{
    *module = NULL;
    return text ? of_environment("LW_FAKE_LOAD", 0) : 1;
}

int cuModuleUnload(void *module)
{
    return module != NULL;
}

int cuModuleGetFunction(void **function, void *module, const char *name)
{
    *function = module;
    return !*name;
}

int cuModuleGetGlobal_v2(cu_ptr_t *at, size_t *bytes, void *module, const char *name)
{
    static char variable[256];
    *at = (cu_ptr_t)(size_t)variable;
    *bytes = (size_t)of_environment("LW_FAKE_BYTES", 4);
    return module || !*name;
}

int cuMemAlloc_v2(cu_ptr_t *at, size_t bytes)
{
    void *p = malloc(bytes);
    *at = (cu_ptr_t)(size_t)p;
    return !p;
}

int cuMemFree_v2(cu_ptr_t at)
{
    free((void *)(size_t)at);
    return 0;
}

int cuMemcpyHtoD_v2(cu_ptr_t to, const void *from, size_t bytes)
{
    memcpy((void *)(size_t)to, from, bytes);
    return 0;
}

int cuMemcpyDtoH_v2(void *to, cu_ptr_t from, size_t bytes)
{
    memcpy(to, (const void *)(size_t)from, bytes);
    return 0;
}

int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared, void *stream, void **params, void **extra)
{
    (void)shared;
    return function || !gx || !gy || !gz || !bx || !by || !bz || stream || !params || extra;
}

int cuLaunchCooperativeKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                              unsigned by, unsigned bz, unsigned shared, void *stream,
                              void **params)
{
    return cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, params, NULL);
}

int cuTexObjectCreate(cu_ptr_t *object, const void *resource, const void *texture, const void *view)
{
    *object = 1;
    return !resource || !texture || view;
}

int cuTexObjectDestroy(cu_ptr_t object)
{
    return object != 1;
}

int cuCtxSynchronize(void)
{
    return 0;
}
