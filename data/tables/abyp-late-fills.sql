-- What abyp's false positives are by the definition of sampling dead block prediction, at the default scale
-- (docs/results/abyp.md).
CREATE VIEW "abyp-late-fills" AS
WITH counted AS (
    SELECT r.number, iif(instr(r.workload, '/'), substr(r.workload, 1, instr(r.workload, '/') - 1), r.workload) AS workload,
        max(s.value) FILTER (WHERE s.name = 'units.abyp.bypass_predictions') AS predictions,
        max(s.value) FILTER (WHERE s.name = 'units.abyp.late_fills') AS fills,
        max(s.value) FILTER (WHERE s.name = 'units.abyp.dead_accesses') AS hits,
        max(s.value) FILTER (WHERE s.name = 'units.abyp.dead_blocks') AS blocks,
        max(s.value) FILTER (WHERE s.name = 'units.abyp.dead_in_lru') AS lru
    FROM run r JOIN stat s ON s.run = r.id WHERE r.sweep = 'abyp-results' AND r.series = 'late-fills' GROUP BY r.id),
line AS (
    SELECT number, workload, printf('%,d', predictions) AS predictions, printf('%,d', fills) AS fills, printf('%,d', hits) AS hits,
        printf('%,d', blocks) AS blocks, printf('%,d', lru) AS lru, hits / predictions AS of_hits, blocks / predictions AS of_blocks,
        lru / predictions AS of_lru
    FROM counted
    UNION ALL
    SELECT 1e9, 'mean of ' || count(*), NULL, NULL, NULL, NULL, NULL, avg(hits / predictions), avg(blocks / predictions),
        avg(lru / predictions) FROM counted HAVING count(*))
SELECT workload, predictions AS "bypass predictions", fills AS "late fills", hits AS "hits on them", blocks AS "blocks hit",
    lru AS "hits that LRU has, too", printf('%.1f %%', 100 * of_hits) AS "by the definition",
    printf('%.1f %%', 100 * of_blocks) AS blocks, printf('%.1f %%', 100 * of_lru) AS "with LRU"
FROM line ORDER BY number;
