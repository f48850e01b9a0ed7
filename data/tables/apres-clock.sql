-- apres and SAP with registers between the steps of a prediction, which the 700 MHz of the release need
-- (docs/results/apres.md).
CREATE VIEW "apres-clock" AS
SELECT unit, replace(replace(variant, '+', ', '), '=', ' ') AS parameters, bits, "area um2", "of it flops", logic, "path ns", Fmax
FROM synth_shown WHERE synth_shown.unit IN ('apres', 'apres.sap') AND variant LIKE '%stages%' ORDER BY variant, synth_shown.unit;
