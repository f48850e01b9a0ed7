-- Energy that a policy's unit adds to a run, by recorded kernel: the clock of its flops, and beyond it what a cycle and an
-- event take (docs/results/apcm.md, docs/results/apres.md).
CREATE VIEW "unit-energy" AS
WITH one AS (
    SELECT unit, counter, workload, events / cycles AS rate, clock_w * period_ns AS clock_nj,
        (dynamic_w - clock_w) * period_ns AS cycle_nj, leakage_w * 1e3 AS leakage_mw FROM record_unit_energy)
SELECT unit, workload, printf('%.4f', rate) AS "events per cycle", counter AS events, printf('%.4f', clock_nj) AS "clock, nJ per cycle",
    printf('%.4f', cycle_nj) AS "beyond it, nJ per cycle", printf('%.4f', cycle_nj / rate) AS "nJ per event",
    printf('%.3f', leakage_mw) AS "leakage, mW"
FROM one;
