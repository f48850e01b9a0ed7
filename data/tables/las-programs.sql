-- Gain in cycles of each program of the thesis over round-robin CTAs with GTO, and the L1's miss rate (docs/results/las.md).
CREATE VIEW "las-programs" AS
WITH one AS (
    SELECT *, printf('%+.1f %%', 100 * speedup - 100) AS gain, printf('%.1f %%', 100 * misses) AS rate FROM las
    WHERE sweep = 'las')
SELECT program, type,
    max(gain) FILTER (WHERE series = 'bcs') AS BCS, max(gain) FILTER (WHERE series = 'las-cta') AS "CTA part",
    max(gain) FILTER (WHERE series = 'las-warp') AS "warp part", max(gain) FILTER (WHERE series = 'las') AS "both",
    max(gain) FILTER (WHERE series = 'two-level') AS "two-level",
    max(rate) FILTER (WHERE series = 'base') AS "L1 misses: RR", max(rate) FILTER (WHERE series = 'bcs') AS "misses: BCS",
    max(rate) FILTER (WHERE series = 'las-cta') AS "misses: CTA part",
    max(rate) FILTER (WHERE series = 'las') AS "misses: both"
FROM one GROUP BY place ORDER BY place;
