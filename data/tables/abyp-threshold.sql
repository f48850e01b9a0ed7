-- abyp by threshold, over the paper's 13 applications at the default scale (docs/results/abyp.md): the geometric mean of the
-- speedups, arithmetic means of the others.
CREATE VIEW "abyp-threshold" AS
SELECT substr(configuration, 6) AS threshold,
    printf('%+.2f %%', 100 * (exp(avg(ln(speedup))) - 1)) AS speedup,
    printf('%+.1f %%', 100 * avg(misses)) AS misses,
    printf('%.1f %%', 100 * avg(prevented)) AS "fills prevented",
    printf('%.1f %%', 100 * avg(coverage)) AS coverage,
    printf('%.1f %%', 100 * avg(wrong)) AS "false positives",
    printf('%.1f %%', 100 * avg(wrong_sdbp)) AS "by the SDBP definition",
    printf('%+.1f %%', 100 * avg(energy)) AS "L1 energy",
    printf('%+.1f %%', 100 * avg(dynamic_energy)) AS "without leakage",
    printf('%+.1f %%', 100 * avg(dynamic_power)) AS "L1 dynamic power"
FROM abyp WHERE of_13 AND configuration LIKE 'abyp-%' GROUP BY configuration ORDER BY CAST(threshold AS INTEGER);
