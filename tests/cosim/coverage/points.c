/*
 * Counts the points of rtl/ in Verilator's coverage files of one unit, and puts the count into a
 * file of evidence.
 *
 *   coverage_points UNIT GEOMETRY EVIDENCE.csv FILE.dat...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit.h"
#include "report/evidence.h"

enum { LINE = 8192 };

typedef struct points {
    unsigned n, covered;
} points_t;

/* A line is C 'KEYS' COUNT, where KEYS has the source's path; points of module held are left out.
 */
static int count_file(const char *path, points_t *p)
{
    char line[LINE];
    FILE *f = fopen(path, "r");
    if (!f) {
        perror(path);
        return 2;
    }
    while (fgets(line, sizeof line, f)) {
        const char *end = strrchr(line, '\'');
        if (strncmp(line, "C '", 3) || !end || !strstr(line, "/rtl/"))
            continue;
        p->n++;
        p->covered += strtoull(end + 1, NULL, 10) > 0;
    }
    fclose(f);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 5 || !unit_find(argv[1]) || unit_geometry_find(argv[2]) < 0) {
        fprintf(stderr, "usage: coverage_points UNIT GEOMETRY EVIDENCE.csv FILE.dat...\n");
        return 2;
    }
    points_t p = {0, 0};
    for (int i = 4; i < argc; i++)
        if (count_file(argv[i], &p))
            return 2;
    evidence_draft_t row;
    diag_t d = {{0}};
    evidence_begin(&row, EVIDENCE_COVERAGE, argv[1], argv[2]);
    evidence_set(&row, "points", "%u", p.n);
    evidence_set(&row, "covered", "%u", p.covered);
    evidence_set(&row, "command", "./dev evidence -u %s coverage", argv[1]);
    if (!p.n || evidence_save(argv[3], &row, 1, &d)) {
        fprintf(stderr, "coverage_points: %s\n", p.n ? d.text : "no point of rtl/");
        return 2;
    }
    return 0;
}
