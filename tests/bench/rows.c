#include "rows.h"

const row_t bench_rows[] = {
    {.name = "functional-hotspot",
     .kind = ROW_FUNCTIONAL,
     .floor = 5e6,
     .args = {"-w", "hotspot", "--functional"}},
    {.name = "functional-atax",
     .kind = ROW_FUNCTIONAL,
     .floor = 5e6,
     .args = {"-w", "atax", "--functional"}},
    {.name = "cost-policy-abyp",
     .kind = ROW_COST,
     .floor = 1.5,
     .base = {"-w", "bfs", "-c", "abyp-gcn"},
     .args = {"-w", "bfs", "-c", "abyp-gcn", "-p", "abyp"}},
    {.name = "cost-lockstep-abyp",
     .kind = ROW_COST,
     .floor = 4,
     .needs_rtl = true,
     .base = {"-w", "bfs", "-c", "abyp-gcn", "-p", "abyp"},
     .args = {"-w", "bfs", "-c", "abyp-gcn", "-p", "abyp", "-e", "lockstep"}},
};

const unsigned bench_row_count = sizeof bench_rows / sizeof bench_rows[0];
