-- Energy of apcm's unit by recorded kernel: of the clock of its flops, and beyond it per cycle and per request
-- (docs/results/apcm.md).
CREATE VIEW "apcm-unit-energy" AS
WITH line AS (
    SELECT 0 AS last, workload, rate, clock, cycle, event, leakage FROM unit_energy WHERE unit = 'apcm'
    UNION ALL
    SELECT 1, 'mean', NULL, NULL, NULL, printf('%.4f', avg(event)), NULL FROM unit_energy WHERE unit = 'apcm' HAVING count(*))
SELECT workload AS program, rate AS "requests per cycle", clock AS "clock, nJ per cycle", cycle AS "beyond it, nJ per cycle",
    event AS "nJ per request", leakage AS "leakage, mW"
FROM line ORDER BY last;
