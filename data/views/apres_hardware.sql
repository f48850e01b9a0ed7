-- Gain of each form of the hardware of sweep apres-hardware over the unit as it is, by program and over all.
CREATE VIEW apres_hardware AS
WITH one AS (
    SELECT v.id, v.series, v.overrides, v.class, v.program, v.speedup / d.speedup AS gain
    FROM apres v JOIN apres d ON d.sweep = v.sweep AND d.place = v.place
        AND d.series = iif(v.series LIKE 'laws%', 'laws', 'apres')
    WHERE v.sweep = 'apres-hardware' AND v.overrides <> ''),
ends AS (
    SELECT *, first_value(program || printf(' %+.1f %%', 100 * gain - 100)) OVER low AS least,
        first_value(program || printf(' %+.1f %%', 100 * gain - 100)) OVER high AS most
    FROM one WINDOW low AS (PARTITION BY series, overrides ORDER BY gain), high AS (PARTITION BY series, overrides ORDER BY gain DESC))
SELECT min(id) AS place, series, overrides,
    printf('%+.1f %%', 100 * exp(avg(ln(gain))) - 100) AS "all 15 programs",
    printf('%+.1f %%', 100 * exp(avg(ln(gain)) FILTER (WHERE class = 'cache-sensitive')) - 100) AS "cache-sensitive",
    printf('%+.1f %%', 100 * exp(avg(ln(gain)) FILTER (WHERE class = 'cache-insensitive')) - 100) AS "cache-insensitive",
    printf('%+.1f %%', 100 * exp(avg(ln(gain)) FILTER (WHERE class = 'compute-intensive')) - 100) AS "compute-intensive",
    least, most
FROM ends GROUP BY series, overrides;
