-- abyp's threshold: what all programs choose, the geometric mean of the speedups at it, and that of each program at what the
-- others choose (docs/results/abyp.md).
CREATE VIEW "abyp-choice" AS
SELECT chosen AS threshold, count(*) AS programs, printf('%+.1f %%', 100 * (exp(avg(ln(speedup_chosen))) - 1)) AS speedup,
    printf('%+.1f %%', 100 * (exp(avg(ln(speedup))) - 1)) AS "cross-validated"
FROM abyp_cross GROUP BY chosen;
