-- abyp's units in two libraries: area, path, power, share of a 16 KB L1D (docs/results/abyp.md).
CREATE VIEW "abyp-synthesis" AS
SELECT unit,
    iif(library = 'nangate45', 'Nangate 45 nm typical', 'OSU 0.18 um') || printf(', %g ns', period_ns) AS "library, period",
    printf('%d', bits) AS bits, printf('%d', cells) AS cells, printf('%.0f', area_um2) AS "area um2",
    printf('%.3f', critical_ns) AS "path ns", printf('%.2f', dynamic_mw) AS "dynamic mW",
    printf('%.4f', leakage_mw) AS "leakage mW", iif(l1d_percent, printf('%.2f', l1d_percent), '-') AS "L1D %"
FROM synth WHERE family = 'abyp' AND variant = '' ORDER BY library, synth.unit;
