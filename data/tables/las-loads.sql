-- Static global loads of each program of the thesis, over all launches, and why some make no rectangle (docs/results/las.md).
CREATE VIEW "las-loads" AS
WITH counted AS (
    SELECT p.place, p.program, s.name, s.value FROM las_program p JOIN run r ON r.id = p.run JOIN stat s ON s.run = r.id
    WHERE r.sweep = 'las-loads' AND s.name IN ('units.las-cta.program_loads', 'units.las-cta.loads_with_rectangle',
        'units.las-cta.loads_irregular', 'units.las-cta.loads_of_no_one_array', 'units.las-cta.loads_beyond_arrays'))
SELECT program, printf('%d', max(value) FILTER (WHERE name LIKE '%.program_loads')) AS loads,
    printf('%d', max(value) FILTER (WHERE name LIKE '%.loads_with_rectangle')) AS "with a rectangle",
    printf('%.0f %%', 100 * max(value) FILTER (WHERE name LIKE '%.loads_with_rectangle')
        / max(value) FILTER (WHERE name LIKE '%.program_loads')) AS share,
    printf('%d', max(value) FILTER (WHERE name LIKE '%.loads_irregular')) AS "without a program",
    printf('%d', max(value) FILTER (WHERE name LIKE '%.loads_of_no_one_array')) AS "of several arrays",
    printf('%d', max(value) FILTER (WHERE name LIKE '%.loads_beyond_arrays')) AS "of a sixth array or beyond"
FROM counted GROUP BY place, program ORDER BY place;
