-- abyp with threshold 1 and a 32 KB L1, by workload at the default scale (docs/results/abyp.md).
CREATE VIEW "abyp-default" AS
WITH both AS (
    SELECT a.*, l.speedup AS larger_speedup, l.misses AS larger_misses
    FROM abyp a JOIN abyp l ON l.workload = a.workload AND l.configuration = '32KB' WHERE a.configuration = 'abyp-1'),
line AS (
    SELECT workload, first, printf('%.1f', reads) AS reads, zero_reuse, speedup, misses, prevented, coverage, wrong, energy,
        dynamic_energy, larger_speedup, printf('%+.1f %%', 100 * larger_misses) AS larger_misses FROM both
    UNION ALL SELECT 'mean of ' || count(*), 1e9, NULL, avg(zero_reuse), exp(avg(ln(speedup))), avg(misses), avg(prevented),
        avg(coverage), avg(wrong), avg(energy), avg(dynamic_energy), exp(avg(ln(larger_speedup))), NULL
    FROM both WHERE of_13 HAVING count(*))
SELECT workload, reads AS "reads per 1000 warp instructions",
    printf('%.1f %%', 100 * zero_reuse) AS "zero-reuse",
    printf('%+.2f %%', 100 * (speedup - 1)) AS speedup,
    printf('%+.1f %%', 100 * misses) AS misses,
    printf('%.1f %%', 100 * prevented) AS "fills prevented",
    printf('%.1f %%', 100 * coverage) AS coverage,
    printf('%.1f %%', 100 * wrong) AS "false positives",
    printf('%+.1f %%', 100 * energy) AS "L1 energy",
    printf('%+.1f %%', 100 * dynamic_energy) AS "without leakage",
    printf('%+.2f %%', 100 * (larger_speedup - 1)) AS "32 KB: speedup",
    larger_misses AS "32 KB: misses"
FROM line ORDER BY first;
