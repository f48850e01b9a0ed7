# trace_native with both configurations for every workload.
export LW_LONG=1
. "$(dirname "$0")/trace_native.sh"
