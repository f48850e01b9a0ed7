# The rooms of docs/guide/layout.md: who includes whom, and that every folder is named there.
. "$(dirname "$0")/lib.sh"

# The lines FILE:PATH of the includes of a folder or room that are in quotes.
includes() {
    grep -rEo --include='*.[ch]' --include='*.cpp' --include='*.inc' '^ *# *include *"[^"]+"' "$1" |
        sed 's/: *# *include *"/:/; s/"$//'
}

# The rooms that a room sees.
declare -A below=([cmodel]='cmodel' [tb]='tb cmodel' [sim]='sim cmodel' [app]='app sim tb cmodel'
    [lib]='lib app sim tb cmodel')

# hidden ROOM PATH: is that in a folder of app that the room does not see? The library sees no command line, and nothing
# that prints or stores.
hidden() {
    [ "$1" = lib ] && case $2 in
    config/* | stats/* | run/*) false ;;
    *) [ -e "app/$2" ] ;;
    esac
}

# upward: includes of what exists, but in no room below; of the build's own headers nothing is said.
upward() {
    local room file path other seen
    for room in cmodel tb sim app lib; do
        includes "$room" | LC_ALL=C sort | while IFS=: read -r file path; do
            seen=
            case $path in *..*) echo "$file includes $path" ;; esac
            [ -e "${file%/*}/$path" ] && continue
            for other in ${below[$room]}; do
                [ -e "$other/$path" ] && seen=1
            done
            hidden "$room" "$path" && seen=
            for other in cmodel tb sim app; do
                [ ! "$seen" ] && [ -e "$other/$path" ] && echo "$file includes $other/$path"
            done
        done
    done
}

# The folders of a room in the order in which the page lists them.
listed() {
    grep -o "^| \`$1/[a-z0-9_]*\` |" docs/guide/layout.md | sed "s,.*\`$1/,,; s,\`.*,,"
}

# backward: includes of a folder that the page lists after the including one, and isa's of gpu.
backward() {
    local room folder after file path to
    for room in sim app; do
        for folder in $(listed "$room"); do
            after=$(listed "$room" | sed "1,/^$folder\$/d")
            [ "$room/$folder" = sim/isa ] && after="gpu $after"
            includes "$room/$folder" | while IFS=: read -r file path; do
                for to in $after; do
                    case $path in "$to"/*) echo "$file includes $path" ;; esac
                done
            done
        done
    done
}

# unnamed: folders of the rooms that the page does not name; gone: named ones that are not there.
unnamed() {
    local folder
    for folder in cmodel/*/ rtl/*/ sim/*/ app/*/ tb/*/; do
        folder=${folder%/}
        grep -qF "\`$folder\`" docs/guide/layout.md || echo "$folder"
    done
}

gone() {
    local folder
    grep -oE '`(cmodel|rtl|sim|app|tb)/[a-z0-9_]+`' docs/guide/layout.md | tr -d '`' | while read -r folder; do
        [ -d "$folder" ] || echo "$folder"
    done
}

# finds NAME CHECK WHAT [TREE]: in the tree the check writes exactly that.
finds() {
    name=$1 command=("$2")
    cases=$((cases + 1))
    (cd "${4:-$source}" && "$2") >out 2>err
    [ "$(cat out)" = "$3" ] && [ ! -s err ] || fail "expected '$3'"
}

for room in cmodel tb sim app; do
    name=rooms_100_reads_$room command=(includes "$room")
    cases=$((cases + 1))
    (cd "$source" && includes "$room") >out 2>err
    [ "$(wc -l <out)" -gt 20 ] || fail "finds hardly an include"
done
finds rooms_110_nobody_includes_upwards upward ""
finds rooms_111_folders_include_those_before_them backward ""
finds rooms_112_every_folder_is_named unnamed ""
finds rooms_113_every_name_is_a_folder gone ""

# Each check finds what it is there for, in a copy that has it.
mkdir -p tree/docs/guide
cp -r "$source"/{cmodel,rtl,tb,sim,app,lib} tree
cp "$source/docs/guide/layout.md" tree/docs/guide
echo '#include "gpu/gpu.h"' >tree/cmodel/common/x.c
echo '#include "lockstep/pair.h"' >tree/sim/gpu/x.h
echo '#include "cli/cmd.h"' >tree/tb/wave/x.cpp
echo '#  include "../sim/gpu/gpu.h"' >tree/tb/lockstep/x.c
echo '#include "cli/cmd.h"' >tree/lib/x.c
finds rooms_120_upward upward 'cmodel/common/x.c includes sim/gpu/gpu.h
tb/lockstep/x.c includes ../sim/gpu/gpu.h
tb/wave/x.cpp includes app/cli/cmd.h
sim/gpu/x.h includes tb/lockstep/pair.h
lib/x.c includes app/cli/cmd.h' tree
echo '#include "policy/policy.h"' >tree/sim/gpu/x.h
echo '#include "gpu/gpu.h"' >tree/sim/isa/x.h
echo '#include "cli/cmd.h"' >tree/app/db/x.c
finds rooms_121_backward backward 'sim/gpu/x.h includes policy/policy.h
sim/isa/x.h includes gpu/gpu.h
app/db/x.c includes cli/cmd.h' tree
mkdir tree/sim/new
rm -r tree/app/stats
finds rooms_122_unnamed unnamed sim/new tree
finds rooms_123_gone gone app/stats tree
finish
