#include "synth/netlist.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"

enum { MAX_JSON = 1 << 30 };
enum { OWNER_NONE = -1, OWNER_WRAPPER = -2 };

/* One net, numbered by Yosys. */
typedef struct net {
    int owner; /* field index, or OWNER_ */
    unsigned element, bit;
    unsigned fanout;
    const char *name;
} net_t;

typedef struct counter {
    const unit_desc_t *unit;
    const liberty_t *lib;
    netlist_t *out;
    net_t *nets;
    size_t n_nets, most_nets; /* most: that the file has room for */
    int clock;                /* net of clk_i, or -1 */
    size_t flop_room, wrapper_room;
    bool *there[UNIT_MAX_FIELDS]; /* by element: something is left of it; NULL until the first */
} counter_t;

/* --- names ------------------------------------------------------------------------------ */

/* Does a wire's path below i_dut name the register, or with [N] element N of it? */
static bool names_register(const char *wire, const char *path, unsigned *element)
{
    size_t n = strlen(path);
    if (strncmp(wire, path, n) != 0 || (wire[n] && wire[n] != '['))
        return false;
    *element = wire[n] ? (unsigned)strtoul(wire + n + 1, NULL, 10) : 0;
    return true;
}

int netlist_owner(const unit_desc_t *unit, const char *wire, unsigned *element)
{
    char path[512];
    *element = 0;
    if (strncmp(wire, NETLIST_DUT, strlen(NETLIST_DUT)) != 0)
        return OWNER_NONE;
    wire += strlen(NETLIST_DUT);
    const char *dot = strrchr(wire, '.'), *last = dot ? dot + 1 : wire;
    const size_t length = strcspn(last, "[");
    if (length < 3 || strncmp(last + length - 2, "_q", 2) != 0)
        return OWNER_NONE; /* no register's name: most wires, quickly */
    for (unsigned i = 0; i < unit->n_fields; i++)
        if (unit->fields[i].dir == UNIT_STATE &&
            unit_field_rtl(unit, &unit->fields[i], path, sizeof path) >= 0 &&
            names_register(wire, path, element))
            return (int)i;
    return OWNER_NONE;
}

static int owner_of(const unit_desc_t *unit, const char *wire, unsigned *element)
{
    if (strncmp(wire, "in_", 3) == 0 || strncmp(wire, "out_", 4) == 0) {
        *element = 0;
        return OWNER_WRAPPER;
    }
    return netlist_owner(unit, wire, element);
}

/* --- flops ------------------------------------------------------------------------------- */

static bool starts_with_any(const char *s, const char *const *heads)
{
    for (; *heads; heads++)
        if (strncmp(s, *heads, strlen(*heads)) == 0)
            return true;
    return false;
}

static bool is_flop(const counter_t *c, const char *type)
{
    static const char *const heads[] = {"$dff",  "$sdff",  "$adff",  "$aldff",  "$ff",
                                        "$_DFF", "$_SDFF", "$_ADFF", "$_ALDFF", NULL};
    if (starts_with_any(type, heads))
        return true;
    const liberty_cell_t *cell = c->lib ? liberty_find(c->lib, type) : NULL;
    return cell && cell->flop;
}

static bool is_latch(const counter_t *c, const char *type)
{
    static const char *const heads[] = {"$dlatch", "$adlatch", "$sr", "$_DLATCH", "$_SR_", NULL};
    if (starts_with_any(type, heads))
        return true;
    const liberty_cell_t *cell = c->lib ? liberty_find(c->lib, type) : NULL;
    return cell && cell->latch;
}

static void *grown(void *items, size_t n, size_t *room, size_t bytes)
{
    if (n < *room)
        return items;
    *room = *room ? 2 * *room : 1024;
    return realloc(items, *room * bytes);
}

/* A flop or a constant of the element. */
static int note_element(counter_t *c, int owner, unsigned element)
{
    const unsigned capacity = c->unit->fields[owner].capacity;
    bool **there = &c->there[owner];
    if (!*there && !(*there = calloc(capacity ? capacity : 1, sizeof **there)))
        return -ENOMEM;
    if (element < capacity && !(*there)[element]) {
        (*there)[element] = true;
        c->out->elements[owner]++;
    }
    return 0;
}

static int note_state(counter_t *c, const net_t *net, const char *instance, const char *pin)
{
    netlist_t *n = c->out;
    n->field_bits[net->owner]++;
    int rc = note_element(c, net->owner, net->element);
    if (rc || !c->lib)
        return rc;
    netlist_flop_t *flops = grown(n->flops, n->n_flops, &c->flop_room, sizeof *flops);
    if (!flops)
        return -ENOMEM;
    n->flops = flops;
    netlist_flop_t *f = &flops[n->n_flops++];
    *f = (netlist_flop_t){(unsigned)net->owner, net->element, net->bit, strdup(instance),
                          strdup(pin)};
    return f->instance && f->pin ? 0 : -ENOMEM;
}

