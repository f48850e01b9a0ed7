-- What the paper leaves open, varied: the mean change of the packets from the L2 by suite (docs/results/mrpb.md).
CREATE VIEW "mrpb-variants-packets" AS
WITH mean AS (
    SELECT place, words, suite, printf('%+.1f %%', 100 * exp(avg(ln(packets))) - 100) AS packets FROM mrpb_varied
    WHERE packets IS NOT NULL GROUP BY place, suite)
SELECT words AS varied, max(packets) FILTER (WHERE suite = 'PolyBench') AS PolyBench,
    max(packets) FILTER (WHERE suite = 'Rodinia') AS Rodinia
FROM mean GROUP BY place ORDER BY place;
