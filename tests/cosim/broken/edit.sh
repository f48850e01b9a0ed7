#!/bin/sh
# edit.sh SCRIPT FROM TO: sed, failing when nothing changed (the line has been rewritten).
sed -E "$1" "$2" >"$3" || exit 1
if cmp -s "$2" "$3"; then
    echo "edit.sh: $2: '$1' changes nothing" >&2
    rm -f "$3"
    exit 1
fi
