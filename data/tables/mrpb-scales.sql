-- How far mrpb's speedups at the default scale agree with those with the paper's inputs: Spearman's rank correlation, and
-- the programs that gain, lose or do neither at both (docs/results/mrpb.md).
CREATE VIEW "mrpb-scales" AS
SELECT iif(base = 's', 'Base-S', 'Base-L') AS baseline, count(*) AS programs,
    printf('%.2f', 1 - 6 * sum((place - paper_place) * (place - paper_place)) / (count(*) * (count(*) * count(*) - 1.0)))
        AS "rank correlation",
    sum(sign = paper_sign) AS "same sign", sum(sign * paper_sign < 0) AS "other sign"
FROM mrpb_gain GROUP BY base ORDER BY base DESC;
