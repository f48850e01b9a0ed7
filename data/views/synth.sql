-- Units in flops at the paper's geometry, with what of the area is flops: each bit of the netlist is one DFF_X1 of 4.522 um2,
-- the smallest of Nangate 45 nm. variant: the parameters that differ from the paper's.
CREATE VIEW synth AS
SELECT unit, substr(unit || '.', 1, instr(unit || '.', '.') - 1) AS family, coalesce(params, '') AS variant, library,
    period_ns, contract_bits AS bits, cells, area_um2, iif(library = 'nangate45', bits * 4.522, NULL) AS flops_um2,
    critical_ns, fmax_mhz, dynamic_mw, leakage_mw, l1d_percent
FROM record_synth WHERE geometry = 'paper' AND memories = 'flops' AND result = 'passed';

-- The same on Nangate 45 nm as tables show it.
CREATE VIEW synth_shown AS
SELECT family, variant, area_um2, unit, printf('%d', bits) AS bits, printf('%.0f', area_um2) AS "area um2",
    printf('%.0f', flops_um2) AS "of it flops", printf('%.0f', area_um2 - flops_um2) AS logic,
    printf('%.3f', critical_ns) AS "path ns", printf('%.0f MHz', fmax_mhz) AS Fmax
FROM synth WHERE library = 'nangate45';
