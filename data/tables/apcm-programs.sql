-- Gain in cycles of each of the paper's programs over the same machine without apcm (docs/results/apcm.md).
CREATE VIEW "apcm-programs" AS
WITH one AS (SELECT *, printf('%+.1f %%', 100 * speedup - 100) AS gain FROM apcm WHERE sweep = 'apcm')
SELECT program, class, max(gain) FILTER (WHERE series = 'apcm') AS "both",
    max(gain) FILTER (WHERE series = 'bypass') AS bypass, max(gain) FILTER (WHERE series = 'protect') AS protect,
    max(gain) FILTER (WHERE series = 'abyp') AS abyp, max(gain) FILTER (WHERE series = 'gto-apcm') AS "under GTO",
    max(gain) FILTER (WHERE series = 'kepler-apcm') AS Kepler
FROM one GROUP BY place ORDER BY place;
