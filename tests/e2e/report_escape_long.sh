# report_escape with every column in Markdown, too.
export LW_LONG=1
. "$(dirname "$0")/report_escape.sh"
