-- las's units of which there is evidence on Nangate 45 nm: bits, area, path, the largest first (docs/results/las.md).
CREATE VIEW "las-synthesis" AS
SELECT unit, bits, "area um2", "of it flops", logic, "path ns", Fmax FROM synth_shown WHERE family = 'las' AND variant = ''
ORDER BY area_um2 DESC;
