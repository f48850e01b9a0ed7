#!/usr/bin/awk -f
# A random matrix in Matrix Market form: so many distinct columns in each row, evenly spread.
#
#   awk -v rows=256 -v each=10 -f random_matrix.awk >m.mtx
#
# The generator is written out, so that every awk makes the same file.
function below(n) {
    state = (16807 * state) % 2147483647
    return state % n
}
BEGIN {
    state = 7
    print "%%MatrixMarket matrix coordinate real general"
    print rows, rows, rows * each
    for (row = 1; row <= rows; row++) {
        split("", taken)
        for (k = 0; k < each; k++) {
            do
                column = 1 + below(rows)
            while (column in taken)
            taken[column]
            print row, column, 1 + below(9)
        }
    }
}
