-- las's units of which there is evidence on Nangate 45 nm, also with other parameters than the paper's: bits, area, path, the
-- largest first (docs/results/las.md).
CREATE VIEW "las-synthesis" AS
SELECT unit || iif(variant = '', '', ', ' || replace(replace(variant, '+', ', '), '=', ' ')) AS unit, bits, "area um2",
    "of it flops", logic, "path ns", Fmax
FROM synth_shown WHERE family = 'las' ORDER BY area_um2 DESC;
