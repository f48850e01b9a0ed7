#!/bin/bash
# Does an edited module still do the same? Exit status 0: it is proved; 1: it is refuted; others: no answer; 4: with own,
# the gates are not made in time.
#
#   equal.sh own|all LOCKWARP ROOT FILE EDITED.sv UNIT SECONDS PARAMETER:NAME=VALUE...
#
# FILE       the module in ROOT that EDITED.sv stands for, as rtl/mrpb/mrpb.sv
# UNIT       as the program names it, with the values of all its parameters
# PARAMETER  of the RTL; NAME: as the program has it
# USES_WORK  if it is in the environment, a folder: the gates of the module as it is are kept there
#
# own: the two modules are compared gate by gate (../gates.sh) without the insides of their parts: both must have the
# same parts with the same parameters, whose outputs may be anything. That takes seconds where most of a unit is in its parts.
# all: then with the insides; and where states that cannot be reached differ, `lockwarp prove` shows that the edited
# module is one machine with the C model under the unit's invariant.
set -eu
. "$(dirname "$0")/../gates.sh"
how=$1 lockwarp=$2 root=$3 file=$4 edited=$5 unit=$6 seconds=$7
shift 7
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
family=${file%/*} top=${file##*/} top=${top%.sv}
rtl_params=() params=()
for p in "$@"; do
    rtl_params+=(-set "${p%%:*}" "${p##*=}")
    params+=("--param=${p#*:}")
done

own_gates() { # NAME MODULE.sv: its gates, and NAME.parts, the modules of its instances with a hash of their parameters
    local others=() other
    mkdir -p "$scratch/heads"
    for other in "$root"/rtl/common/*.sv "$root/$family"/*.sv; do
        [[ $other == "$root/$file" || " ${others[*]} " == *"/${other##*/} "* ]] && continue
        # Yosys would work out the insides before it drops them.
        { sed -n '/^module /,/^);/p' "$other" && echo endmodule; } >"$scratch/heads/${other##*/}"
        others+=("$scratch/heads/${other##*/}")
    done
    write_gates "$1" "read_verilog -sv -lib -defer ${others[*]}" "read_verilog -sv -noassert -defer $2" \
        "chparam ${rtl_params[*]} $top" "hierarchy -check -top $top" "tee -q -o $scratch/$1.il dump $top" proc \
        'expose -evert c:*' || return
    sed -nE 's/^ *cell ((\$paramod|\\).*)/\1/p' "$scratch/$1.il" | sort >"$scratch/$1.parts"
}

# The gates of the module as it is, those of an earlier call if there are some.
own_gates_of_now() {
    [[ ${USES_WORK:-} ]] || { own_gates is "$root/$file"; return; }
    local kept
    kept=$USES_WORK/gates/$(sha256sum <<<"$root $file $*" | cut -d' ' -f1)
    if [[ ! -e $kept ]]; then
        own_gates is "$root/$file" || return
        mkdir -p "$kept.new"
        cp "$scratch"/is.{0.aig,1.aig,parts} "$kept.new/"
        mv "$kept.new" "$kept"
    fi
    cp "$kept"/is.* "$scratch/"
}

status=0
{ own_gates_of_now "$@" && own_gates edited "$edited"; } || status=$?
((status == 0)) && cmp -s "$scratch"/{is,edited}.parts && same_gates is edited && exit 0
[[ $how == all ]] || exit $((status >= 124 ? 4 : 3)) # of timeout, or a signal

# A root whose only file of its own is the edited one.
ln -s "$root"/* "$scratch/"
rm "$scratch/rtl"
mkdir "$scratch/rtl"
ln -s "$root"/rtl/* "$scratch/rtl/"
rm "$scratch/$family"
mkdir "$scratch/$family"
ln -s "$root/$family"/* "$scratch/$family/"
rm "$scratch/$file"
cp "$edited" "$scratch/$file"

module() { # ROOT: commands that read the module of it
    local files=("$1"/rtl/common/*.sv)
    [[ $family == rtl/common ]] || files+=("$1/$family"/*.sv)
    printf '%s\n' "read_verilog -sv -noassert -defer ${files[*]}" "chparam ${rtl_params[*]} $top" \
        "hierarchy -check -top $top" proc flatten
}
if write_gates is "$(module "$root")" && write_gates edited "$(module "$scratch")" && same_gates is edited; then exit 0; fi
LW_ROOT=$scratch "$lockwarp" prove -u "$unit" --exact --seconds "$seconds" "${params[@]}" >/dev/null 2>&1
