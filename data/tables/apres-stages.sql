-- Gain in cycles of SAP with registers between what it computes over apres as it is, geometric means (docs/results/apres.md).
CREATE VIEW "apres-stages" AS
SELECT overrides AS parameters, "all 15 programs", "cache-sensitive", "cache-insensitive", "compute-intensive", least, most
FROM apres_hardware WHERE series NOT LIKE '%-serial' ORDER BY place;
