-- What it costs that SAP prefetches for warps of other CTAs, by the reach of its prefetches (docs/results/apres.md): the
-- geometric mean of SAP's gain over LRR; of apres the data that the SMs are sent and the latency of memory beside LRR, and
-- the share of prefetched lines that are evicted early among those that a read asks for, arithmetic means.
CREATE VIEW "apres-reach" AS
WITH one AS (
    SELECT a.id, substr(series || '-group', instr(series || '-group', '-') + 1) AS reach, series LIKE 'sap%' AS alone, speedup,
        max(s.value / b.value) FILTER (WHERE s.name = 'icnt_reply.payload_bytes') AS bytes,
        max(s.value / b.value) FILTER (WHERE s.name = 'latency.mean') AS latency,
        max(s.value) FILTER (WHERE s.name = 'l1d.prefetches_early_evicted') AS early,
        sum(s.value) FILTER (WHERE s.name IN ('l1d.prefetches_early_evicted', 'l1d.prefetches_late', 'l1d.prefetches_useful'))
            AS asked
    FROM apres a LEFT JOIN stat s ON s.run = a.id LEFT JOIN stat b ON b.run = a.base AND b.name = s.name
    WHERE a.sweep = 'apres' AND series IN ('apres', 'apres-cta', 'sap', 'sap-cta') GROUP BY a.id),
mean AS (
    SELECT reach LIKE 'cta%' AS cta, alone, printf('%+.1f %%', 100 * exp(avg(ln(speedup))) - 100) AS gain,
        printf('%+.1f %%', 100 * avg(bytes) - 100) AS bytes, printf('%.1f %%', 100 * avg(early / asked)) AS early,
        printf('%+.1f %%', 100 * avg(latency) - 100) AS latency
    FROM one GROUP BY cta, alone)
SELECT iif(cta, 'the CTA', 'the group') AS "SAP's reach", max(gain) FILTER (WHERE alone) AS "SAP alone",
    max(bytes) FILTER (WHERE NOT alone) AS "data to the SMs", max(early) FILTER (WHERE NOT alone) AS "prefetched lines evicted early",
    max(latency) FILTER (WHERE NOT alone) AS "memory latency"
FROM mean GROUP BY cta ORDER BY cta;
