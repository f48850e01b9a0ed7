-- mrpb's speedup by program, at the default scale and with the paper's inputs (docs/results/mrpb.md).
CREATE VIEW "mrpb-scales-programs" AS
SELECT s.workload AS program, printf('%.2f', s.gain) AS "S, default", printf('%.2f', s.paper_gain) AS "S, paper's",
    printf('%.2f', l.gain) AS "L, default", printf('%.2f', l.paper_gain) AS "L, paper's"
FROM mrpb_gain s JOIN mrpb_gain l ON l.workload = s.workload AND l.base = 'l' WHERE s.base = 's' ORDER BY s.workload;
