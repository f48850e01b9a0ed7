-- What the open parameters of las are worth: gain over round-robin CTAs with GTO on the same machine, geometric mean by the
-- thesis's types (docs/results/las.md).
CREATE VIEW "las-parameters" AS
WITH one AS (
    SELECT *, CASE WHEN series = '64k-bcs' THEN 'BCS'
                   WHEN series IN ('las', 'warp', '64k-las') THEN 'both' ELSE 'CTA part' END AS part
    FROM las WHERE sweep = 'las-design' AND series NOT IN ('base', '64k', 'large-l1')
    UNION ALL SELECT *, 'CTA part' FROM las WHERE sweep = 'las' AND series = 'las-cta')
SELECT coalesce(nullif(overrides, ''), 'none') AS parameter, part AS "of",
    printf('%+.1f %%', 100 * exp(avg(ln(speedup)) FILTER (WHERE type = 'I')) - 100) AS "type I",
    printf('%+.1f %%', 100 * exp(avg(ln(speedup)) FILTER (WHERE type = 'II')) - 100) AS "type II",
    printf('%+.1f %%', 100 * exp(avg(ln(speedup)) FILTER (WHERE type = 'III')) - 100) AS "type III",
    printf('%+.1f %%', 100 * exp(avg(ln(speedup))) - 100) AS "all 12"
FROM one GROUP BY sweep, series, overrides ORDER BY series LIKE '64k%', part = 'both', sweep <> 'las', series = 'cost', series = 'warp', min(id);
