-- Gain of an L1 of 2 MB (l1_sets=4096) over the machine of las, by program (docs/results/las.md).
CREATE VIEW "las-large-l1" AS
SELECT program, printf('%+.0f %%', 100 * speedup - 100) AS gain FROM las
WHERE sweep = 'las-design' AND series = 'large-l1' ORDER BY place;
