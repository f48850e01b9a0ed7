-- Energy that a policy's unit adds to a run, by recorded kernel: the clock of its flops, and beyond it what a cycle and an
-- event take: what apcm-unit-energy and apres-unit-energy show.
CREATE VIEW unit_energy AS
WITH one AS (
    SELECT unit, workload, events / cycles AS rate, clock_w * period_ns AS clock_nj, (dynamic_w - clock_w) * period_ns AS cycle_nj,
        leakage_w * 1e3 AS leakage_mw FROM record_unit_energy)
SELECT unit, workload, printf('%.4f', rate) AS rate, printf('%.4f', clock_nj) AS clock, printf('%.4f', cycle_nj) AS cycle,
    printf('%.4f', cycle_nj / rate) AS event, printf('%.3f', leakage_mw) AS leakage
FROM one;
