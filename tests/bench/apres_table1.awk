# The tables of docs/apres-table1.md from two CSVs, the paper's figures and ours:
#   awk -f apres_table1.awk docs/results/apres-table1-paper.csv docs/results/apres-table1.csv
BEGIN { FS = "," }
FNR == 1 { files++; next }
files == 1 {
    row = ++theirs[$1]
    paper[$1, row] = sprintf("%s | %.1f %% | %s | %s | %s | %s %%", $2, $3, $4, $5, $6, $7)
    if (row == 1) order[++apps] = $1
}
files == 2 {
    row = ++ours[$1]
    kernel[$1] = $4 ($5 == "paper" ? ", paper scale" : "")
    mine[$1, row] = sprintf("%s | %.1f %% | %.3f | %.2f + %.2f | %s | %.1f %%", $6, 100 * $7, $8, $9,
                            $10, $11, 100 * $12)
}
END {
    print "| application, our kernel | | PC | %Load | #L/#R | miss rate (+ pending) | stride | %Stride |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= apps; i++) {
        app = order[i]
        for (row = 1; row <= theirs[app] || row <= ours[app]; row++) {
            name = row == 1 ? app " (" (ours[app] ? kernel[app] : "not run") ")" : ""
            if (row <= theirs[app]) print "| " name " | paper | " paper[app, row] " |"
            if (row <= ours[app]) print "| | ours | " mine[app, row] " |"
        }
    }
}
