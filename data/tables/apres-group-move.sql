-- A group moves at once, or one warp per cycle (serial): area and path on Nangate 45 nm (docs/results/apres.md).
CREATE VIEW "apres-group-move" AS
SELECT printf('%s, %s', unit, iif(variant = '', 'at once', 'one per cycle')) AS unit,
    printf('%d', bits) AS bits, printf('%.0f', area_um2) AS "area um2", printf('%.0f', flops_um2) AS "of it flops",
    printf('%.0f', area_um2 - flops_um2) AS logic, printf('%.3f', critical_ns) AS "path ns",
    printf('%.0f MHz', fmax_mhz) AS Fmax
FROM synth WHERE synth.unit IN ('apres.laws', 'apres.queue') AND library = 'nangate45' AND variant IN ('', 'serial=1')
ORDER BY synth.unit DESC, variant;
