-- Programs that lose by mrpb: gain over the plain GPU with the latency of 5 cycles and with 2 (docs/results/mrpb.md).
CREATE VIEW "mrpb-short" AS
WITH one AS (
    SELECT v.workload, v.config, v.series, printf('%+.1f %%', 100 * (b.cycles / v.cycles - 1)) AS gain
    FROM run v JOIN run b ON b.sweep = v.sweep AND b.workload = v.workload AND b.config = v.config
        AND b.series IN ('base', 'base-l')
    WHERE v.sweep = 'mrpb-variants' AND v.series IN ('mrpb', 'short'))
SELECT workload || ' on ' || upper(substr(config, -1)) AS program,
    max(gain) FILTER (WHERE series = 'mrpb') AS "5 cycles", max(gain) FILTER (WHERE series = 'short') AS "2 cycles"
FROM one GROUP BY workload, config ORDER BY config DESC, workload;
