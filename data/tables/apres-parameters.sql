-- Gain of apres with one parameter changed over apres as it is, on apres-3-loads, geometric mean (docs/results/apres.md).
CREATE VIEW "apres-parameters" AS
SELECT v.overrides AS parameter,
    printf('%+.1f %%', 100 * exp(avg(ln(v.speedup / d.speedup)) FILTER (WHERE v.class = 'cache-sensitive')) - 100)
        AS "cache-sensitive",
    printf('%+.1f %%', 100 * exp(avg(ln(v.speedup / d.speedup)) FILTER (WHERE v.class = 'cache-insensitive')) - 100)
        AS "cache-insensitive"
FROM apres v JOIN apres d ON d.sweep = v.sweep AND d.place = v.place AND d.series = 'apres'
WHERE v.sweep = 'apres-design' AND v.series = 'choices' GROUP BY v.overrides ORDER BY min(v.id);
