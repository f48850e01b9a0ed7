-- Gain of apres over LRR on the same machine, geometric mean, by how many loads can be under way and by the latencies
-- (docs/results/apres.md).
CREATE VIEW "apres-machines" AS
WITH machine(place, series, overrides, words) AS (VALUES
    (1, 'apres', '', 'apres-3-loads'),
    (2, 'loads', 'ldst_queue=3', 'apres, ldst_queue 3'),
    (3, 'loads', 'ldst_queue=5', 'apres, ldst_queue 5 (the release)'),
    (4, 'loads', 'ldst_queue=5 apres.groups=6', 'the same with 6 WGT entries'),
    (5, 'loads', 'ldst_queue=8', 'apres, ldst_queue 8'),
    (6, 'apres-200-440', '', 'apres-200-440'))
SELECT words AS machine,
    printf('%+.1f %%', 100 * exp(avg(ln(speedup)) FILTER (WHERE class = 'cache-sensitive')) - 100) AS "cache-sensitive",
    printf('%+.1f %%', 100 * exp(avg(ln(speedup)) FILTER (WHERE class = 'cache-insensitive')) - 100) AS "cache-insensitive"
FROM machine m JOIN apres a ON a.series = m.series AND coalesce(a.overrides, '') = m.overrides
WHERE a.sweep = 'apres-design' GROUP BY m.place ORDER BY m.place;
