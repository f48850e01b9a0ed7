-- abyp's threshold as the 13 programs choose it, and as the others do if one is left out (left_out; NULL: none): the largest
-- geometric mean of the speedups over the baseline; of the values less than 0.25 points of gain below it the one with the
-- least mean L1 energy, on a tie the least. No row if a program lacks a value that another has.
CREATE VIEW abyp_chosen AS
WITH program AS (
    SELECT workload, CAST(substr(configuration, 6) AS INTEGER) AS value, speedup, energy FROM abyp
    WHERE of_13 AND configuration LIKE 'abyp-%'),
left_out AS (
    SELECT DISTINCT workload AS left_out FROM program UNION ALL SELECT NULL),
mean AS (
    SELECT left_out, value, 100 * (exp(avg(ln(speedup))) - 1) AS gain, avg(energy) AS energy
    FROM left_out JOIN program ON workload IS NOT left_out GROUP BY left_out, value),
close AS (
    SELECT left_out, value, row_number() OVER (PARTITION BY left_out ORDER BY energy, value) AS place
    FROM (SELECT *, max(gain) OVER (PARTITION BY left_out) AS best FROM mean) WHERE best - gain < 0.25)
SELECT left_out, value FROM close
WHERE place = 1 AND (SELECT count(speedup) = count(DISTINCT workload) * count(DISTINCT value) FROM program);
