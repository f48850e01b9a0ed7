-- The runs of the sweeps of apcm beside those without it on the same machine, with the paper's classes: what the tables of
-- apcm show.
CREATE VIEW apcm AS
WITH program(place, class, program) AS (VALUES
    (1, 'cache-sensitive', 'kmeans'), (2, 'cache-sensitive', 'bfs'), (3, 'cache-sensitive', 'inverted_index'),
    (4, 'cache-sensitive', 'word_count'), (5, 'cache-sensitive', 'color'), (6, 'cache-sensitive', 'sssp'),
    (7, 'cache-moderate', 'spmv'), (8, 'cache-moderate', 'mars_mm'), (9, 'cache-moderate', 'similarity_score'),
    (10, 'cache-moderate', 'ccl'), (11, 'cache-insensitive', 'apsp'), (12, 'cache-insensitive', 'gaussian'),
    (13, 'cache-insensitive', 'mri_gridding'), (14, 'cache-insensitive', 'sgemm'), (15, 'cache-insensitive', 'srad'),
    (16, 'cache-insensitive', 'stencil'))
SELECT p.place, p.class, p.program, r.id, r.sweep, r.series, coalesce(r.overrides, '') AS overrides, r.cycles,
    b.cycles AS base_cycles, b.cycles / r.cycles AS speedup
FROM program p JOIN run r ON r.workload = p.program OR r.workload LIKE p.program || '/%'
JOIN run b ON b.sweep = r.sweep AND b.workload = r.workload AND b.series = CASE
        WHEN r.series LIKE 'kepler%' THEN 'kepler' WHEN r.series LIKE 'gto%' THEN 'gto'
        WHEN r.series LIKE '%-1400' THEN 'base-1400' WHEN r.series LIKE '%-32k' THEN 'base-32k'
        WHEN r.series LIKE '%-48k' THEN 'base-48k' ELSE 'base' END
WHERE r.sweep IN ('apcm', 'apcm-design', 'apcm-throttling');
