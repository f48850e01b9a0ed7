# reproduction, with more of the committed runs measured again.
export again=5
# shellcheck source=reproduction.sh
. "$(dirname "$0")/reproduction.sh"
