-- The best setting of each policy for each workload at the default scale, with its cycles (docs/comparators.md).
CREATE VIEW "best-default" AS
SELECT workload, lrr, gto, swl AS "ccws_swl: limit", pcal AS "pcal: tokens + others", pd AS "pd: distance"
FROM best WHERE scale = 'default' ORDER BY first;
