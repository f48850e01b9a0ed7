-- Speedups over the plain GPU with 8 and 32 entries per queue, by latency, without bypassing (docs/results/mrpb.md).
CREATE VIEW "mrpb-latency" AS
WITH one AS (
    SELECT v.workload, v.config, v.overrides, printf('%.2fx', b.cycles / v.cycles) AS speedup
    FROM run v JOIN run b ON b.sweep = v.sweep AND b.workload = v.workload AND b.config = v.config
        AND b.series IN ('base', 'base-l')
    WHERE v.sweep = 'mrpb-variants' AND v.series = 'latency')
SELECT workload || ' on ' || upper(substr(config, -1)) AS "without bypassing",
    max(speedup) FILTER (WHERE overrides = 'mrpb.latency=18 mrpb.bypass=off') AS "8 entries, 18 cycles",
    max(speedup) FILTER (WHERE overrides = 'mrpb.latency=18 mrpb.depth=32 mrpb.bypass=off') AS "32 entries, 18 cycles",
    max(speedup) FILTER (WHERE overrides = 'mrpb.latency=3 mrpb.depth=32 mrpb.bypass=off') AS "32 entries, 3 cycles"
FROM one GROUP BY workload, config ORDER BY config DESC, workload;
