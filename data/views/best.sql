-- Of the settings of sweep best the best of each policy for each workload, of equally good ones the later: what best-tiny and
-- best-default show.
CREATE VIEW best AS
WITH ranked AS (
    SELECT scale, workload, series, overrides, cycles,
        row_number() OVER (PARTITION BY scale, workload, series ORDER BY cycles, number DESC) AS place,
        min(number) OVER (PARTITION BY scale, workload) AS first
    FROM run WHERE sweep = 'best'),
shown AS (
    SELECT scale, workload, series, first, printf('%,d', cycles) AS cycles,
        -- "12" of "ccws_swl.limit=12", "4 + 64" of two settings
        (SELECT group_concat(substr(value, instr(value, '=') + 1), ' + ')
         FROM json_each('["' || replace(overrides, ' ', '","') || '"]')) AS setting
    FROM ranked WHERE place = 1)
SELECT scale, first, workload,
    max(iif(series = 'lrr', cycles, NULL)) AS lrr, max(iif(series = 'gto', cycles, NULL)) AS gto,
    max(iif(series = 'swl', setting || ': ' || cycles, NULL)) AS swl,
    max(iif(series = 'pcal', setting || ': ' || cycles, NULL)) AS pcal,
    max(iif(series = 'pd', setting || ': ' || cycles, NULL)) AS pd
FROM shown GROUP BY scale, workload;
