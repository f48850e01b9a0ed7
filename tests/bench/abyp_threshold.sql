-- The runs of sweeps/abyp-threshold.yaml in a database, a row each, for abyp_tables.awk:
--
--   sqlite3 FILE.db <tests/bench/abyp_threshold.sql
--
-- spmv and kmeans are the paper's forms of them (variants csr and global), spmv_jds is ours by default.
.mode list
.separator ,
.headers on
WITH run AS (
    SELECT r.*, p.number, p.series, CASE WHEN r.workload = 'spmv' AND r.variant = 'default' THEN 'spmv_jds'
                                         ELSE r.workload END AS name,
           (SELECT value FROM settings WHERE run = r.id AND name = 'abyp.threshold') AS threshold
    FROM points p JOIN runs r USING (hash) WHERE p.sweep = 'abyp-threshold'),
stat AS (
    SELECT run, json_group_object(name, value) AS of FROM stats
    WHERE name LIKE 'l1d.%' OR name LIKE 'energy.l1_%' OR name LIKE 'units.abyp.%' GROUP BY run)
SELECT name AS workload, scale, series || coalesce('-' || threshold, '') AS configuration, cycles, warp_instructions,
    of ->> '$."l1d.accesses"' AS accesses, of ->> '$."l1d.hits"' AS hits,
    of ->> '$."l1d.pending_hits"' AS pending_hits, of ->> '$."l1d.misses"' AS misses,
    of ->> '$."l1d.bypasses"' AS bypasses, of ->> '$."l1d.late_fills"' AS late_fills,
    of ->> '$."l1d.evictions"' AS evictions, of ->> '$."l1d.zero_reuse_evictions"' AS zero_reuse_evictions,
    of ->> '$."energy.l1_nj"' AS l1_nj, of ->> '$."energy.l1_dynamic_mw"' AS l1_dynamic_mw,
    of ->> '$."energy.l1_static_mw"' AS l1_static_mw, of ->> '$."units.abyp.predictions"' AS predictions,
    of ->> '$."units.abyp.bypass_predictions"' AS bypass_predictions,
    of ->> '$."units.abyp.wrong_bypasses"' AS wrong_bypasses, of ->> '$."units.abyp.wrong_replaced"' AS wrong_replaced,
    of ->> '$."units.abyp.dead_accesses"' AS dead_accesses
FROM run JOIN stat ON run.id = stat.run
ORDER BY min(number) OVER (PARTITION BY name), number;
