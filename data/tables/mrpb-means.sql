-- mrpb's mean, greatest and smallest speedups: the paper's, and ours with its inputs and at the default scale
-- (docs/results/mrpb.md).
CREATE VIEW "mrpb-means" AS
WITH mean AS (
    SELECT suite, base, exp(avg(ln(paper_gain))) AS paper_gain, exp(avg(ln(gain))) AS gain FROM mrpb_gain GROUP BY suite, base ORDER BY suite, base DESC),
one AS (
    SELECT gain, paper_gain, workload || ' on ' || upper(base) AS name FROM mrpb_gain),
-- The name is that of the row with the greatest or the smallest.
edge(id, words, paper_gain, gain) AS (
    SELECT 'mrpb-max', 'the greatest',
        (SELECT printf('%.1fx (%s)', max(paper_gain), name) FROM one), (SELECT printf('%.1fx (%s)', max(gain), name) FROM one)
    UNION ALL
    SELECT 'mrpb-min', 'the smallest',
        (SELECT printf('%.2fx (%s)', min(paper_gain), name) FROM one), (SELECT printf('%.2fx (%s)', min(gain), name) FROM one))
SELECT suite || ' on Base-' || upper(base) AS "mean speedup", printf('%gx', value) AS paper,
    printf('%.2fx', paper_gain) AS "paper's inputs", printf('%.2fx', gain) AS "default scale"
FROM mean JOIN record_paper_figure
    ON id = 'mrpb-' || iif(suite = 'PolyBench', 'poly', 'rod') || '-' || base
UNION ALL
SELECT words, printf('%gx', value) || iif(id = 'mrpb-min', ' or more', ''), paper_gain, gain
FROM edge JOIN record_paper_figure USING (id) WHERE (SELECT count(*) FROM one);
