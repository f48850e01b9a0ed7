-- Energy of apres's unit by recorded kernel: of the clock of its flops, and beyond it per cycle and per load
-- (docs/results/apres.md).
CREATE VIEW "apres-unit-energy" AS
SELECT workload AS program, rate AS "loads per cycle", clock AS "clock, nJ per cycle", cycle AS "beyond it, nJ per cycle",
    leakage AS "leakage, mW"
FROM unit_energy WHERE unit = 'apres';
