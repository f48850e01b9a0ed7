# README's figures are those of the pages that have them: the papers' rows, how many agree, how C and RTL were compared,
# the rates. Its commands name what there is.
. "$(dirname "$0")/lib.sh"
: >out
: >err
readme=$source/README.md
pages=$source/docs/reproduction.md

# agree PAPER: rows that agree, and rows that have a number of the paper's and a result of ours.
agree() {
    awk -F'|' -v p="[$1](#$1)" '{ gsub(/^ +| +$/, "", $2) } $2 == p { print $4 + $5 " of " $3 - $10 - $11 - $12; exit }' "$pages"
}
# figure ID COLUMN: 4 the paper's, 5 ours, the first reading.
figure() {
    awk -F'|' -v id="\`$1\`" -v k="$2" '{ gsub(/^ +| +$/, "", $2) }
        $2 == id { sub(/;.*/, "", $k); gsub(/^ +| +$/, "", $k); print $k; exit }' "$pages"
}
# compared FAMILY: units, those in lockstep for 10 million cycles, with all states, with faults tried, with a proof at the
# paper's geometry.
compared() {
    awk -F'|' -v f="### The structures of $1 in hardware" '
        $0 == f { on = 1; next } /^### / { on = 0 } on && /^\| unit \| random/ { table = 1; next } !/^\|/ { table = 0 }
        on && table && $2 !~ /---/ { n++; random += $3 ~ /10 M cycles equal/; states += $6 !~ /not run|in parts/; proofs += $8 ~ /bits of state *$/; faults += $9 !~ /not run/ }
        END { printf "%d units: %d in lockstep, %d in all states, %d with faults, %d proved\n", n, random, states, faults, proofs }' "$pages"
}
for paper in abyp mrpb apcm apres las; do
    name=readme_100_$paper
    cases=$((cases + 1))
    line=$(grep "^|.*docs/units/$paper.md" "$readme")
    [ -n "$line" ] || fail "no row of $paper"
    grep -qF "| $(agree $paper) |" <<<"$line" || fail "$paper: expected $(agree $paper) rows that agree"
    grep -qF "| $(compared $paper) |" <<<"$line" || fail "$paper: expected $(compared $paper)"
    # each headline: `id` what: paper, ours
    headlines=$(grep -o '`[a-z0-9/-]*` [^;|]*' <<<"$line")
    [ -n "$headlines" ] || fail "$paper: no headline"
    while read -r headline; do
        id=$(cut -d'`' -f2 <<<"$headline")
        [ "${headline##*: }" = "$(figure "$id" 4), ours $(figure "$id" 5)" ] ||
            fail "$id: expected $(figure "$id" 4), ours $(figure "$id" 5)"
    done <<<"$headlines"
done

name=readme_200_rates
cases=$((cases + 1))
rates=$(grep '^| trace-' "$readme")
[ "$(wc -l <<<"$rates")" -ge 3 ] || fail 'fewer than three rates'
while IFS='|' read -r _ row theirs ours _; do
    awk -F'|' -v row="$row" -v theirs="$theirs" -v ours="$ours" '$2 == row && $3 == theirs && $6 == ours { found = 1 }
        END { exit !found }' "$source/docs/performance.md" || fail "$row: not what docs/performance.md has"
done <<<"$rates"

# A verb, an option and a name of each command are there; what a command needs is not tried.
name=readme_300_commands
while read -r line; do
    cases=$((cases + 1))
    words=($line)
    command=("${words[@]}")
    help=$("$lockwarp" "${words[1]}" --help </dev/null) || fail "no command ${words[1]}"
    for word in "${words[@]:2}"; do
        case $word in
        '#') break ;;
        --*) grep -qe "${word%%=*}\b" <<<"$help" || fail "no option $word" ;;
        sweeps/*) [ -f "$source/$word" ] || fail "no $word" ;;
        esac
    done
done < <(grep -o '^    build/lockwarp .*' "$readme")

# Links lead somewhere.
name=readme_400_links
while read -r link; do
    cases=$((cases + 1))
    [ -e "$source/${link%%#*}" ] || fail "$link is not there"
done < <(grep -o '](\([^)]*\))' "$readme" | tr -d '()]')
finish
