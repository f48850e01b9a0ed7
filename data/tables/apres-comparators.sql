-- The comparators of figures 2 to 4: gain over LRR in ours, geometric mean, misses of the L1 beside LRR's, and what the paper
-- that proposed each says (docs/results/apres.md).
CREATE VIEW "apres-comparators" AS
WITH comparator(place, series, words, own) AS (VALUES
    (1, 'ccws', 'CCWS', '+24 % over earlier schedulers, harmonic mean over cache-sensitive programs; 25 % fewer misses of the L1 (Rogers et al., MICRO 2012, abstract)'),
    (2, 'ccws-str', 'CCWS and STR', 'not available: no paper proposes the pair'),
    (3, 'mascar', 'MASCAR', '+34 % over round-robin on memory-intensive programs (Sethia et al., HPCA 2015, abstract)'),
    (4, 'mascar-str', 'MASCAR and STR', 'not available'),
    (5, 'mascar-sld', 'MASCAR and SLD', 'not available'),
    (6, 'pa', 'PA', 'not available: the abstract has PA only with a prefetcher'),
    (7, 'pa-str', 'PA and STR', 'not available'),
    (8, 'pa-sld', 'PA and SLD', '+25 % and +7 % over two baselines that have the prefetcher as well (Jog et al., ISCA 2013, abstract); this sweep has no such baseline'))
SELECT c.words AS comparator,
    printf('%+.1f %%', 100 * exp(avg(ln(speedup)) FILTER (WHERE class = 'cache-sensitive')) - 100) AS "cache-sensitive",
    printf('%+.1f %%', 100 * exp(avg(ln(speedup)) FILTER (WHERE class <> 'compute-intensive')) - 100) AS "memory-intensive",
    printf('%+.1f %%', 100 * exp(avg(ln(speedup))) - 100) AS "all 15",
    printf('%+.1f %%', 100 * avg(s.value / b.value) FILTER (WHERE class = 'cache-sensitive') - 100)
        AS "misses, cache-sensitive",
    c.own AS "its own paper"
FROM comparator c JOIN apres a USING (series) LEFT JOIN stat s ON s.run = a.id AND s.name = 'l1d.misses'
LEFT JOIN stat b ON b.run = a.base AND b.name = s.name
WHERE a.sweep = 'apres' GROUP BY c.place ORDER BY c.place;
