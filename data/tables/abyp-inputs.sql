-- abyp, the counter and larger L1s with the paper's inputs, by workload: gains over the same GPU without a policy, lines evicted
-- without a hit, and wrong predictions; with bypassed reads that merge, and with all that the paper's L1 may do otherwise
-- (docs/results/abyp.md).
CREATE VIEW "abyp-inputs" AS
WITH program(place, workload) AS (VALUES
    (1, 'matrixmul'), (2, 'spmv/csr'), (3, 'bfs'), (4, 'nn'), (5, 'kmeans/global'), (6, 'bitonic'), (7, 'srad'), (8, 'backprop'),
    (9, 'dct'), (10, 'radix'), (11, 'histogram'), (12, 'nw'), (13, 'lud'), (14, 'nw_u')),
wide AS (
    SELECT r.id, r.workload, r.series, r.cycles,
        max(value) FILTER (WHERE name = 'l1d.zero_reuse_evictions') / max(value) FILTER (WHERE name = 'l1d.evictions') AS unused,
        sum(value) FILTER (WHERE name IN ('units.abyp.wrong_bypasses', 'units.abyp.wrong_replaced'))
            / max(value) FILTER (WHERE name = 'units.abyp.predictions') AS wrong
    FROM run r LEFT JOIN stat s ON s.run = r.id WHERE r.sweep = 'abyp' GROUP BY r.id),
line AS (
    SELECT p.place, p.workload, max(cycles) FILTER (WHERE series = 'base') AS base,
        max(cycles) FILTER (WHERE series = 'base-lanes') AS lanes,
        max(cycles) FILTER (WHERE series = 'abyp') AS abyp, max(cycles) FILTER (WHERE series = 'counter') AS counter,
        max(cycles) FILTER (WHERE series = 'base-32k') AS larger, max(cycles) FILTER (WHERE series = 'abyp-merge') AS merging,
        max(cycles) FILTER (WHERE series = 'counter-merge') AS merging_counter,
        max(cycles) FILTER (WHERE series = 'abyp-lanes') AS whole,
        max(unused) FILTER (WHERE series = 'base') AS unused, max(unused) FILTER (WHERE series = 'base-lanes') AS whole_unused,
        max(wrong) FILTER (WHERE series = 'abyp') AS wrong, max(wrong) FILTER (WHERE series = 'abyp-lanes') AS whole_wrong
    FROM program p JOIN wide w USING (workload) GROUP BY p.place),
gain AS (
    SELECT place, workload, base, ln(base / abyp) AS abyp, ln(base / counter) AS counter, ln(base / larger) AS larger,
        ln(base / merging) AS merging, ln(base / merging_counter) AS merging_counter, ln(lanes / whole) AS whole, unused,
        whole_unused, wrong, whole_wrong FROM line
    UNION ALL SELECT 99, 'mean of ' || count(*), NULL, avg(ln(base / abyp)), avg(ln(base / counter)), avg(ln(base / larger)),
        avg(ln(base / merging)), avg(ln(base / merging_counter)), avg(ln(lanes / whole)), avg(unused), avg(whole_unused),
        avg(wrong), avg(whole_wrong) FROM line WHERE workload <> 'nw_u' HAVING count(*))
SELECT substr(workload || '/', 1, instr(workload || '/', '/') - 1) AS workload, iif(base IS NULL, NULL, printf('%,d', base)) AS "cycles, 16 KB",
    iif(abyp IS NULL, NULL, printf('%+.1f %%', 100 * exp(abyp) - 100)) AS abyp, iif(counter IS NULL, NULL, printf('%+.1f %%', 100 * exp(counter) - 100)) AS counter,
    iif(larger IS NULL, NULL, printf('%+.1f %%', 100 * exp(larger) - 100)) AS "32 KB",
    iif(merging IS NULL, NULL, printf('%+.1f %%', 100 * exp(merging) - 100)) AS "merging: abyp",
    iif(merging_counter IS NULL, NULL, printf('%+.1f %%', 100 * exp(merging_counter) - 100)) AS "merging: counter",
    iif(whole IS NULL, NULL, printf('%+.1f %%', 100 * exp(whole) - 100)) AS "all: abyp",
    iif(unused IS NULL, NULL, printf('%.1f %%', 100 * unused)) AS unused, iif(whole_unused IS NULL, NULL, printf('%.1f %%', 100 * whole_unused)) AS "all: unused",
    iif(wrong IS NULL, NULL, printf('%.1f %%', 100 * wrong)) AS "false positives",
    iif(whole_wrong IS NULL, NULL, printf('%.1f %%', 100 * whole_wrong)) AS "all: false positives"
FROM gain ORDER BY place;
