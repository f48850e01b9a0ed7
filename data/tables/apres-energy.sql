-- Dynamic energy of the memory system under apres beside LRR's, arithmetic mean over the 15 programs, with and without that
-- of the unit itself (docs/results/apres.md).
CREATE VIEW "apres-energy" AS
WITH one AS (
    SELECT a.id, series, max(s.value / b.value) FILTER (WHERE s.name = 'energy.dynamic_nj') AS whole,
        (max(s.value) FILTER (WHERE s.name = 'energy.dynamic_nj') - max(s.value) FILTER (WHERE s.name = 'energy.units_dynamic_nj'))
            / max(b.value) FILTER (WHERE b.name = 'energy.dynamic_nj') AS memory
    FROM apres a JOIN stat s ON s.run = a.id JOIN stat b ON b.run = a.base AND b.name = s.name
    WHERE a.sweep = 'apres' AND series IN ('apres', 'apres-cta') GROUP BY a.id)
SELECT iif(series = 'apres', 'the group', 'the CTA') AS "SAP's reach",
    printf('%+.1f %%', 100 * avg(whole) - 100) AS "dynamic energy", printf('%+.1f %%', 100 * avg(memory) - 100) AS "without the unit's"
FROM one GROUP BY series ORDER BY series;
