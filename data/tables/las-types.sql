-- Gain of both parts of las by the thesis's types, geometric mean (docs/results/las.md).
CREATE VIEW "las-types" AS
WITH one AS (
    SELECT l.place, l.type, l.speedup, l.speedup / b.speedup AS over_bcs
    FROM las l JOIN las b ON b.sweep = l.sweep AND b.place = l.place AND b.series = 'bcs'
    WHERE l.sweep = 'las' AND l.series = 'las'),
kind(kind, type) AS (SELECT 'all', type FROM one GROUP BY type UNION ALL SELECT 'type ' || type, type FROM one WHERE type <> '-' GROUP BY type)
SELECT kind AS "programs of", count(*) AS programs,
    printf('%+.1f %%', 100 * exp(avg(ln(speedup))) - 100) AS "over round-robin",
    printf('%+.1f %%', 100 * exp(avg(ln(over_bcs))) - 100) AS "over BCS"
FROM kind JOIN one USING (type) GROUP BY kind ORDER BY kind;
