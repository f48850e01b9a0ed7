# The manual pages and the shells' completions, which cmake/completions.sh makes of the commands' options: they have all
# that the help has; bash and, where it is installed, zsh complete with them; groff, where it is installed, takes the
# pages without a word.
. "$(dirname "$0")/lib.sh"
run completions_100_made 0 "$source/cmake/completions.sh" "$lockwarp" man c.bash c.zsh
[ ! -s err ] || fail "says: $(head -2 err)"

commands=$("$lockwarp" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
callables=$(for c in $commands; do [ $c = trace ] && printf 'trace-%s\n' record info export || echo $c; done)
name=completions_110_all_options
for c in $callables; do
    cases=$((cases + 1))
    page=man/lockwarp-$c.1
    [ -s "$page" ] || fail "no page of $c"
    # shellcheck disable=SC2086
    "$lockwarp" ${c/-/ } --help | grep -oE '^  (-[A-Za-z], |    )--[a-z-]+' | grep -oE -- '--[a-z-]+' | grep -vxE -- '--(help|usage|version)' >options
    while read -r option; do
        sed 's/\\-/-/g' "$page" | grep -qF -- "\\fB$option\\fR" || sed 's/\\-/-/g' "$page" | grep -qF -- "$option\\fR" || fail "$page has no $option"
        grep -qP "^${c/-/ }\t.\t${option#--}\t" c.bash || fail "bash does not know $option of $c"
        grep -qF -- "*$option" c.zsh || fail "zsh does not know $option of $c"
    done <options
done
[ "$(ls man | wc -l)" = $(($(wc -w <<<"$callables") + 1)) ] || fail "other pages than commands: $(ls man)"
for c in $commands; do grep -q "^\\\\fB$c\\\\fR" man/lockwarp.1 || fail "lockwarp.1 has no $c"; done

# completes WORDS... : RESULTS (the last word is completed)
cat >complete.sh <<'END'
source ./c.bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_lockwarp
printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
END
completes() {
    local right=$1 got
    shift
    cases=$((cases + 1))
    got=$(bash complete.sh "$lockwarp" "$@")
    [ "${got% }" = "$right" ] || fail "'lockwarp $*' completes to '$got', not '$right'"
}
touch one.lwt two.lwt
name=completions_200_bash
completes run ru
completes report re
completes "record" trace rec
completes bfs run -w bf
completes "backprop backprop_u" run --workload backp
completes "abyp.table abyp.taghash" cosim -u abyp.ta
completes "$("$lockwarp" list configs | sed -n 's/^\(apcm[^ ]*\) .*/\1/p' | tr '\n' ' ' | sed 's/ $//')" run -c apcm
completes lockstep run -e l
completes rtl run --engine = r
completes "c lockstep rtl" run --engine =
completes "--json" run --js
completes "one.lwt" run --trace one
completes "las las-cta las-warp" run -p las
completes "abyp+mascar abyp+mrpb" run -p abyp+m
completes "abyp+las-cta+apcm abyp+las-cta+apres" run --policy abyp+las-cta+ap
completes "best-default best-tiny" report x.db --table best
completes "apcm apres" report x.db --paper ap
completes "papers policies" list p
completes "large" cosim --geometry l
completes "tiny" run -w bfs --scale t
completes "l1_mshr_merge l1_mshrs" run --set l1_ms
completes "" run --seed 1
completes "--one-step --out" cosim --exact --o

# The option that asks for a page stands alone, and is no option otherwise.
refuses completions_300_not_alone "unknown option '--print-man'" "$lockwarp" diff --print-man --all
run completions_301_of_the_program 0 "$lockwarp" --print-man
name=completions_310_groff
if command -v groff >/dev/null; then
    for page in man/*.1; do
        cases=$((cases + 1))
        groff -man -ww -z "$page" 2>err || fail "groff fails on $page"
        [ ! -s err ] || fail "groff: $(head -1 err)"
    done
else
    echo 'groff is not installed: the pages are not read by it'
fi
# offers LINE RESULTS: what zsh offers for the end of the line
offers() {
    local got
    cases=$((cases + 1))
    rm -f offered
    timeout $guard zsh -f "$source/tests/e2e/completions.zsh" "$PWD/functions" "$PWD/programs" "$PWD/offered" "lockwarp $1" >out 2>err
    got=$(sort -u offered | tr '\n' ' ')
    [ "${got% }" = "$2" ] || fail "zsh offers '$got' for 'lockwarp $1', not '$2'"
}
if command -v zsh >/dev/null; then
    run completions_320_zsh 0 zsh -n c.zsh
    mkdir functions programs
    cp c.zsh functions/_lockwarp
    ln -s "$lockwarp" programs/lockwarp
    name=completions_321_zsh_offers
    offers ru run
    offers "trace rec" record
    offers "run -w bf" bfs
    offers "run --workload=backp" "backprop backprop_u"
    offers "run -p abyp+m" "mascar mrpb"
    offers "run --engine=l" lockstep
    offers "run -w bfs --scale t" tiny
    offers "run --set=l1_ms" "l1_mshr_merge l1_mshrs"
    offers "report x.db --table best" "best-default best-tiny"
    offers "cosim -u abyp.ta" "abyp.table abyp.taghash"
    offers "list pa" papers
else
    echo 'zsh is not installed: it completes nothing here'
fi
finish
