# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A real OpenPBS over the hosts of site.bash, by the installation that PBS_EXEC names: server, scheduler and
# communication daemon on the login host, a mom on each other one. Loaded by the tests that need it, after
# site. All that it writes is below TEST_DIR, nothing in /etc: PBS_CONF_FILE takes the place of /etc/pbs.conf.

readonly OPENPBS_DATA_USER=pbsdata
readonly OPENPBS_DATA_USER_ID=4712

# openpbs_possible: true, or prints why not.
openpbs_possible() {
  local program
  [[ -n "${PBS_EXEC:-}" ]] || {
    printf 'PBS_EXEC does not name an installed OpenPBS'
    return 1
  }
  hosts_possible || return
  [[ "${PBS_EXEC}" == /* && "${PBS_EXEC}" != /tmp/* && "${PBS_EXEC}" != /var/tmp/* ]] || {
    printf 'PBS_EXEC=%s is not the same directory on every host' "${PBS_EXEC}"
    return 1
  }
  for program in sbin/pbs_server sbin/pbs_sched sbin/pbs_comm sbin/pbs_mom libexec/pbs_habitat bin/qsub \
    bin/pbs_tmrsh bin/pbsdsh; do
    [[ -x "${PBS_EXEC}/${program}" ]] || {
      printf '%s is missing' "${PBS_EXEC}/${program}"
      return 1
    }
  done
  [[ -u "${PBS_EXEC}/sbin/pbs_iff" ]] || {
    printf '%s is not setuid root (chmod 4755)' "${PBS_EXEC}/sbin/pbs_iff"
    return 1
  }
}

# openpbs_start PACKAGE: a site with it.
openpbs_start() {
  local host
  site_start "$1"
  mkdir -p "${TEST_DIR}/pbs"
  openpbs_accounts
  for host in login "${SITE_HOSTS[@]}"; do
    openpbs_configuration "${host}"
  done
  openpbs_ada
  openpbs_server
  for host in "${SITE_HOSTS[@]}"; do
    openpbs_mom "${host}"
  done
  wait_long 60 openpbs_nodes_free
}

# openpbs_accounts: who owns the server's data base may not be root.
openpbs_accounts() {
  mkdir "${TEST_DIR}/pbs/data-user"
  chown "${OPENPBS_DATA_USER_ID}:${OPENPBS_DATA_USER_ID}" "${TEST_DIR}/pbs/data-user"
  printf '%s:*:%s:%s::%s:/bin/sh\n' "${OPENPBS_DATA_USER}" "${OPENPBS_DATA_USER_ID}" \
    "${OPENPBS_DATA_USER_ID}" "${TEST_DIR}/pbs/data-user" >>"${TEST_DIR}/passwd"
  printf '%s:x:%s:\n' "${OPENPBS_DATA_USER}" "${OPENPBS_DATA_USER_ID}" >>"${TEST_DIR}/group"
}

# openpbs_configuration HOST: what stands in /etc/pbs.conf elsewhere, and the home of the daemons there.
openpbs_configuration() {
  local host="$1" conf="${TEST_DIR}/pbs/$1.conf" home="${TEST_DIR}/pbs/$1" server=0 mom=1
  if [[ "${host}" == login ]]; then
    server=1 mom=0
  fi
  printf '%s\n' "PBS_EXEC=${PBS_EXEC}" "PBS_HOME=${home}" PBS_SERVER=login "PBS_START_SERVER=${server}" \
    "PBS_START_SCHED=${server}" "PBS_START_COMM=${server}" "PBS_START_MOM=${mom}" PBS_CORE_LIMIT=unlimited \
    "PBS_DATA_SERVICE_USER=${OPENPBS_DATA_USER}" >"${conf}"
  # Makes the home; its last argument keeps it from writing to /etc.
  env "PBS_CONF_FILE=${conf}" "${PBS_EXEC}/libexec/pbs_postinstall" server "$(openpbs_version)" "${PBS_EXEC}" \
    "${home}" "${OPENPBS_DATA_USER}" sameconf >"${TEST_DIR}/pbs/${host}-home.out" 2>&1
  # The first is what tasks get on their way, beside PBS_…; files go back to home by copying.
  printf 'PATH=/bin:/usr/bin\nPBS_CONF_FILE=%s\n' "${conf}" >"${home}/pbs_environment"
  # shellcheck disable=SC2016
  printf '$usecp *:/ /\n$min_check_poll 5\n$max_check_poll 10\n' >"${home}/mom_priv/config"
}

# openpbs_version: of the installation, for example 23.06.06.
openpbs_version() {
  "${PBS_EXEC}/libexec/pbs_postinstall" --version | sed 's/.*= *//'
}

# openpbs_ada: what the site's profile does for its users: the commands are in PATH, before any others of
# their names.
openpbs_ada() {
  # shellcheck disable=SC2016
  printf 'PATH=%q:"${PATH}"\n' "${PBS_EXEC}/bin" >"${TEST_DIR}/ada/.profile"
  chown "${SITE_USER_ID}:${SITE_USER_ID}" "${TEST_DIR}/ada/.profile"
}

openpbs_server() {
  local host
  # Debian's PostgreSQL makes its socket here, where only its own user may.
  [[ ! -d /run/postgresql ]] || host_exec "${TEST_DIR}/hosts.d" login mount -t tmpfs -o mode=1777 tmpfs /run/postgresql
  # Its shared memory goes with the host, which ends without asking it.
  host_exec "${TEST_DIR}/hosts.d" login mount -t tmpfs -o mode=1777 tmpfs /dev/shm
  openpbs_run login "${PBS_EXEC}/libexec/pbs_habitat"
  openpbs_run login "${PBS_EXEC}/sbin/pbs_comm"
  openpbs_run login "${PBS_EXEC}/sbin/pbs_server"
  openpbs_run login "${PBS_EXEC}/sbin/pbs_sched"
  {
    # Without flatuid a user would need an entry in ~/.rhosts on the server.
    printf '%s\n' 'set server flatuid = true' 'set server scheduling = true' 'set server node_fail_requeue = 20' \
      'set server job_history_enable = true'
    for host in "${SITE_HOSTS[@]}"; do
      printf '%s\n' "create node ${host}" "set node ${host} resources_available.ncpus = 4" \
        "set node ${host} resources_available.mem = 16gb"
    done
  } >"${TEST_DIR}/pbs/qmgr.in"
  openpbs_command qmgr <"${TEST_DIR}/pbs/qmgr.in"
}

# openpbs_mom HOST
openpbs_mom() {
  openpbs_run "$1" "${PBS_EXEC}/sbin/pbs_mom"
}

# openpbs_run HOST PROGRAM [ARG…]: with that host's configuration; daemons go to the background themselves.
openpbs_run() {
  local log="${TEST_DIR}/pbs/$1-${2##*/}.out"
  host_exec "${TEST_DIR}/hosts.d" "$1" env "PBS_CONF_FILE=${TEST_DIR}/pbs/$1.conf" "${@:2}" \
    >"${log}" 2>&1 </dev/null 3>&- || {
    cat "${log}"
    return 1
  }
}

# openpbs_command NAME [ARG…]: of OpenPBS, as root on the login host.
openpbs_command() {
  on_login env "PBS_CONF_FILE=${TEST_DIR}/pbs/login.conf" "${PBS_EXEC}/bin/$1" "${@:2}"
}

openpbs_nodes_free() {
  [[ "$(openpbs_command pbsnodes -a | grep -cx ' *state = free')" == "${#SITE_HOSTS[@]}" ]]
}

# as_ada COMMAND…: where she submits, as after a login there.
as_ada() {
  ada_submits "PATH=${PBS_EXEC}/bin:/usr/local/bin:/usr/bin:/bin" "PBS_CONF_FILE=${TEST_DIR}/pbs/login.conf" -- "$@"
}

# job_says ID FIELD: what OpenPBS knows of a job, also of one that has ended; for example job_state or Exit_status.
job_says() {
  openpbs_command qstat -x -f "$1" | sed -n "s/^ *$2 = //p" | head -n 1
}

job_is() {
  [[ "$(job_says "$1" job_state)" == "$2" ]]
}

# await_job ID SECONDS: until it has ended; what it printed goes to the test's output.
await_job() {
  local status=0
  wait_long "$2" job_is "$1" F || status=$?
  show_job "$1"
  return "${status}"
}

# show_job ID: its output, from where PBS keeps it until the end, or else (12[3].login) from hadoop-reuse.o12.3.
show_job() {
  local number="${1%%.*}"
  number="${number/[/.}"
  cat "${TEST_DIR}/ada/elsewhere/hadoop-reuse.o${number%]}" "${TEST_DIR}"/pbs/*/spool/"$1.OU" 2>/dev/null || true
}

# openpbs_ssh HOST…: a server of ssh on each, that lets ada in from the others by a key of hers.
openpbs_ssh() {
  local ssh="${TEST_DIR}/ssh" home="${TEST_DIR}/ada/.ssh" host
  mkdir -p "${ssh}" "${home}"
  ssh-keygen -q -t ed25519 -N '' -f "${ssh}/host_key"
  ssh-keygen -q -t ed25519 -N '' -f "${home}/id_ed25519"
  cp "${home}/id_ed25519.pub" "${home}/authorized_keys"
  chmod -R go= "${home}"
  chown -R "${SITE_USER_ID}:${SITE_USER_ID}" "${home}"
  printf '%s\n' "HostKey ${ssh}/host_key" 'UsePAM no' 'PidFile none' >"${ssh}/config"
  # sshd wants it to be there; hosts share it with the machine.
  [[ -d /run/sshd ]] || { mkdir -m 755 /run/sshd && : >"${ssh}/made"; }
  for host in "$@"; do
    site_daemon "${host}" "${ssh}/${host}.log" /usr/sbin/sshd -D -e -f "${ssh}/config"
  done
}

openpbs_stop() {
  local made=""
  [[ ! -e "${TEST_DIR}/ssh/made" ]] || made=1
  site_stop
  [[ -z "${made}" ]] || rmdir /run/sshd
}
