/* Results as JSON: two parts, compared (lockwarp diff) and shown (run --baseline). */
#include "fuzz.h"

#include <stdio.h>

#include "stats/diff.h"
#include "stats/json.h"
#include "stats/report_md.h"

static void compare(const cJSON *a, const cJSON *b)
{
    static const char *const name[2] = {"a.json", "b.json"};
    static FILE *null;
    diff_t d = {.equal = false};
    if (!null)
        null = fopen("/dev/null", "w");
    if (null && !diff_make(&d, a, b)) {
        diff_print(&d, name, false, null);
        diff_print(&d, name, true, null);
        cJSON_Delete(diff_json(&d, name));
    }
    diff_free(&d);
}

static void show(const char *path, const cJSON *run)
{
    diag_t d = {{0}};
    cJSON *base = report_read(path, &d);
    fuzz_answer(base ? 0 : -1, &d);
    if (base)
        fuzz_answer(report_markdown_write(run, base, "/dev/null", &d), &d);
    cJSON_Delete(base);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    fuzz_part_t rest = {(const char *)data, size}, part = {"", 0};
    diag_t d = {{0}};
    fuzz_next(&rest, &part);
    cJSON *a = diff_read(fuzz_file(0, part.text, part.bytes), &d);
    fuzz_answer(a ? 0 : -1, &d);
    fuzz_next(&rest, &part);
    d = (diag_t){{0}};
    const char *path = fuzz_file(1, part.text, part.bytes);
    cJSON *b = a ? diff_read(path, &d) : NULL;
    fuzz_answer(b || !a ? 0 : -1, &d);
    if (a && b) {
        compare(a, b);
        show(path, a);
    }
    cJSON_Delete(a);
    cJSON_Delete(b);
}
