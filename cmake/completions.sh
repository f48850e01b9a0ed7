#!/bin/bash
# completions.sh LOCKWARP MAN BASH ZSH: the manual pages into the folder MAN and the completions of two shells into a
# file each, all from the options of the commands as the program prints them.
set -eu
lockwarp=$1 man=$2 bash=$3 zsh=$4
mkdir -p "$man" "$(dirname "$bash")" "$(dirname "$zsh")"
rm -f "$man"/*.1
commands=$("$lockwarp" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')

# What has options: commands, and the verbs of those that have some.
find_callables() {
    local command verbs
    for command in $commands; do
        verbs=$("$lockwarp" "$command" --help | sed -n '1s/.* VERB .*/verbs/p; s/^  \([a-z]*\)  .*/\1/p')
        if [[ $verbs == verbs* ]]; then
            printf "$command %s\n" ${verbs#verbs}
        else
            echo "$command"
        fi
    done
}

callables=$(find_callables)
"$lockwarp" --print-man >"$man/lockwarp.1"
table=
while read -r callable; do
    # shellcheck disable=SC2086
    "$lockwarp" $callable --print-man >"$man/lockwarp-${callable// /-}.1"
    # shellcheck disable=SC2086
    table+=$("$lockwarp" $callable --print-options | awk -v c="$callable" '{ print c "\t" $0 }')$'\n'
done <<<"$callables"

# WORDS CALLABLE: what it takes beside options, where its usage names them: "workloads configs ..."
words() { "$lockwarp" $1 --help | sed -n '2s/^ *\([a-z]*\(|[a-z]*\)\{1,\}\)$/\1/p' | tr '|' ' '; }

verbs() { sed -n "s/^$1 //p" <<<"$callables" | tr '\n' ' '; }

{
    cat <<'END'
# Completion of lockwarp's command lines for bash; made from the commands' options.
# Columns: command, short name, long name, what completes the value, the value's name.
_lockwarp_table() {
    cat <<'TABLE'
END
    printf '%s' "$table" | cut -f1-5
    cat <<END
TABLE
}

_lockwarp_words() {
    case \$1 in
$(while read -r c; do v=$(words "$c"); [[ -z $v ]] || printf '    "%s") echo "%s" ;;\n' "$c" "$v"; done <<<"$callables")
    esac
}

_lockwarp() {
    local program=\${COMP_WORDS[0]} cur=\${COMP_WORDS[COMP_CWORD]} option=\${COMP_WORDS[COMP_CWORD-1]} command verbs
    COMPREPLY=()
    if [[ \$COMP_CWORD == 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(echo $commands)" -- "\$cur")
        return
    fi
    command=\${COMP_WORDS[1]}
    case \$command in
$(for c in $commands; do v=$(verbs "$c"); [[ -z $v ]] || printf '    %s) verbs="%s" ;;\n' "$c" "${v% }"; done)
    esac
    if [[ \${verbs:-} ]]; then
        if [[ \$COMP_CWORD == 2 ]]; then
            mapfile -t COMPREPLY < <(compgen -W "\$verbs" -- "\$cur")
            return
        fi
        command+=" \${COMP_WORDS[2]}"
    fi
END
    cat <<'END'
    # --name=value is three words
    if [[ $cur == '=' ]]; then
        cur=
    elif [[ $option == '=' ]]; then
        option=${COMP_WORDS[COMP_CWORD-2]}
    fi
    local kind words before=
    IFS=$'\t' read -r kind words < <(_lockwarp_table | awk -F '\t' -v c="$command" -v o="$option" \
        '$1 == c && (o == "-" $2 || o == "--" $3) { print $4 "\t" $5; exit }')
    case ${kind:--} in
    none) return ;;
    file) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    folder) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    words) mapfile -t COMPREPLY < <(compgen -W "${words//|/ }" -- "$cur") ;;
    -)
        if [[ $cur == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_lockwarp_table | awk -F '\t' -v c="$command" \
                '$1 == c { print $3 != "-" ? "--" $3 : "-" $2 }') --help" -- "$cur")
        elif [[ $(_lockwarp_words "$command") ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_lockwarp_words "$command")" -- "$cur")
        else
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        fi
        ;;
    *) # policies are joined: the last is completed
        [[ $kind != policies || $cur != *+* ]] || before=${cur%+*}+
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$("$program" list "$kind" 2>/dev/null |
        awk '/^[a-z0-9]/ && !(NR == 1 && $2 ~ /^[a-z]+$/ && $1 ~ /^(name|unit|workload)$/) { print $1 }')" -- "${cur#"$before"}") ;;
    esac
}
complete -o filenames -F _lockwarp lockwarp
END
} >"$bash"

# A text in single quotes within an action of _arguments.
zsh_text() { sed "s/'/'\\\\''/g; s/\\[/\\\\[/g; s/\\]/\\\\]/g; s/:/\\\\:/g"; }
{
    echo '#compdef lockwarp'
    echo '# Completion of lockwarp command lines for zsh; made from the commands'"'"' options.'
    cat <<'END'
# _lockwarp_list OPTIONS-OF-COMPADD... LIST, as _arguments calls it
_lockwarp_list() {
    local -a names
    [[ $argv[-1] != policies ]] || compset -P '*+'
    names=(${(f)"$(lockwarp list $argv[-1] 2>/dev/null | awk '/^[a-z0-9]/ && !(NR == 1 && $1 ~ /^(name|unit|workload)$/) { print $1 }')"})
    compadd "${(@)argv[1,-2]}" -a names
}

_lockwarp() {
    local -a commands
    commands=(
END
    for c in $commands; do
        printf "        '%s:%s'\n" "$c" "$("$lockwarp" --help | sed -n "s/^  $c  *//p" | zsh_text)"
    done
    cat <<'END'
    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    local command=$words[2]
    case $command in
END
    for c in $commands; do
        v=$(verbs "$c")
        [[ -z $v ]] || printf '    %s)\n        if (( CURRENT == 3 )); then compadd %s; return; fi\n        command+=" $words[3]"\n        ;;\n' "$c" "${v% }"
    done
    echo '    esac'
    echo '    case $command in'
    while read -r callable; do
        printf "    '%s')\n        _arguments -s" "$callable"
        printf '%s' "$table" | awk -F '\t' -v c="$callable" '$1 == c' | zsh_text | while IFS=$'\t' read -r _ short long kind value doc; do
            case $kind in
            -) action= ;;
            none) action=":$value: " ;;
            file) action=":$value:_files" ;;
            folder) action=":$value:_files -/" ;;
            words) action=":value:(${value//|/ })" ;;
            *) action=":$value:_lockwarp_list $kind" ;;
            esac
            equals=${action:+=}
            [[ $short == - ]] || printf " \\\\\n            '*-%s[%s]%s'" "$short" "$doc" "$action"
            [[ $long == - ]] || printf " \\\\\n            '*--%s%s[%s]%s'" "$long" "$equals" "$doc" "$action"
        done
        v=$(words "$callable")
        if [[ $v ]]; then action=":word:($v)"; else action=:file:_files; fi
        printf " \\\\\n            '*%s'\n        ;;\n" "$action"
    done <<<"$callables"
    printf '    esac\n}\n_lockwarp "$@"\n'
} >"$zsh"
