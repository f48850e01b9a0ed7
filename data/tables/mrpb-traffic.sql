-- How mrpb changes misses and traffic on Base-S: the paper's means, and ours with its inputs and at the default scale
-- (docs/results/mrpb.md).
CREATE VIEW "mrpb-traffic" AS
WITH what(place, words, id, one, other) AS (VALUES
    (1, 'misses', 'mrpb-miss', 'l1d.misses', NULL),
    (2, 'misses and bypasses', NULL, 'l1d.misses', 'l1d.bypasses'),
    (3, 'flits from the L2', 'mrpb-traffic', 'icnt_reply.flits', NULL),
    (4, 'packets from the L2', NULL, 'icnt_reply.packets_in', NULL)),
counted AS (
    SELECT r.sweep, r.series, r.suite, r.workload, w.place, w.words, w.id,
        (SELECT value FROM stat WHERE run = r.id AND name = w.one)
            + iif(w.other IS NULL, 0, (SELECT value FROM stat WHERE run = r.id AND name = w.other)) AS n
    FROM run r, what w WHERE r.sweep IN ('mrpb', 'mrpb-full') AND r.series IN ('base-s', 'mrpb-s')),
mean AS (
    SELECT b.place, b.words, b.id || iif(b.suite = 'PolyBench', '-poly', '-rod') AS id, b.suite, b.sweep,
        100 * exp(avg(ln(m.n / b.n))) - 100 AS change -- NULL: not kept
    FROM counted b JOIN counted m USING (sweep, workload, place)
    WHERE b.series = 'base-s' AND m.series = 'mrpb-s' GROUP BY place, b.suite, sweep)
SELECT words || ', ' || suite AS "on Base-S", (SELECT value || ' %' FROM record_paper_figure p WHERE p.id = m.id) AS paper,
    max(change) FILTER (WHERE sweep = 'mrpb-full') AS "paper's inputs", max(change) FILTER (WHERE sweep = 'mrpb') AS "default scale"
FROM (SELECT place, words, id, suite, sweep, printf('%+.1f %%', change) AS change FROM mean WHERE change IS NOT NULL) m
GROUP BY place, suite ORDER BY place, suite;
