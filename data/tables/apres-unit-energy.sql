-- Energy of apres's unit by recorded kernel: of the clock of its flops, and beyond it per cycle and per load
-- (docs/results/apres.md).
CREATE VIEW "apres-unit-energy" AS
WITH one AS (SELECT * FROM unit_energy WHERE unit = 'apres'),
-- Two programs: what a load takes, and what is left for a cycle. In use: 0.0654 nJ a cycle and 0.031 nJ a load.
fit AS (
    SELECT (a.cycle - b.cycle) / (a.rate - b.rate) AS load FROM one a, one b WHERE a.workload = 'bfs' AND b.workload = 'kmeans')
SELECT workload AS program, rate AS "loads per cycle", clock AS "clock, nJ per cycle", cycle AS "beyond it, nJ per cycle",
    printf('%.3f', cycle - rate * load) AS "of that a cycle", printf('%.3f', load) AS "a load, nJ",
    printf('%.3f', 0.0654 + 0.031 * rate) AS "by the figures in use, nJ per cycle", leakage AS "leakage, mW"
FROM one, fit;
