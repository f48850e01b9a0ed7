/* The results of lockwarp/gpu.h: the document of `lockwarp run --json`, and numbers of it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gpu_int.h"
#include "stats/json.h"

const char *lw_gpu_json(lw_gpu_t *gpu)
{
    if (!gpu->json && gpu->doc)
        gpu->json = json_text(gpu->doc);
    if (!gpu->json)
        fail_text(gpu->message, gpu->doc ? LW_NO_MEMORY : LW_INVALID, "%s",
                  gpu->doc ? "out of memory" : "there are no results");
    return gpu->json;
}

/* The member or element of that name, of so many bytes, or NULL. */
static const cJSON *step_into(const cJSON *at, const char *name, size_t bytes)
{
    char key[128];
    if (bytes >= sizeof key)
        return NULL;
    memcpy(key, name, bytes);
    key[bytes] = 0;
    if (!cJSON_IsArray(at))
        return cJSON_GetObjectItemCaseSensitive(at, key);
    if (!bytes || strspn(key, "0123456789") != bytes || bytes > 9)
        return NULL;
    return cJSON_GetArrayItem(at, atoi(key));
}

/* The text of the number at the path, or NULL with a message. */
static const char *number_at(lw_gpu_t *g, const char *path)
{
    const cJSON *at = g->doc;
    if (!at) {
        fail_text(g->message, LW_INVALID, "there are no results");
        return NULL;
    }
    for (const char *name = path; at && name;) {
        const char *dot = strchr(name, '.');
        at = step_into(at, name, dot ? (size_t)(dot - name) : strlen(name));
        name = dot ? dot + 1 : NULL;
    }
    if (at && cJSON_IsRaw(at) && strcmp(at->valuestring, "null"))
        return at->valuestring;
    fail_text(g->message, LW_INVALID, "%s: there is no such number in the results",
              path ? path : "");
    return NULL;
}

int lw_gpu_count(lw_gpu_t *gpu, const char *path, uint64_t *value)
{
    const char *text = number_at(gpu, path);
    char *end;
    if (!text)
        return LW_INVALID;
    errno = 0;
    const uint64_t v = strtoull(text, &end, 10);
    if (errno || *end || strspn(text, "0123456789") != strlen(text))
        return fail_text(gpu->message, LW_INVALID, "%s is %s; expected a whole number", path, text);
    *value = v;
    return LW_OK;
}

int lw_gpu_number(lw_gpu_t *gpu, const char *path, double *value)
{
    const char *text = number_at(gpu, path);
    if (!text)
        return LW_INVALID;
    const locale_t before = gpu_locale_in();
    *value = strtod(text, NULL);
    gpu_locale_out(before);
    return LW_OK;
}
