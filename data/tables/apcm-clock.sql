-- What the clock of configuration 1 is worth: Kepler over Fermi, both without apcm, and apcm's gain by class, with cores at
-- 700 and at 1400 MHz, geometric means (docs/results/apcm.md).
CREATE VIEW "apcm-clock" AS
WITH line AS (
    SELECT 1 AS place, 'Kepler over Fermi, both without apcm, in cycles of each' AS words,
        exp(avg(ln(f.cycles / k.cycles)) FILTER (WHERE f.series = 'base')) AS slow,
        exp(avg(ln(f.cycles / k.cycles)) FILTER (WHERE f.series = 'base-1400')) AS fast
    FROM apcm k JOIN apcm f USING (sweep, place) WHERE sweep = 'apcm' AND k.series = 'kepler' HAVING count(*)
    UNION ALL SELECT 1 + min(place), 'apcm, ' || class, exp(avg(ln(speedup)) FILTER (WHERE series = 'apcm')),
        exp(avg(ln(speedup)) FILTER (WHERE series = 'apcm-1400'))
    FROM apcm WHERE sweep = 'apcm' AND class <> 'cache-insensitive' GROUP BY class)
SELECT words AS gain, iif(slow IS NULL, NULL, printf('%+.1f %%', 100 * slow - 100)) AS "700 MHz", iif(fast IS NULL, NULL, printf('%+.1f %%', 100 * fast - 100)) AS "1400 MHz"
FROM line ORDER BY place;
