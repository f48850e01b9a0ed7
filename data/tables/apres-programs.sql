-- Gain in cycles of each of the paper's programs over LRR without prefetching (docs/results/apres.md). "Within the CTA" is
-- apres with apres.reach=cta.
CREATE VIEW "apres-programs" AS
WITH one AS (SELECT *, printf('%+.1f %%', 100 * (speedup - 1)) AS gain FROM apres WHERE sweep = 'apres')
SELECT program, class,
    max(gain) FILTER (WHERE series = 'laws') AS LAWS, max(gain) FILTER (WHERE series = 'sap') AS SAP,
    max(gain) FILTER (WHERE series = 'laws-str') AS "LAWS and STR", max(gain) FILTER (WHERE series = 'apres') AS apres,
    max(gain) FILTER (WHERE series = 'apres-cta') AS "within the CTA", max(gain) FILTER (WHERE series = 'ccws') AS CCWS,
    max(gain) FILTER (WHERE series = 'ccws-str') AS "CCWS and STR"
FROM one GROUP BY place ORDER BY place;
