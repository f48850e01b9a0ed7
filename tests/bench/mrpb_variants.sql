-- Geometric means of sweeps/mrpb-variants.yaml in a database, a row a variant and suite: speedup, and the change of the
-- packets from the L2 in percent; then single programs' speedups by latency:
--
--   sqlite3 FILE.db <tests/bench/mrpb_variants.sql
.mode list
.separator ' '
CREATE TEMP VIEW one AS SELECT p.series, r.workload, r.suite, r.config, r.overrides, r.cycles,
        (SELECT value FROM stats WHERE run = r.id AND name = 'icnt_reply.packets_in') AS packets
    FROM points p JOIN runs r USING (hash) WHERE p.sweep = 'mrpb-variants';
SELECT v.series, v.suite, printf('%.2fx', exp(avg(ln(1.0 * b.cycles / v.cycles)))),
       printf('%+.1f %%', 100 * exp(avg(ln(1.0 * v.packets / b.packets))) - 100)
FROM one v JOIN one b ON b.workload = v.workload
    AND b.series = CASE v.series WHEN 'keep' THEN 'keep-base' ELSE 'base' END
WHERE v.series IN ('merge', 'immediate', 'reorder', 'keep', 'huge') GROUP BY v.series, v.suite;
SELECT v.series, v.workload, v.config, v.overrides, printf('%.3fx', 1.0 * b.cycles / v.cycles)
FROM one v JOIN one b ON b.workload = v.workload AND b.config = v.config AND b.series IN ('base', 'base-l')
WHERE v.series IN ('latency', 'mrpb', 'short') ORDER BY v.series, v.workload, v.config, v.overrides;
