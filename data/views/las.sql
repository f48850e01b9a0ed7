-- The thesis's programs and their types; gabor has none.
CREATE VIEW las_program AS
WITH program(place, type, program) AS (VALUES
    (1, 'I', 'hotspot'), (2, 'I', 'srad'), (3, 'I', 'convolution_separable'), (4, 'I', 'histogram'), (5, 'I', 'backprop'),
    (6, 'II', 'lud'), (7, 'II', 'transpose'), (8, 'II', 'gaussian'), (9, 'II', 'sift'), (10, 'III', 'nn'), (11, 'III', 'nw'),
    (12, '-', 'gabor'))
SELECT p.place, p.type, p.program, r.id AS run
FROM program p JOIN run r ON r.workload = p.program OR r.workload LIKE p.program || '/%';

-- The runs of sweeps las and las-design beside round-robin CTAs with GTO on the same machine: what most tables of las show.
CREATE VIEW las AS
SELECT p.place, p.type, p.program, r.id, r.sweep, r.series, coalesce(r.overrides, '') AS overrides,
    b.cycles / r.cycles AS speedup, misses.value / reads.value AS misses
FROM las_program p JOIN run r ON r.id = p.run
JOIN run b ON b.sweep = r.sweep AND b.workload = r.workload
    AND b.series = iif(r.series LIKE '64k%', '64k', 'base')
LEFT JOIN stat misses ON misses.run = r.id AND misses.name = 'l1d.misses'
LEFT JOIN stat reads ON reads.run = r.id AND reads.name = 'l1d.accesses'
WHERE r.sweep IN ('las', 'las-design');
