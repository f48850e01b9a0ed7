-- Energy of apcm's unit by recorded kernel: of the clock of its flops, and beyond it per cycle and per request
-- (docs/results/apcm.md).
CREATE VIEW "apcm-unit-energy" AS
SELECT workload AS program, rate AS "requests per cycle", clock AS "clock, nJ per cycle", cycle AS "beyond it, nJ per cycle", event AS "nJ per request",
    leakage AS "leakage, mW"
FROM unit_energy WHERE unit = 'apcm';
