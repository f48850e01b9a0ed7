-- mrpb's speedups at the default scale (sweep mrpb) and with the paper's inputs (mrpb-full), by baseline and program, with
-- its place among them and whether it gains (by 2 % and more), loses or does neither: what mrpb-scales and mrpb-means show.
CREATE VIEW mrpb_gain AS
WITH gain AS (
    SELECT b.sweep, substr(b.series, -1) AS base, b.suite, b.workload, b.cycles / m.cycles AS gain
    FROM run b JOIN run m ON m.sweep = b.sweep AND m.workload = b.workload AND m.series = replace(b.series, 'base', 'mrpb')
    WHERE b.sweep IN ('mrpb', 'mrpb-full') AND b.series IN ('base-s', 'base-l'))
SELECT base, suite, workload, d.gain AS gain, p.gain AS paper_gain,
    rank() OVER (PARTITION BY base ORDER BY d.gain) AS place, rank() OVER (PARTITION BY base ORDER BY p.gain) AS paper_place,
    (d.gain >= 1.02) - (d.gain <= 0.98) AS sign, (p.gain >= 1.02) - (p.gain <= 0.98) AS paper_sign
FROM gain d JOIN gain p USING (base, suite, workload) WHERE d.sweep = 'mrpb' AND p.sweep = 'mrpb-full';
