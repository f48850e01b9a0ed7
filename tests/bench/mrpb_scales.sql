-- What mrpb is worth at the default scale and with the paper's inputs, a row a program, and how far the two agree:
--
--   sqlite3 :memory: <tests/bench/mrpb_scales.sql        in the repository's folder
--
-- Agreement: Spearman's rank correlation of the speedups, and the programs that gain (by 2 % and more), lose or do
-- neither at both.
.mode csv
.import docs/results/sweeps/mrpb.csv usual
.import docs/results/sweeps/mrpb-full.csv paper
CREATE VIEW run AS SELECT 'usual' AS scale, series, workload, CAST(cycles AS REAL) AS cycles FROM usual
    UNION ALL SELECT 'paper', series, workload, CAST(cycles AS REAL) FROM paper;
CREATE TABLE gain AS SELECT b.scale, substr(b.series, -1) AS base, b.workload, b.cycles / m.cycles AS gain
    FROM run b JOIN run m ON m.scale = b.scale AND m.workload = b.workload
        AND m.series = replace(b.series, 'base', 'mrpb')
    WHERE b.series IN ('base-s', 'base-l');
CREATE TABLE ranked AS SELECT *, rank() OVER (PARTITION BY scale, base ORDER BY gain) AS place,
        (gain >= 1.02) - (gain <= 0.98) AS sign FROM gain;
.mode list
.separator ' | '
.headers off
SELECT '| ' || workload, max(iif(base = 's' AND scale = 'usual', of, '')), max(iif(base = 's' AND scale = 'paper', of, '')),
    max(iif(base = 'l' AND scale = 'usual', of, '')), max(iif(base = 'l' AND scale = 'paper', of, '')) || ' |'
FROM (SELECT *, printf('%.2f', gain) AS of FROM gain) GROUP BY workload ORDER BY workload;
SELECT '| ' || iif(u.base = 's', 'Base-S', 'Base-L'), count(*),
    printf('%.2f', 1 - 6 * sum((u.place - p.place) * (u.place - p.place)) / (count(*) * (count(*) * count(*) - 1.0))),
    sum(u.sign = p.sign), sum(u.sign * p.sign < 0) || ' |'
FROM ranked u JOIN ranked p ON u.scale = 'usual' AND p.scale = 'paper' AND p.workload = u.workload AND p.base = u.base
GROUP BY u.base ORDER BY u.base DESC;
