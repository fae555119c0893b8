# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What every node of a cluster has, be it the only one or one of many. Sourced.

# For daemons to end in, before they are killed.
readonly STOP_SECONDS="${HPC_REUSE_STOP_SECONDS:-15}"
readonly STOP_AT_ONCE_SECONDS=5

# polling_pause NODES: seconds between two looks at the shared file system while the cluster starts, in
# POLLING_PAUSE: 0.1 for a few, 1.1 for a thousand.
polling_pause() {
  local tenths=$(($1 / 100 + 1))
  POLLING_PAUSE="$((tenths / 10)).$((tenths % 10))"
}

# write_hadoop_command DIR: D/bin/hadoop for those who source D/env.
write_hadoop_command() {
  local dir="$1"
  mkdir -p "${dir}/bin" || return
  printf '#!/usr/bin/env bash\nexec %q hadoop --dir %q "$@"\n' \
    "${HPC_REUSE_HOME}/bin/hpc-reuse" "${dir}" >"${dir}/bin/hadoop" || return
  chmod +x "${dir}/bin/hadoop" || return
  # shellcheck disable=SC2016
  printf 'export PATH=%q:"${PATH}"\n' "${dir}/bin" >>"${dir}/env"
}

remove_socket_dir() {
  local dir="$1" socket_dir
  [[ -r "${dir}/run/socket-dir" ]] || return 0
  read -r socket_dir <"${dir}/run/socket-dir"
  if [[ "${socket_dir}" == */hpc-reuse-* && -O "${socket_dir}" ]]; then
    rm -f "${socket_dir}"/{pool,clients,spawn}.sock
    rmdir "${socket_dir}" 2>/dev/null || say "left in place, not empty: ${socket_dir}"
  fi
  rm -f "${dir}/run/socket-dir"
}

# remove_mpi_files DIR: what a pool manager that was killed could not: the directory that it has noted, with
# its ranks' shared memory and mpirun's session files.
remove_mpi_files() {
  local record="$1/pool/mpi-files" files
  [[ -r "${record}" ]] || return 0
  read -r files <"${record}" || true
  if [[ "${files}" == /*/hpc-reuse-* && "${files}" != */../* && -O "${files}" && -d "${files}" && ! -L "${files}" ]]; then
    rm -rf -- "${files}"
  fi
  rm -f "${record}"
}

# pool_listens DIR: whether the pool manager's socket is there.
pool_listens() {
  local socket_dir
  read -r socket_dir <"$1/run/socket-dir"
  [[ -S "${socket_dir}/pool.sock" ]]
}

# wait_slots DIR: until as many slots of each pool of this node are free as it has processors.
wait_slots() {
  local dir="$1" limit
  limit="$(sed -n 's/^hpc-reuse[.]start-timeout-ms=//p' "${dir}/pool/pool.properties")"
  if ! attend cli status --dir "${dir}" --wait-first "${limit:-300000}"; then
    part_failed "${dir}" pool-manager "the slots did not come up"
    tail -n 10 "${dir}"/{,client-}pool/logs/* 2>/dev/null | sed 's/^/  | /' >&2 || true
    return 1
  fi
  say "$(printf '  %-17s up  (%s s)' slots "$(seconds_since "${UP_STARTED_MS:-$(now_ms)}")")"
}

# stop_node DIR: ends all parts on this node. The NodeManager first, so that it ends its containers
# itself; then the pool over its own channel (mpirun on TERM would give its ranks one second); then
# the rest.
stop_node() {
  local dir="$1"
  stop_nodemanager "${dir}"
  # No rank is among its slots: its keeper and TERM are enough, while the other pool ends.
  signal_processes "${dir}" TERM client-pool-manager
  if is_running "${dir}" pool-manager; then
    cli pool-shutdown --dir "${dir}" --timeout-ms 10000 ||
      say "the pool did not end by itself; see ${dir}/logs/pool-manager.log"
  fi
  end_all "${dir}" "${STOP_SECONDS}"
}

# stop_node_at_once DIR: when a scheduler cancels the job. It has sent SIGTERM to every process of
# the node already and kills what is there after a time (Slurm's KillWait, 30 s by default), so
# nothing is asked in turn. A NodeManager that has not found its ResourceManager yet, for example,
# does not end on SIGTERM.
stop_node_at_once() {
  end_all "$1" "${STOP_AT_ONCE_SECONDS}"
}

# end_all DIR SECONDS: TERM to whatever part runs, KILL after SECONDS; then what would stay behind.
end_all() {
  local dir="$1" seconds="$2" status=0
  local -a all
  mapfile -t all < <(process_names "${dir}")
  end_processes "${dir}" "${seconds}" "${all[@]}"
  end_left_over "${dir}" || status=$?
  remove_mpi_files "${dir}"
  remove_socket_dir "${dir}"
  rm -rf -- "${dir:?}/tmp"
  return "${status}"
}

# stop_nodemanager DIR: TERM when it has containers to end. When it has none it is killed at once:
# it would only wait 17 s, for applications it keeps in mind until their logs may be deleted.
stop_nodemanager() {
  local dir="$1"
  if is_running "${dir}" nodemanager && nodemanager_is_idle "${dir}"; then
    signal_processes "${dir}" KILL nodemanager
  fi
  end_processes "${dir}" "${STOP_SECONDS}" nodemanager
}
