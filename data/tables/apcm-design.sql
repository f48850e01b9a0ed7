-- Static distances of protection and the depth of LAT and CAIT: gain over the machine without apcm, geometric means by class
-- (docs/results/apcm.md).
CREATE VIEW "apcm-design" AS
WITH kind(place, series, words) AS (VALUES (1, 'apcm', 'apcm'), (2, 'apcm-p', 'apcm'), (3, 'pd', 'all lines protected'),
                                           (4, 'depth', 'apcm'))
SELECT k.words || iif(overrides = '', '', ', ' || overrides) AS setting,
    printf('%+.1f %%', 100 * exp(avg(ln(speedup)) FILTER (WHERE class = 'cache-sensitive')) - 100) AS "cache-sensitive",
    printf('%+.1f %%', 100 * exp(avg(ln(speedup)) FILTER (WHERE class = 'cache-moderate')) - 100) AS "cache-moderate",
    printf('%+.1f %%', 100 * exp(avg(ln(speedup)) FILTER (WHERE class = 'cache-insensitive')) - 100) AS "cache-insensitive"
FROM kind k JOIN apcm a USING (series) WHERE a.sweep = 'apcm-design'
GROUP BY k.place, overrides ORDER BY k.place, min(a.id);
