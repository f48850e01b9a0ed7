-- Geometric means of the gains in cycles of apres's programs over LRR without prefetching, beside the paper's
-- (docs/results/apres.md).
CREATE VIEW "apres-means" AS
WITH mean AS (SELECT series, exp(avg(ln(speedup))) - 1 AS gain FROM apres WHERE sweep = 'apres' GROUP BY series),
shown(place, series, policy, id) AS (VALUES
    (1, 'laws', 'LAWS', 'apres-laws-all'), (2, 'laws-str', 'LAWS and STR', 'apres-lawsstr-all'),
    (3, 'ccws', 'CCWS', 'apres-ccws-all'), (4, 'ccws-str', 'CCWS and STR', 'apres-ccwsstr-all'), (5, 'sap', 'SAP', NULL),
    (6, 'apres', 'apres', 'apres-ipc-all'), (7, 'apres-cta', 'apres, within the CTA', NULL))
SELECT policy, printf('%+.1f %%', 100 * gain) AS "geometric mean", iif(p.value, printf('%+.1f %%', p.value), NULL) AS "the paper's"
FROM shown JOIN mean USING (series) LEFT JOIN record_paper_figure p USING (id) ORDER BY shown.place;
