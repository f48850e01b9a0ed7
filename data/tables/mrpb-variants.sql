-- What the paper leaves open, varied: mean speedups over the plain GPU by suite (docs/results/mrpb.md).
CREATE VIEW "mrpb-variants" AS
WITH mean AS (
    SELECT place, words, suite, printf('%.2fx', exp(avg(ln(speedup)))) AS speedup FROM mrpb_varied GROUP BY place, suite)
SELECT words AS varied, max(speedup) FILTER (WHERE suite = 'PolyBench') AS PolyBench,
    max(speedup) FILTER (WHERE suite = 'Rodinia') AS Rodinia
FROM mean GROUP BY place ORDER BY place;
