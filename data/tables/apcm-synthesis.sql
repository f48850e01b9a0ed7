-- apcm's units on Nangate 45 nm: bits, area, path, the largest first (docs/results/apcm.md).
CREATE VIEW "apcm-synthesis" AS
SELECT unit, bits, "area um2", "of it flops", logic, "path ns", Fmax FROM synth_shown WHERE family = 'apcm' AND variant = ''
ORDER BY area_um2 DESC;
