-- The unit's share of the energy of the memory system, with leakage, by program (docs/results/apres.md).
CREATE VIEW "apres-energy-programs" AS
SELECT program, printf('%.1f %%', 100 * max(s.value) FILTER (WHERE s.name = 'energy.units_nj')
    / max(s.value) FILTER (WHERE s.name = 'energy.total_nj')) AS "of the unit"
FROM apres a JOIN stat s ON s.run = a.id WHERE a.sweep = 'apres' AND a.series = 'apres' GROUP BY place ORDER BY place;
