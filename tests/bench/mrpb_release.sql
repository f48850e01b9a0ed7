-- What each mechanism of the release is worth: geometric means of sweeps/mrpb-release.yaml in a database, a row a suite
-- and series: mrpb's speedup, and the baseline's time over that with all mechanisms:
--
--   sqlite3 FILE.db <tests/bench/mrpb_release.sql
.mode list
.separator ' '
CREATE TEMP VIEW one AS SELECT p.series, r.workload, r.suite, r.cycles
    FROM points p JOIN runs r USING (hash) WHERE p.sweep = 'mrpb-release';
SELECT v.suite, v.series, printf('%.2fx', exp(avg(ln(1.0 * b.cycles / v.cycles)))),
       printf('%.2fx', exp(avg(ln(1.0 * b.cycles / a.cycles))))
FROM one v JOIN one b ON b.workload = v.workload
    AND b.series = CASE v.series WHEN 'mrpb-s' THEN 'base-s' ELSE v.series || '-base' END
JOIN one a ON a.workload = v.workload AND a.series = 'base-s'
WHERE v.series NOT LIKE '%base%' GROUP BY v.suite, v.series;
