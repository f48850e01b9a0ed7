-- Table I of the apres paper beside ours, by application and load (docs/results/apres-table1.md), from the two records
-- docs/results/apres-table1-paper.csv and docs/results/apres-table1.csv.
CREATE VIEW "apres-table1" AS
WITH paper AS (
    SELECT *, row_number() OVER (PARTITION BY app ORDER BY rowid) AS place, min(rowid) OVER (PARTITION BY app) AS first
    FROM record_apres_paper),
ours AS (SELECT *, row_number() OVER (PARTITION BY app ORDER BY rowid) AS place FROM record_apres),
line AS (
    SELECT p.first, p.place, 0 AS is_ours,
        iif(p.place > 1, NULL, p.app || ' (' || coalesce((SELECT kernel || iif(scale = 'paper', ', paper scale', '')
            FROM ours o WHERE o.app = p.app AND o.place = 1), 'not run') || ')') AS name,
        p.pc, p.load_percent || ' %' AS load, p.lines_per_request AS lines, p.miss_rate AS misses, p.stride,
        p.stride_percent || ' %' AS share
    FROM paper p
    UNION ALL SELECT p.first, o.place, 1, NULL, o.pc, printf('%.1f %%', 100 * o.load_share),
        printf('%.3f', o.lines_per_request), printf('%.2f + %.2f', o.miss_rate, o.pending_hit_rate), o.line_stride,
        printf('%.1f %%', 100 * o.line_stride_share)
    FROM ours o JOIN paper p ON p.app = o.app AND p.place = 1)
SELECT name AS "application, our kernel", iif(is_ours, 'ours', 'paper') AS "whose", pc AS PC, load AS "%Load",
    lines AS "#L/#R", misses AS "miss rate (+ pending)", stride, share AS "%Stride"
FROM line ORDER BY first, place, is_ours;
