-- Change in speed by other choices than apcm's where the paper leaves one open, geometric means by class
-- (docs/results/apcm.md).
CREATE VIEW "apcm-choices" AS
WITH choice(place, overrides, words) AS (VALUES
    (1, 'l1_bypass_merge=true', 'bypassed reads merge'), (2, 'l1_bypass_size=line', 'replies of whole lines'),
    (3, 'l1_bypass_path=queue', 'bypassed reads in the queue of the misses'), (4, 'apcm.cnt_w=3', 'threshold 7'),
    (5, 'apcm.cnt_w=6', 'threshold 63'))
SELECT c.words || ' (' || c.overrides || ')' AS "the other choice",
    printf('%+.1f %%', 100 * exp(avg(ln(v.speedup / d.speedup)) FILTER (WHERE v.class = 'cache-sensitive')) - 100)
        AS "cache-sensitive",
    printf('%+.1f %%', 100 * exp(avg(ln(v.speedup / d.speedup)) FILTER (WHERE v.class = 'cache-moderate')) - 100)
        AS "cache-moderate"
FROM choice c JOIN apcm v USING (overrides) JOIN apcm d ON d.sweep = v.sweep AND d.place = v.place AND d.series = 'apcm'
WHERE v.sweep = 'apcm-design' AND v.series = 'choices' GROUP BY c.place ORDER BY c.place;
