-- Gain in cycles of moving a group by one warp per cycle over moving it at once, geometric means (docs/results/apres.md).
CREATE VIEW "apres-serial" AS
SELECT iif(series LIKE 'laws%', 'laws', 'apres') AS policy, "all 15 programs", "cache-sensitive", "cache-insensitive",
    "compute-intensive", least, most
FROM apres_hardware WHERE series LIKE '%-serial' ORDER BY series DESC;