static int note_wrapper(counter_t *c, const char *instance)
{
    netlist_t *n = c->out;
    n->wrapper_bits++;
    if (!c->lib)
        return 0;
    char **cells = grown(n->wrapper_cells, n->n_wrapper_cells, &c->wrapper_room, sizeof *cells);
    if (!cells)
        return -ENOMEM;
    n->wrapper_cells = cells;
    cells[n->n_wrapper_cells] = strdup(instance);
    return cells[n->n_wrapper_cells++] ? 0 : -ENOMEM;
}

static net_t *net_of(const counter_t *c, const cJSON *bit)
{
    if (!cJSON_IsNumber(bit) || bit->valueint < 0 || (size_t)bit->valueint >= c->n_nets)
        return NULL; /* a constant */
    return &c->nets[bit->valueint];
}

/* The bits that one flop cell stores: those of its Q, or of QN where only that is used. */
static int count_flop(counter_t *c, const cJSON *cell)
{
    const cJSON *connections = cJSON_GetObjectItemCaseSensitive(cell, "connections");
    const cJSON *directions = cJSON_GetObjectItemCaseSensitive(cell, "port_directions");
    const cJSON *port, *bit;
    bool owned = false;
    const char *seen = "?";
    cJSON_ArrayForEach(port, connections)
    {
        const cJSON *direction = cJSON_GetObjectItemCaseSensitive(directions, port->string);
        if (!cJSON_IsString(direction) || strcmp(direction->valuestring, "output") != 0)
            continue;
        cJSON_ArrayForEach(bit, port)
        {
            const net_t *net = net_of(c, bit);
            if (!net || (c->lib && owned))
                continue;
            seen = net->name;
            int rc = 0;
            if (net->owner >= 0)
                rc = note_state(c, net, cell->string, port->string);
            else if (net->owner == OWNER_WRAPPER)
                rc = note_wrapper(c, cell->string);
            else if (!c->lib)
                c->out->hidden_bits++;
            if (rc)
                return rc;
            if (net->owner != OWNER_NONE)
                owned = true;
            else if (!c->lib)
                snprintf(c->out->hidden_name, sizeof c->out->hidden_name, "%s", seen);
        }
    }
    if (c->lib && !owned) {
        c->out->hidden_bits++;
        snprintf(c->out->hidden_name, sizeof c->out->hidden_name, "%s", seen);
    }
    return 0;
}

/* --- the module --------------------------------------------------------------------------- */

static int64_t largest_net(const cJSON *netnames)
{
    int64_t most = -1;
    const cJSON *name, *bit;
    cJSON_ArrayForEach(name, netnames)
        cJSON_ArrayForEach(bit, cJSON_GetObjectItemCaseSensitive(
                                    name, "bits")) if (cJSON_IsNumber(bit) && bit->valueint > most)
            most = bit->valueint;
    return most;
}

static int name_nets(counter_t *c, const cJSON *module)
{
    const cJSON *netnames = cJSON_GetObjectItemCaseSensitive(module, "netnames");
    c->n_nets = (size_t)(largest_net(netnames) + 1);
    if (c->n_nets > c->most_nets)
        return -ERANGE;
    c->nets = calloc(c->n_nets ? c->n_nets : 1, sizeof *c->nets);
    if (!c->nets)
        return -ENOMEM;
    for (size_t i = 0; i < c->n_nets; i++)
        c->nets[i] = (net_t){.owner = OWNER_NONE, .name = "?"};
    const cJSON *name, *bit;
    cJSON_ArrayForEach(name, netnames)
    {
        unsigned element, at = 0;
        int owner = owner_of(c->unit, name->string, &element);
        bool vector = owner >= 0 && !strchr(name->string, '[') &&
                      c->unit->fields[owner].capacity > 1; /* one bit an element */
        cJSON_ArrayForEach(bit, cJSON_GetObjectItemCaseSensitive(name, "bits"))
        {
            net_t *net = net_of(c, bit);
            if (owner >= 0 && cJSON_IsString(bit)) {
                c->out->constant_bits[owner]++;
                if (note_element(c, owner, vector ? at : element))
                    return -ENOMEM;
            }
            if (net && (net->name[0] == '?' || net->name[0] == '$'))
                net->name = name->string;
            if (net && owner != OWNER_NONE && net->owner < 0) {
                net->owner = owner;
                net->element = vector ? at : element;
                net->bit = vector ? 0 : at;
            }
            at++;
        }
    }
    const cJSON *ports = cJSON_GetObjectItemCaseSensitive(module, "ports");
    const cJSON *clock = cJSON_GetObjectItemCaseSensitive(ports, "clk_i");
    const cJSON *clock_bit = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(clock, "bits"), 0);
    c->clock = cJSON_IsNumber(clock_bit) ? clock_bit->valueint : -1;
    return 0;
}

