-- The best limit of warps of each program, PCAL with the best of its numbers, and apcm with the best limit (apcm-SWL), by gain
-- in cycles (docs/results/apcm.md).
CREATE VIEW "apcm-throttling" AS
WITH best AS (
    SELECT place, program, max(speedup) FILTER (WHERE series IN ('base', 'swl')) AS swl,
        max(speedup) FILTER (WHERE series = 'pcal') AS pcal, max(speedup) FILTER (WHERE series = 'apcm') AS apcm,
        max(speedup) FILTER (WHERE series IN ('apcm', 'apcm-swl')) AS both
    FROM apcm WHERE sweep = 'apcm-throttling' GROUP BY place),
line AS (
    SELECT place, program, swl, pcal / swl AS pcal, apcm / swl AS apcm, both / swl AS both, both / pcal AS over_pcal FROM best
    UNION ALL SELECT 99, 'geometric mean', exp(avg(ln(swl))), exp(avg(ln(pcal / swl))), exp(avg(ln(apcm / swl))),
        exp(avg(ln(both / swl))), exp(avg(ln(both / pcal))) FROM best HAVING count(*))
SELECT program, iif(swl IS NULL, NULL, printf('%+.1f %%', 100 * swl - 100)) AS "best limit, over the baseline",
    iif(pcal IS NULL, NULL, printf('%+.1f %%', 100 * pcal - 100)) AS "PCAL, over the best limit",
    iif(apcm IS NULL, NULL, printf('%+.1f %%', 100 * apcm - 100)) AS "apcm, over the best limit",
    iif(both IS NULL, NULL, printf('%+.1f %%', 100 * both - 100)) AS "apcm-SWL, over the best limit",
    iif(over_pcal IS NULL, NULL, printf('%+.1f %%', 100 * over_pcal - 100)) AS "apcm-SWL, over PCAL"
FROM line ORDER BY place;
