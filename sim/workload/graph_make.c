#include <errno.h>

#include "workload/graph.h"

static int room(host_t *h, uint32_t nodes, size_t entries, input_t *in)
{
    *in = (input_t){.rows = nodes, .cols = nodes};
    return input_room(h, in, entries);
}

/* Both directions of an edge. */
static void add_both(input_t *in, uint32_t a, uint32_t b, int32_t weight)
{
    input_add(in, a, b, weight);
    input_add(in, b, a, weight);
}

int graph_make(host_t *h, uint32_t nodes, graph_t *g)
{
    input_t in;
    int rc = room(h, nodes, (size_t)nodes * 8, &in);
    if (rc)
        return rc;
    for (uint32_t v = 0; v < nodes; v++) {
        uint32_t own = 2 + rng_below(&h->rng, 3);
        for (uint32_t i = 0; i < own; i++) {
            uint32_t other = rng_below(&h->rng, nodes);
            add_both(&in, v, other, 1 + (int32_t)rng_below(&h->rng, 10));
        }
    }
    return graph_of(h, &in, g);
}

#define SHUFFLED 128 /* neighbours in number of a mesh */

#define MOST_AUTHORS 48 /* of a paper */

/* Percentages; together they give the degrees, triangles and components of ca-GrQc. */
#define FIRST_IS_NEW     35
#define CO_AUTHOR_IS_NEW 45
#define CO_AUTHOR_AGAIN  90 /* of those that are not new */
#define ONE_MORE         40

typedef struct papers {
    uint32_t authors; /* that have joined */
    uint32_t papers, places;
    uint32_t *start;  /* of each paper's places */
    uint32_t *author; /* in each place */
    uint32_t *before; /* the author's place before, + 1 */
    uint32_t *last;   /* each author's last place, + 1 */
    uint32_t *count;  /* of each author's papers */
} papers_t;

static int open_papers(host_t *h, uint32_t nodes, papers_t *p)
{
    /* 2.5 places an author are used in the mean. */
    size_t places = (size_t)nodes * 16 + 64 * MOST_AUTHORS;
    *p = (papers_t){0};
    p->start = host_memory(h, places + 1, sizeof *p->start);
    p->author = host_memory(h, places, sizeof *p->author);
    p->before = host_memory(h, places, sizeof *p->before);
    p->last = host_memory(h, nodes, sizeof *p->last);
    p->count = host_memory(h, nodes, sizeof *p->count);
    return host_ok(h) ? 0 : -ENOMEM;
}

/* Somebody of a random earlier paper of this author. */
static uint32_t co_author(host_t *h, const papers_t *p, uint32_t author)
{
    uint32_t place = p->last[author];
    for (uint32_t back = rng_below(&h->rng, p->count[author]); back; back--)
        place = p->before[place - 1];
    uint32_t lo = 0, hi = p->papers; /* the paper: start[lo] <= place - 1 < start[hi] */
    while (hi - lo > 1) {
        uint32_t middle = (lo + hi) / 2;
        if (p->start[middle] <= place - 1)
            lo = middle;
        else
            hi = middle;
    }
    return p->author[p->start[lo] + rng_below(&h->rng, p->start[hi] - p->start[lo])];
}

/* Authors of one more paper, without those drawn twice; how many. */
static uint32_t draw_authors(host_t *h, papers_t *p, uint32_t nodes, uint32_t *author)
{
    uint32_t want = 2, n = 0;
    if (rng_below(&h->rng, 250) == 0) /* a large collaboration */
        want = 10 + rng_below(&h->rng, 35);
    else
        while (want < MOST_AUTHORS && rng_percent(&h->rng, ONE_MORE))
            want++;
    for (uint32_t i = 0; i < want; i++) {
        uint32_t a;
        if (!p->authors || rng_percent(&h->rng, i ? CO_AUTHOR_IS_NEW : FIRST_IS_NEW)) {
            if (p->authors == nodes)
                break;
            a = p->authors++;
        } else if (i && p->count[author[0]] && rng_percent(&h->rng, CO_AUTHOR_AGAIN)) {
            a = co_author(h, p, author[0]);
        } else {
            a = rng_below(&h->rng, p->authors);
        }
        bool there = false;
        for (uint32_t k = 0; k < n; k++)
            there |= author[k] == a;
        if (!there)
            author[n++] = a;
    }
    return n;
}

static void add_paper(host_t *h, papers_t *p, uint32_t nodes)
{
    uint32_t author[MOST_AUTHORS];
    uint32_t n = draw_authors(h, p, nodes, author);
    if (!n)
        return;
    p->start[p->papers++] = p->places;
    for (uint32_t i = 0; i < n; i++) {
        p->author[p->places] = author[i];
        p->before[p->places] = p->last[author[i]];
        p->last[author[i]] = ++p->places;
        p->count[author[i]]++;
    }
    p->start[p->papers] = p->places;
}

