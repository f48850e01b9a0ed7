-- Performance of the programs without shared memory, with the paper's inputs, over the shared program on Base-S
-- (docs/results/mrpb.md).
CREATE VIEW "mrpb-unshared" AS
WITH one AS (
    SELECT u.workload, u.series, s.cycles / u.cycles AS performance
    FROM run u JOIN run s ON s.sweep = u.sweep AND s.series = 'base-s' AND s.workload || '_u' = u.workload
    WHERE u.sweep = 'mrpb-full' AND u.series IN ('base-s', 'mrpb-s', 'base-l', 'mrpb-l')
    UNION ALL
    SELECT m.workload || '_u', 'shared', b.cycles / m.cycles
    FROM run m JOIN run b ON b.sweep = m.sweep AND b.series = 'base-s' AND b.workload = m.workload
    WHERE m.sweep = 'mrpb-full' AND m.series = 'mrpb-s'),
of AS (
    SELECT workload, series, printf('%.2f', performance) AS performance, 0 AS last FROM one
    WHERE workload IN (SELECT workload FROM one WHERE series = 'base-s')
    UNION ALL
    SELECT 'geometric mean', series, printf('%.2f', exp(avg(ln(performance)))), 1 FROM one
    WHERE workload IN (SELECT workload FROM one WHERE series = 'base-s') GROUP BY series)
SELECT workload AS program, max(performance) FILTER (WHERE series = 'base-s') AS "Base-S",
    max(performance) FILTER (WHERE series = 'mrpb-s') AS "S with mrpb",
    max(performance) FILTER (WHERE series = 'base-l') AS "Base-L",
    max(performance) FILTER (WHERE series = 'mrpb-l') AS "L with mrpb",
    max(performance) FILTER (WHERE series = 'shared') AS "the shared with mrpb, S"
FROM of GROUP BY workload, last ORDER BY last, workload;
