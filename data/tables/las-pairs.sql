-- Cycles in which an SM with room waits for a CTA, per CTA of the grid, by the pairs of CTAs that are compared at a time
-- (docs/results/las.md).
CREATE VIEW "las-pairs" AS
WITH one AS (
    SELECT p.place, p.program, CAST(substr(r.overrides, instr(r.overrides, '=') + 1) AS INTEGER) AS pairs, s.value AS wait
    FROM las_program p JOIN run r ON r.id = p.run
    JOIN stat s ON s.run = r.id AND s.name = 'units.las-cta.waiting_cycles_per_cta' WHERE r.sweep = 'las-pairs'),
line AS (
    SELECT place, program, pairs, printf('%.1f', wait) AS wait FROM one
    UNION ALL SELECT 99, 'mean', pairs, printf('%.1f', avg(wait)) FROM one GROUP BY pairs)
SELECT program, max(wait) FILTER (WHERE pairs = 1) AS "1 pair", max(wait) FILTER (WHERE pairs = 8) AS "8 pairs",
    max(wait) FILTER (WHERE pairs = 32) AS "32 pairs"
FROM line GROUP BY place, program ORDER BY place;
