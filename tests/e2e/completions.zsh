# What zsh offers for the end of a command line, a line each:
#
#   zsh -f completions.zsh FUNCTIONS PROGRAMS OUT LINE
#
# FUNCTIONS has _lockwarp, PROGRAMS lockwarp. A shell in a terminal of its own completes LINE with a widget that notes in
# the file OUT what the completion adds.
zmodload zsh/zpty
zpty shell zsh -f -i
# ask COMMAND WORD: until it has printed WORD, which the command has in two parts, as the terminal echoes it
ask() { zpty -w shell "$1; print ${2[1,2]}''${2[3,-1]}" && zpty -r -m shell said "*$2*" }
ask "PS1= PS2=; stty cols 400" PLAIN
ask "fpath=($1 \$fpath) path=($2 \$path); autoload -U compinit; compinit -u -D" READY
ask "note() {
    compadd() {
        local -a added
        builtin compadd -O added \"\$@\"
        (( \$#added )) && print -rl -- \$added >>$3
        builtin compadd \"\$@\"
    }
    _main_complete
    print END >>$3
}; zle -C note complete-word note; bindkey '^T' note" BOUND
zpty -w -n shell "$4"$'\x14'
until grep -qx END $3 2>/dev/null; do sleep 0.01; done
sed -i '$d' $3
