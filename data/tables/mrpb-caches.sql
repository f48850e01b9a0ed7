-- Larger and more associative L1s beside mrpb on Base-S: the paper's mean speedups, and ours with its inputs and at the
-- default scale (docs/results/mrpb.md).
CREATE VIEW "mrpb-caches" AS
WITH what(place, series, words, id) AS (VALUES
    (1, 'kb20', 'a 20 KB 5-way L1', 'mrpb-20kb-'), (2, 'way64', 'a 16 KB 64-way L1', NULL), (3, 'mrpb-s', 'mrpb', 'mrpb-')),
gain AS (
    SELECT w.place, w.words, w.id || CASE v.suite WHEN 'PolyBench' THEN 'poly' ELSE 'rod' END || iif(w.place = 3, '-s', '') AS id,
        v.sweep, v.suite, b.cycles / v.cycles AS gain
    FROM what w JOIN run v ON v.series = w.series AND v.sweep IN ('mrpb', 'mrpb-full')
    JOIN run b ON b.sweep = v.sweep AND b.series = 'base-s' AND b.workload = v.workload),
shown AS (
    SELECT place, words || ', ' || suite AS words, id, sweep, printf('%.2fx', exp(avg(ln(gain)))) AS gain
    FROM gain GROUP BY place, suite, sweep
    UNION ALL
    -- A ratio of two geometric means over the same programs is the mean of the ratios.
    SELECT 4, 'mrpb over the 64-way L1, all', 'mrpb-64way', sweep,
        printf('%+.1f %%', 100 * exp(avg(ln(gain)) FILTER (WHERE place = 3) - avg(ln(gain)) FILTER (WHERE place = 2)) - 100)
    FROM gain GROUP BY sweep HAVING max(place) = 3 AND sum(place = 2))
SELECT words AS "over Base-S",
    (SELECT iif(unit = '%', printf('%+g %%', value), printf('%gx', value)) FROM record_paper_figure p WHERE p.id = shown.id)
        AS paper,
    max(gain) FILTER (WHERE sweep = 'mrpb-full') AS "paper's inputs", max(gain) FILTER (WHERE sweep = 'mrpb') AS "default scale"
FROM shown GROUP BY place, words ORDER BY place, words;
