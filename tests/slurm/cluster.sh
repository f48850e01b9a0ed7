# Sourced by the tests of --backend slurm, after e2e/lib.sh: a one-node Slurm of its own on loopback,
# with files, sockets and ports that no other Slurm or munge of the machine shares. Not root, packages
# that cannot be installed, or daemons that do not come up: the test is skipped with a sentence.

skip() { echo "skipped: $*"; exit 77; }

slurm_packages=(slurmctld slurmd slurm-client munge sqlite3)
slurm_install() {
    local missing=()
    for p in "${slurm_packages[@]}"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing+=("$p")
    done
    [ ${#missing[@]} = 0 ] && return
    [ "${LW_SLURM_INSTALL:-1}" = 1 ] || skip "${missing[*]} not installed, and LW_SLURM_INSTALL forbids it"
    command -v apt-get >/dev/null || skip "${missing[*]} not installed, and there is no apt-get"
    echo "installing ${missing[*]}"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } \
        >install.log 2>&1 || skip "${missing[*]} cannot be installed: $(tail -1 install.log)"
}

free_port() {
    local p
    for p in $(shuf -i 20000-50000 -n 50); do
        (exec 3<>"/dev/tcp/127.0.0.1/$p") 2>/dev/null || { echo "$p"; return; }
    done
}

cluster=
slurm_start() {
    [ "$(id -u)" = 0 ] || skip "a Slurm of its own needs root"
    slurm_install
    cluster=$work/slurm
    mkdir -p "$cluster"/{state,spool} || exit 1
    # Jobs and slurmctld's state stay beneath the test's folder; munged wants folders nobody else writes.
    chmod 755 "$work" "$cluster"
    head -c 1024 /dev/urandom >"$cluster/munge.key"
    chmod 400 "$cluster/munge.key"
    local host control node
    host=$(hostname -s) control=$(free_port) node=$(free_port)
    cat >"$cluster/slurm.conf" <<CONF
ClusterName=lockwarp
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$node
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket,cred_expire=5
CryptoType=crypto/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdTimeout=10
KillWait=5
MinJobAge=10
SchedulerParameters=sched_min_interval=200000,batch_sched_delay=0
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
    export SLURM_CONF=$cluster/slurm.conf
    unset "${!SBATCH_@}" "${!SQUEUE_@}"
    trap 'slurm_stop; rm -rf "$work"' EXIT
    munged --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" --pid-file="$cluster/munged.pid" \
        --log-file="$cluster/munged.log" --seed-file="$cluster/munged.seed" >munged.out 2>&1 ||
        skip "munged does not start: $(tail -1 munged.out)"
    slurmctld_start
    slurmd_start
    guard=300 until_true slurm_idle ||
        skip "the node does not come up: $(tail -1 "$cluster/slurmctld.log"); $(tail -1 "$cluster/slurmd.log")"
}

slurm_idle() { [ "$(sinfo -h -o %t 2>/dev/null)" = idle ]; }
slurmctld_start() { slurmctld >slurmctld.out 2>&1 || skip "slurmctld does not start: $(tail -1 slurmctld.out)"; }
slurmd_start() { slurmd >slurmd.out 2>&1 || skip "slurmd does not start: $(tail -1 slurmd.out)"; }

# The processes beneath a process, itself first.
tree() {
    local p
    echo "$1"
    for p in $(pgrep -P "$1"); do tree "$p"; done
}

# slurmd's step daemons leave its process tree; they are known by the environment they inherit.
slurm_steps() {
    local p
    for p in $(pgrep -x slurmstepd); do
        { tr '\0' '\n' <"/proc/$p/environ"; } 2>/dev/null | grep -qx "SLURM_CONF=$cluster/slurm.conf" && tree "$p"
    done
}

# What a crash of the node leaves: nothing of slurmd, its steps and their processes.
slurmd_crash() {
    local pid steps
    pid=$(cat "$cluster/slurmd.pid")
    steps=$(slurm_steps)
    # shellcheck disable=SC2086
    kill -KILL "$pid" $steps 2>/dev/null
    rm -f "$cluster/slurmd.pid"
}

slurm_stop() {
    [ -n "$cluster" ] || return
    local d pid
    # shellcheck disable=SC2046
    kill -KILL $(slurm_steps) 2>/dev/null
    for d in slurmd slurmctld munged; do
        pid=$(cat "$cluster/$d.pid" 2>/dev/null) || continue
        [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = "$d" ] || continue
        kill "$pid"
        for _ in $(seq 50); do [ -d "/proc/$pid" ] || break; sleep 0.1; done
        [ -d "/proc/$pid" ] && kill -KILL "$pid"
    done
    cluster=
}
