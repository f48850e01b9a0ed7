-- Gain of abyp and of a 32 KB L1 with the paper's inputs, with the crossbar of abyp-gcn and with flits of 32 B
-- (docs/results/abyp.md).
CREATE VIEW "abyp-flits" AS
WITH gain AS (
    SELECT s.number, iif(instr(s.workload, '/'), substr(s.workload, 1, instr(s.workload, '/') - 1), s.workload) AS workload,
        r.sweep || ' ' || r.series AS what, printf('%+.1f %%', 100 * (b.cycles / r.cycles - 1)) AS gain
    FROM run s JOIN run r ON r.sweep IN ('abyp', 'abyp-results') AND r.series IN ('abyp', 'base-32k') AND r.workload = s.workload
    JOIN run b ON b.sweep = r.sweep AND b.series = 'base' AND b.workload = r.workload
    WHERE s.sweep = 'abyp-results' AND s.series = 'base')
SELECT workload, max(gain) FILTER (WHERE what = 'abyp abyp') AS abyp, max(gain) FILTER (WHERE what = 'abyp base-32k') AS "32 KB",
    max(gain) FILTER (WHERE what = 'abyp-results abyp') AS "abyp, flits of 32 B",
    max(gain) FILTER (WHERE what = 'abyp-results base-32k') AS "32 KB, flits of 32 B"
FROM gain GROUP BY number, workload ORDER BY number;
