-- las's units of which there is evidence on Nangate 45 nm: bits, area, path, the largest first (docs/results/las.md).
CREATE VIEW "las-synthesis" AS
SELECT unit,
    printf('%d', bits) AS bits, printf('%.0f', area_um2) AS "area um2", printf('%.0f', flops_um2) AS "of it flops",
    printf('%.0f', area_um2 - flops_um2) AS logic, printf('%.3f', critical_ns) AS "path ns",
    printf('%.0f MHz', fmax_mhz) AS Fmax
FROM synth WHERE family = 'las' AND library = 'nangate45' AND variant = '' ORDER BY area_um2 DESC;