static void count_fanout(counter_t *c, const cJSON *cell)
{
    const cJSON *connections = cJSON_GetObjectItemCaseSensitive(cell, "connections");
    const cJSON *directions = cJSON_GetObjectItemCaseSensitive(cell, "port_directions");
    const cJSON *port, *bit;
    cJSON_ArrayForEach(port, connections)
    {
        const cJSON *direction = cJSON_GetObjectItemCaseSensitive(directions, port->string);
        if (cJSON_IsString(direction) && strcmp(direction->valuestring, "input") == 0)
            cJSON_ArrayForEach(bit, port)
            {
                net_t *net = net_of(c, bit);
                if (net && net - c->nets != c->clock)
                    net->fanout++;
            }
    }
}

static int by_string(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int count_module(counter_t *c, const cJSON *module)
{
    netlist_t *n = c->out;
    int rc = name_nets(c, module);
    if (rc)
        return rc;
    const cJSON *cell;
    cJSON_ArrayForEach(cell, cJSON_GetObjectItemCaseSensitive(module, "cells"))
    {
        if (rc)
            return rc;
        const cJSON *type = cJSON_GetObjectItemCaseSensitive(cell, "type");
        if (!cJSON_IsString(type))
            continue;
        n->cells++;
        count_fanout(c, cell);
        if (is_latch(c, type->valuestring))
            n->latches++;
        else if (is_flop(c, type->valuestring))
            rc = count_flop(c, cell);
    }
    for (size_t i = 0; i < c->n_nets; i++) {
        if (c->nets[i].fanout <= n->worst_fanout)
            continue;
        n->worst_fanout = c->nets[i].fanout;
        snprintf(n->worst_net, sizeof n->worst_net, "%s", c->nets[i].name);
    }
    if (n->n_wrapper_cells)
        qsort(n->wrapper_cells, n->n_wrapper_cells, sizeof *n->wrapper_cells, by_string);
    return rc;
}

/* What has names is an object. */
static int check_form(const cJSON *module, const char *path, const char *top, diag_t *d)
{
    static const char *const parts[] = {"ports", "cells", "netnames"};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const cJSON *part = cJSON_GetObjectItemCaseSensitive(module, parts[i]);
        if (part && !cJSON_IsObject(part))
            return diag_at(d, path, 0, 0, "%s of module %s have no names; expected an object",
                           parts[i], top);
    }
    return 0;
}

int netlist_read(const char *path, const char *top, const unit_desc_t *unit, const liberty_t *lib,
                 netlist_t *n, diag_t *d)
{
    *n = (netlist_t){0};
    if (unit->n_fields > UNIT_MAX_FIELDS)
        return diag_at(d, unit->name, 0, 0, "more than %d fields", UNIT_MAX_FIELDS);
    char *text = NULL;
    size_t bytes = 0;
    int rc = file_read(path, MAX_JSON, &text, &bytes, d);
    if (rc)
        return rc;
    cJSON *root = cJSON_ParseWithLength(text, bytes);
    free(text);
    const cJSON *modules = cJSON_GetObjectItemCaseSensitive(root, "modules");
    const cJSON *module = cJSON_GetObjectItemCaseSensitive(modules, top);
    if (!module) {
        cJSON_Delete(root);
        return diag_at(d, path, 0, 0, "no module %s; expected a netlist that yosys wrote", top);
    }
    /* Yosys numbers nets from 2 in the order in which it writes them: each is there with a comma.
     */
    counter_t c = {.unit = unit, .lib = lib, .out = n, .clock = -1, .most_nets = bytes / 2 + 2};
    rc = check_form(module, path, top, d);
    if (!rc)
        rc = count_module(&c, module);
    if (rc == -ERANGE)
        rc = diag_at(d, path, 0, 0,
                     "net %zu of a file of %zu bytes; expected nets numbered from 2 on",
                     c.n_nets - 1, bytes);
    else if (rc == -ENOMEM)
        diag_at(d, path, 0, 0, "out of memory");
    free(c.nets);
    for (unsigned i = 0; i < unit->n_fields; i++)
        free(c.there[i]);
    cJSON_Delete(root);
    return rc;
}

void netlist_free(netlist_t *n)
{
    for (size_t i = 0; i < n->n_flops; i++) {
        free(n->flops[i].instance);
        free(n->flops[i].pin);
    }
    for (size_t i = 0; i < n->n_wrapper_cells; i++)
        free(n->wrapper_cells[i]);
    free(n->flops);
    free(n->wrapper_cells);
    *n = (netlist_t){0};
}
