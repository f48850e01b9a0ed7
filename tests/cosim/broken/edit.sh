#!/bin/sh
# edit.sh SCRIPT FROM TO: sed, failing when nothing changed (the line has been rewritten). SCRIPT is a
# file of sed commands or one command itself.
if [ $# != 3 ]; then
    echo "edit.sh: $# arguments, not 3" >&2
    exit 1
fi
if [ -f "$1" ]; then
    sed -E -f "$1" "$2" >"$3" || exit 1
else
    sed -E "$1" "$2" >"$3" || exit 1
fi
if cmp -s "$2" "$3"; then
    echo "edit.sh: $2: '$1' changes nothing" >&2
    rm -f "$3"
    exit 1
fi
