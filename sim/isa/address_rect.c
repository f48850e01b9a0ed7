#include "isa/address_rect.h"

/* Addresses of the threads (0, 0), (last, 0), (0, last), (last, last). */
static void corners(address_eval_t *e, unsigned program, const uint32_t cta[3], uint64_t addr[4])
{
    const uint32_t *b = address_eval_block(e);
    uint32_t tid[4][3] = {{0}};
    tid[1][0] = tid[3][0] = b[0] - 1;
    tid[2][1] = tid[3][1] = b[1] - 1;
    address_eval(e, program, cta, (const uint32_t(*)[3])tid, 4, addr);
}

uint64_t address_rect_step(uint64_t a, uint64_t b, uint32_t steps, uint32_t line_bytes)
{
    uint64_t d = (int64_t)(b - a) < 0 ? a - b : b - a;
    return steps && d % steps == 0 && d / steps >= line_bytes ? d / steps : 0;
}

uint64_t address_pitch(address_eval_t *e, unsigned array, uint32_t line_bytes)
{
    unsigned n;
    const address_program_t *p = address_programs(address_eval_set(e), &n);
    const uint32_t *b = address_eval_block(e), first[3] = {0, 0, 0}, below[3] = {0, 1, 0};
    uint64_t a[4], next[4], pitch = 0;
    for (unsigned i = 0; i < n && !pitch; i++) {
        if (p[i].why || p[i].array != (int)array)
            continue;
        corners(e, i, first, a);
        pitch = address_rect_step(a[0], a[2], b[1] - 1, line_bytes);
        if (!pitch)
            pitch = address_rect_step(a[0], a[1], b[0] - 1, line_bytes);
        if (!pitch && address_eval_grid(e)[1] > 1) {
            corners(e, i, below, next);
            pitch = address_rect_step(a[0], next[0], 1, line_bytes);
        }
    }
    return pitch;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

void address_rect_include(address_rect_t *r, bool *any, int64_t x, int64_t last_x, int64_t y)
{
    int64_t end_x = *any ? r->x + (int64_t)r->width - 1 : last_x;
    int64_t end_y = *any ? r->y + (int64_t)r->height - 1 : y;
    r->x = *any && r->x < x ? r->x : x;
    r->y = *any && r->y < y ? r->y : y;
    end_x = end_x > last_x ? end_x : last_x;
    end_y = end_y > y ? end_y : y;
    r->width = (uint64_t)(end_x - r->x) + 1;
    r->height = (uint64_t)(end_y - r->y) + 1;
    *any = true;
}

void address_rect_place(uint64_t base, uint64_t pitch, uint32_t line_bytes, uint64_t addr,
                        int64_t *line, int64_t *row)
{
    int64_t at = (int64_t)(addr - base), before = (int64_t)(base % line_bytes);
    *row = pitch ? floor_div(at, (int64_t)pitch) : 0;
    *line = floor_div(at - *row * (int64_t)pitch + before, (int64_t)line_bytes);
}

void address_rect_add(address_eval_t *e, unsigned program, const uint32_t cta[3],
                      uint32_t line_bytes, uint64_t pitch, address_rect_t *r, bool *any)
{
    unsigned n;
    const address_program_t *p = &address_programs(address_eval_set(e), &n)[program];
    uint64_t addr[4], base = address_array_base(e, (unsigned)p->array);
    int64_t row[4], column[4], line = line_bytes, before = (int64_t)(base % line_bytes);
    corners(e, program, cta, addr);
    for (unsigned k = 0; k < 4; k++) {
        int64_t at = (int64_t)(addr[k] - base);
        row[k] = pitch ? floor_div(at, (int64_t)pitch) : 0;
        column[k] = at - row[k] * (int64_t)pitch;
        address_rect_include(r, any, floor_div(column[k] + before, line),
                             floor_div(column[k] + before + p->bytes - 1, line), row[k]);
    }
    static const uint8_t side[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};
    for (unsigned k = 0; k < 4; k++) { /* a line of threads that goes on in another row */
        unsigned from = side[k][0], to = side[k][1];
        if (pitch && row[from] != row[to] && column[from] != column[to])
            address_rect_include(r, any, 0, ((int64_t)pitch + before - 1) / line, row[from]);
    }
}

bool address_rect(address_eval_t *e, unsigned program, const uint32_t cta[3], uint32_t line_bytes,
                  address_rect_t *out)
{
    unsigned n;
    const address_program_t *p = &address_programs(address_eval_set(e), &n)[program];
    bool any = false;
    if (p->why || p->array < 0)
        return false;
    address_rect_add(e, program, cta, line_bytes, address_pitch(e, (unsigned)p->array, line_bytes),
                     out, &any);
    return true;
}

bool address_array_rect(address_eval_t *e, unsigned array, const uint32_t cta[3],
                        uint32_t line_bytes, address_rect_t *out)
{
    unsigned n;
    const address_program_t *p = address_programs(address_eval_set(e), &n);
    uint64_t pitch = address_pitch(e, array, line_bytes);
    bool any = false;
    for (unsigned i = 0; i < n; i++)
        if (!p[i].store && !p[i].why && p[i].array == (int)array)
            address_rect_add(e, i, cta, line_bytes, pitch, out, &any);
    return any;
}
