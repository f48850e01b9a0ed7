-- What was varied of mrpb on Base-S, by series of sweeps/mrpb-variants.yaml, suite and program, over the plain GPU: what
-- mrpb-variants and mrpb-variants-packets show.
CREATE VIEW mrpb_varied AS
WITH change(place, series, baseline, words) AS (VALUES
    (1, 'immediate', 'base', 'a read without a way bypasses in the cycle of its lookup (mrpb.immediate)'),
    (2, 'merge', 'base', 'bypassed reads merge (l1_bypass_merge)'),
    (3, 'reorder', 'base', 'no bypassing (mrpb.bypass=off)'),
    (4, 'keep', 'keep-base', 'stores leave the line that they hit (l1_store_hit: keep), both sides'),
    (5, 'huge', 'base', 'no mrpb, an L1 of 1024 times the capacity'))
SELECT c.place, c.words, v.suite, v.workload, b.cycles / v.cycles AS speedup,
    (SELECT value FROM stat WHERE run = v.id AND name = 'icnt_reply.packets_in')
        / (SELECT value FROM stat WHERE run = b.id AND name = 'icnt_reply.packets_in') AS packets
FROM change c JOIN run v ON v.sweep = 'mrpb-variants' AND v.series = c.series
JOIN run b ON b.sweep = v.sweep AND b.series = c.baseline AND b.workload = v.workload;
