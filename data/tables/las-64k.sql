-- L1 misses with an L1 of 64 KB (l1_sets=128) under round-robin CTAs, las's CTA part and BCS (docs/results/las.md).
CREATE VIEW "las-64k" AS
SELECT program, printf('%.0f %%', 100 * max(misses) FILTER (WHERE series = '64k')) AS "round-robin",
    printf('%.0f %%', 100 * max(misses) FILTER (WHERE series = '64k-cta')) AS "CTA part",
    printf('%.0f %%', 100 * max(misses) FILTER (WHERE series = '64k-bcs')) AS BCS
FROM las WHERE sweep = 'las-design' AND series LIKE '64k%' AND misses IS NOT NULL GROUP BY place, program ORDER BY place;
