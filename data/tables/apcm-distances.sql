-- At which distance, in reads of the L1, lines are read again: apcm's figure 6 (docs/results/apcm.md). Bucket k of a distribution
-- counts the distances from 2^(k - 1) to 2^k - 1.
CREATE VIEW "apcm-distances" AS
WITH bucket(lines, col, name) AS (VALUES
    ('intra-warp', 0, 'analysis.reference_distance_by_type.intra_warp.buckets[1]'),
    ('intra-warp', 0, 'analysis.reference_distance_by_type.intra_warp.buckets[2]'),
    ('intra-warp', 0, 'analysis.reference_distance_by_type.intra_warp.buckets[3]'),
    ('intra-warp', 1, 'analysis.reference_distance_by_type.intra_warp.buckets[4]'),
    ('intra-warp', 1, 'analysis.reference_distance_by_type.intra_warp.buckets[5]'),
    ('intra-warp', 2, 'analysis.reference_distance_by_type.intra_warp.buckets[6]'),
    ('intra-warp', 2, 'analysis.reference_distance_by_type.intra_warp.buckets[7]'),
    ('intra-warp', 3, 'analysis.reference_distance_by_type.intra_warp.buckets[8]'),
    ('intra-warp', 3, 'analysis.reference_distance_by_type.intra_warp.buckets[9]'),
    ('intra-warp', 4, 'analysis.reference_distance_by_type.intra_warp.buckets[10]'),
    ('intra-warp', 4, 'analysis.reference_distance_by_type.intra_warp.buckets[11]'),
    ('intra-warp', 5, 'analysis.reference_distance_by_type.intra_warp.count'),
    ('inter-warp', 0, 'analysis.reference_distance_by_type.inter_warp.buckets[1]'),
    ('inter-warp', 0, 'analysis.reference_distance_by_type.inter_warp.buckets[2]'),
    ('inter-warp', 0, 'analysis.reference_distance_by_type.inter_warp.buckets[3]'),
    ('inter-warp', 1, 'analysis.reference_distance_by_type.inter_warp.buckets[4]'),
    ('inter-warp', 1, 'analysis.reference_distance_by_type.inter_warp.buckets[5]'),
    ('inter-warp', 2, 'analysis.reference_distance_by_type.inter_warp.buckets[6]'),
    ('inter-warp', 2, 'analysis.reference_distance_by_type.inter_warp.buckets[7]'),
    ('inter-warp', 3, 'analysis.reference_distance_by_type.inter_warp.buckets[8]'),
    ('inter-warp', 3, 'analysis.reference_distance_by_type.inter_warp.buckets[9]'),
    ('inter-warp', 4, 'analysis.reference_distance_by_type.inter_warp.buckets[10]'),
    ('inter-warp', 4, 'analysis.reference_distance_by_type.inter_warp.buckets[11]'),
    ('inter-warp', 5, 'analysis.reference_distance_by_type.inter_warp.count')),
of AS (
    SELECT r.workload, b.lines, b.col, s.value, max(s.value) FILTER (WHERE b.col = 5) OVER (PARTITION BY r.id, b.lines) AS reads
    FROM run r JOIN stat s ON s.run = r.id JOIN bucket b ON b.name = s.name WHERE r.sweep = 'apcm-distances'),
share AS (
    SELECT workload, lines, col, 100 * sum(iif(col < 5, value, 0)) / max(reads) AS part FROM of GROUP BY workload, lines, col)
SELECT workload || ', ' || lines || ' lines' AS "shares of the reads, by distance",
    printf('%.1f %%', sum(part) FILTER (WHERE col = 0)) AS "1 to 7", printf('%.1f %%', sum(part) FILTER (WHERE col = 1)) AS "8 to 31",
    printf('%.1f %%', sum(part) FILTER (WHERE col = 2)) AS "32 to 127", printf('%.1f %%', sum(part) FILTER (WHERE col = 3)) AS "128 to 511",
    printf('%.1f %%', sum(part) FILTER (WHERE col = 4)) AS "512 to 2047", printf('%.1f %%', abs(100 - sum(part))) AS "2048 and more"
FROM share GROUP BY workload, lines HAVING sum(part) ORDER BY workload DESC, lines DESC;
