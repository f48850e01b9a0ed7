-- mrpb's final design on Nangate 45 nm with the queues' memory as a macro: bits, area, path, power (docs/results/mrpb.md).
CREATE VIEW "mrpb-synthesis" AS
SELECT unit, printf('%d', bits) AS bits, printf('%.0f', area_um2) AS "area um2", printf('%.0f', macro_area_um2) AS "of it the macro",
    printf('%.0f', area_um2 - macro_area_um2) AS "flops and gates", printf('%.3f', critical_ns) AS "path ns",
    printf('%.0f MHz', fmax_mhz) AS Fmax, printf('%.1f', dynamic_mw) AS "dynamic mW", printf('%.2f', leakage_mw) AS "leakage mW",
    printf('%.1f %%', l1d_percent) AS "of the L1D"
FROM record_synth
WHERE unit = 'mrpb' AND geometry = 'paper' AND library = 'nangate45' AND memories = 'sram' AND params IS NULL AND result = 'passed';
