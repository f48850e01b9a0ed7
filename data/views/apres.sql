-- The runs of sweeps apres, apres-design and apres-hardware beside those without a policy on the same machine, with the classes of the
-- paper's Table IV: what the tables of apres show. base is the other run.
CREATE VIEW apres AS
WITH program(place, class, workload) AS (VALUES
    (1, 'cache-sensitive', 'bfs'), (2, 'cache-sensitive', 'mummergpu'), (3, 'cache-sensitive', 'nw'),
    (4, 'cache-sensitive', 'spmv'), (5, 'cache-sensitive', 'kmeans'), (6, 'cache-insensitive', 'lud'),
    (7, 'cache-insensitive', 'srad'), (8, 'cache-insensitive', 'particlefilter/float'), (9, 'cache-insensitive', 'histo'),
    (10, 'cache-insensitive', 'backprop'), (11, 'compute-intensive', 'pathfinder'),
    (12, 'compute-intensive', 'convolution_separable'), (13, 'compute-intensive', 'stencil'),
    (14, 'compute-intensive', 'hotspot'), (15, 'compute-intensive', 'scalarprod'))
SELECT p.place, p.class, substr(p.workload || '/', 1, instr(p.workload || '/', '/') - 1) AS program, r.sweep, r.series,
    r.overrides, r.id, b.id AS base, b.cycles / r.cycles AS speedup
FROM program p JOIN run r ON r.workload = p.workload
JOIN run b ON b.sweep = r.sweep AND b.workload = r.workload AND b.series = CASE r.series
        WHEN 'loads' THEN 'base-loads' WHEN 'apres-200-440' THEN 'base-200-440' ELSE 'base' END
    -- of the machines with a number of loads the one with the same number
    AND (r.series <> 'loads' OR b.overrides = substr(r.overrides || ' ', 1, instr(r.overrides || ' ', ' ') - 1))
WHERE r.sweep IN ('apres', 'apres-design', 'apres-hardware');