int graph_collaboration(host_t *h, uint32_t nodes, graph_t *g)
{
    papers_t p;
    input_t in;
    graph_t all;
    uint32_t *number = host_shuffle(h, nodes);
    if (open_papers(h, nodes, &p) || !number)
        return -ENOMEM;
    /* Whoever the places do not suffice for stays alone; 16 of them each are six times the need. */
    while (p.authors < nodes && p.places < nodes * 16)
        add_paper(h, &p, nodes);
    size_t pairs = 0;
    for (uint32_t i = 0; i < p.papers; i++)
        pairs += (size_t)(p.start[i + 1] - p.start[i]) * (p.start[i + 1] - p.start[i] - 1);
    int rc = room(h, nodes, pairs / 2, &in);
    if (rc)
        return rc;
    for (uint32_t i = 0; i < p.papers; i++)
        for (uint32_t a = p.start[i]; a < p.start[i + 1]; a++)
            for (uint32_t b = p.start[i]; b < a; b++)
                input_add(&in, number[p.author[a]], number[p.author[b]], 1);
    rc = graph_of(h, &in, &all);
    return rc ? rc : graph_undirected(h, &all, g);
}

int graph_arcs(host_t *h, uint32_t nodes, uint32_t arcs, graph_t *g)
{
    input_t in;
    int rc = room(h, nodes, arcs, &in);
    if (rc)
        return rc;
    while (in.entries < arcs) {
        uint32_t from = rng_below(&h->rng, nodes), to = rng_below(&h->rng, nodes);
        if (from != to)
            input_add(&in, from, to, rng_below(&h->rng, 100));
    }
    return graph_of(h, &in, g);
}

/* Street i of a grid leads from crossing i / 2 to the right or down. False at the grid's edge. */
static bool street(uint32_t i, uint32_t width, uint32_t height, uint32_t *a, uint32_t *b)
{
    *a = i / 2;
    *b = *a + (i % 2 ? width : 1);
    return i % 2 ? *a / width + 1 < height : *a % width + 1 < width;
}

int graph_grid(host_t *h, uint32_t width, uint32_t height, unsigned missing, graph_t *g)
{
    input_t in;
    uint32_t streets = 2 * width * height, a, b;
    int rc = room(h, width * height, (size_t)streets * 2, &in);
    if (rc)
        return rc;
    for (uint32_t i = 0; i < streets; i++)
        if (street(i, width, height, &a, &b) && !rng_percent(&h->rng, missing))
            add_both(&in, a, b, 1);
    return graph_of(h, &in, g);
}

/* The least crossing of those known to be connected with v; paths are halved on the way. */
static uint32_t root(uint32_t *above, uint32_t v)
{
    while (above[v] != v)
        v = above[v] = above[above[v]];
    return v;
}

int graph_roads(host_t *h, uint32_t width, uint32_t height, uint32_t circles, graph_t *g)
{
    input_t in;
    uint32_t nodes = width * height, streets = 2 * nodes, a, b;
    uint32_t *order = host_shuffle(h, streets), *above = host_memory(h, nodes, sizeof *above);
    int rc = room(h, nodes, (size_t)(nodes - 1 + circles) * 2, &in);
    if (rc)
        return rc;
    for (uint32_t v = 0; v < nodes; v++)
        above[v] = v;
    for (uint32_t i = 0; i < streets; i++) {
        bool there = street(order[i], width, height, &a, &b);
        uint32_t ra = there ? root(above, a) : 0, rb = there ? root(above, b) : 0;
        if (ra == rb)
            continue;
        above[ra < rb ? rb : ra] = ra < rb ? ra : rb;
        add_both(&in, a, b, 1 + (int32_t)rng_below(&h->rng, 100));
        order[i] = UINT32_MAX;
    }
    for (uint32_t i = streets; i-- > 0 && circles;) {
        if (order[i] == UINT32_MAX || !street(order[i], width, height, &a, &b))
            continue;
        add_both(&in, a, b, 1 + (int32_t)rng_below(&h->rng, 100));
        circles--;
    }
    return graph_of(h, &in, g);
}

/* New numbers for nodes in order: the old ones shuffled among SHUFFLED that follow each other. */
static uint32_t *shuffle_near(host_t *h, uint32_t nodes)
{
    uint32_t *number = host_memory(h, nodes, sizeof *number);
    for (uint32_t v = 0; number && v < nodes; v++) {
        uint32_t first = v - v % SHUFFLED, at = first + rng_below(&h->rng, v % SHUFFLED + 1);
        number[v] = number[at];
        number[at] = v;
    }
    return number;
}

int graph_mesh(host_t *h, uint32_t width, uint32_t height, graph_t *g)
{
    input_t in;
    uint32_t *number = shuffle_near(h, width * height);
    int rc = room(h, width * height, (size_t)width * height * 6, &in);
    if (rc)
        return rc;
    for (uint32_t v = 0; v < width * height; v++) {
        bool right = v % width + 1 < width, below = v / width + 1 < height;
        if (right)
            add_both(&in, number[v], number[v + 1], 1);
        if (below)
            add_both(&in, number[v], number[v + width], 1);
        if (right && below && rng_percent(&h->rng, 50))
            add_both(&in, number[v], number[v + width + 1], 1);
        else if (right && below)
            add_both(&in, number[v + 1], number[v + width], 1);
    }
    return graph_of(h, &in, g);
}
