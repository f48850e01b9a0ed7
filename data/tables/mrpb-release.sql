-- What each mechanism of the release is worth on Base-S (docs/results/mrpb.md): mrpb's mean speedup, and the baseline's
-- cycles over those with all mechanisms, by suite.
CREATE VIEW "mrpb-release" AS
WITH change(place, series, words) AS (VALUES
    (1, 'mrpb-s', 'nothing: all of them'),
    (2, 'size', 'bypassed reads bring whole lines'),
    (3, 'path', 'bypassed reads wait in the queue of stores and misses'),
    (4, 'queues', 'stores have a queue of their own, and reads take the last entry of theirs'),
    (5, 'spare', 'reads and stores take the last entries of the L2''s miss queue'),
    (6, 'fetch', 'stores that miss in the L2 stay there'),
    (7, 'constants', 'constants and parameters always hit, beside the memory stage'),
    (8, 'instructions', 'instructions always hit'),
    (9, 'coalescer', 'a warp''s requests are the lines that it touches, lowest first'),
    (10, 'gap', 'a port of the crossbar rests for a cycle after each packet, as in GPGPU-Sim 3.2.2'),
    (11, 'replies', 'replies have no FIFO and no turn of results'),
    (12, 'dram', 'DRAM: all banks take up a request at once, columns before rows, a place is held until it is served'),
    (13, 'latencies', 'ALU 8 and L1 hit 28 cycles, as before the release''s were taken')),
one AS (SELECT * FROM run WHERE sweep = 'mrpb-release'),
mean AS (
    SELECT v.series, v.suite, printf('%.2fx', exp(avg(ln(b.cycles / v.cycles)))) AS mrpb,
        printf('%.2fx', exp(avg(ln(b.cycles / a.cycles)))) AS baseline
    FROM one v JOIN one b ON b.workload = v.workload
        AND b.series = iif(v.series = 'mrpb-s', 'base-s', v.series || '-base')
    JOIN one a ON a.workload = v.workload AND a.series = 'base-s'
    GROUP BY v.series, v.suite)
SELECT c.words AS "what changes", p.mrpb AS "PolyBench: mrpb", p.baseline AS "PolyBench: baseline",
    r.mrpb AS "Rodinia: mrpb", r.baseline AS "Rodinia: baseline"
FROM change c JOIN mean p ON p.series = c.series AND p.suite = 'PolyBench'
JOIN mean r ON r.series = c.series AND r.suite = 'Rodinia' ORDER BY c.place;
