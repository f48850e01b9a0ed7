-- L1 misses with an L1 of 64 KB (l1_sets=128) under round-robin CTAs, las's CTA part and BCS (docs/results/las.md).
CREATE VIEW "las-64k" AS
WITH one AS (SELECT *, printf('%.0f %%', 100 * misses) AS rate FROM las)
SELECT program, max(rate) FILTER (WHERE series = '64k') AS "round-robin", max(rate) FILTER (WHERE series = '64k-cta') AS "CTA part",
    max(rate) FILTER (WHERE series = '64k-bcs') AS BCS
FROM one WHERE sweep = 'las-design' AND series LIKE '64k%' AND misses IS NOT NULL GROUP BY place, program ORDER BY place;
