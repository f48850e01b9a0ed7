-- The best setting of each policy for each workload at the tiny scale, with its cycles (docs/comparators.md).
CREATE VIEW "best-tiny" AS
SELECT workload, lrr, gto, swl AS "ccws_swl: limit", pcal AS "pcal: tokens + others", pd AS "pd: distance"
FROM best WHERE scale = 'tiny' ORDER BY first;
