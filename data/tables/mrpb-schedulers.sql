-- Mean speedups over round robin of mrpb and of CCWS-SWL, with the best limit for each program, below both warp schedulers
-- (docs/results/mrpb.md).
CREATE VIEW "mrpb-schedulers" AS
WITH best AS (
    SELECT substr(series, -1) AS base, suite, workload, substr(series, 1, length(series) - 2) AS what, min(cycles) AS cycles
    FROM run WHERE sweep = 'mrpb-schedulers' GROUP BY series, suite, workload),
-- No limit at all is one of CCWS-SWL's limits.
gain AS (
    SELECT b.base, b.suite, v.what,
        b.cycles / iif(v.what LIKE 'swl%', min(v.cycles, n.cycles), v.cycles) AS gain
    FROM best v JOIN best b ON b.what = 'base' AND b.base = v.base AND b.workload = v.workload
    JOIN best n ON n.what = iif(v.what LIKE '%gto', 'gto', 'base') AND n.base = v.base AND n.workload = v.workload),
mean AS (
    SELECT base, suite, what, printf('%.2fx', exp(avg(ln(gain)))) AS gain FROM gain GROUP BY base, suite, what)
SELECT suite || ' on Base-' || upper(base) AS "over round robin", max(gain) FILTER (WHERE what = 'mrpb') AS MRPB,
    max(gain) FILTER (WHERE what = 'swl') AS "CCWS-SWL", max(gain) FILTER (WHERE what = 'gto') AS GTO,
    max(gain) FILTER (WHERE what = 'mrpb-gto') AS "MRPB on GTO", max(gain) FILTER (WHERE what = 'swl-gto') AS "CCWS-SWL on GTO"
FROM mean GROUP BY base, suite ORDER BY base DESC, suite;
