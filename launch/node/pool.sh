# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# bin/hpc-reuse pool and pool-conf: the pool of a node whose Hadoop the site runs itself. Sourced.

usage_pool() {
  cat <<'TEXT'
Usage: hpc-reuse pool DIR
Run the pool of a node whose NodeManager you run yourself. «hpc-reuse pool-conf» has written DIR.
The pool manager stays in the foreground, logs to stderr, and starts the slots. The command starts
it again when it dies; the slots go on meanwhile. Ctrl-C or SIGTERM ends the pool.

  --help     this text
TEXT
}

command_pool() {
  local dir="" pool
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --help | -h)
        usage_pool
        return
        ;;
      -*) fail "${EXIT_USAGE}" "pool: unknown argument $1 (see: hpc-reuse pool --help)" ;;
      *)
        [[ -z "${dir}" ]] || fail "${EXIT_USAGE}" "pool: one directory at a time, not ${dir} and $1"
        dir="$1"
        ;;
    esac
    shift
  done
  [[ -n "${dir}" ]] || fail "${EXIT_USAGE}" "pool: name the directory of the pool (see: hpc-reuse pool --help)"
  pool="$(absolute "${dir}")/pool"
  [[ -r "${pool}/pool.properties" ]] || fail "${EXIT_USAGE}" \
    "pool: ${pool}/pool.properties is missing or not readable; «hpc-reuse pool-conf ${dir} …» writes it"
  [[ -O "${pool}" ]] || fail "${EXIT_USAGE}" \
    "pool: ${pool} belongs to $(stat -c %U "${pool}"), this is $(id -un); start the pool as the user of the NodeManager"
  run_pool "${pool}"
}

# run_pool POOL_DIR: in the place of this shell.
run_pool() {
  local home
  local -a POOL_MANAGER=()
  [[ -e "${LIB_DIR}/pool-daemon.jar" ]] || ensure_built
  home="$(require_java_home)" || return
  pool_manager_words "${LIB_DIR}" "${home}" "$1"
  # The manager cuts off what it has moved to an older file; the next line must not leave a hole there.
  if [[ -f /proc/self/fd/2 && -w /proc/self/fd/2 ]]; then
    exec 2>>/proc/self/fd/2
  fi
  exec "${HPC_REUSE_HOME}/launch/node/pool-keeper.sh" "$1" "${POOL_MANAGER[@]}"
}

# value_of OPTION ARG…: what the option has among these arguments.
value_of() {
  printf '%s\n' "${@:2}" | sed -n "s/^$1=//p; /^$1\$/{n;p;}" | head -n 1
}

# command_pool_conf ARG…: with the places that this installation knows.
command_pool_conf() {
  local hadoop_home java_home
  local -a known=(--lib-dir "${LIB_DIR}")
  [[ -e "${LIB_DIR}/cli.jar" ]] || ensure_built
  hadoop_home="$(value_of --hadoop-home "$@")"
  java_home="$(value_of --java-home "$@")"
  java_home="${java_home:-$(require_java_home)}"
  keep_own_archive "$(java_home || true)"
  if [[ -d "${hadoop_home}" && -r "${java_home}/release" ]]; then
    find_slot_image "${hadoop_home}" "${java_home}"
    known+=(--image "${SLOT_IMAGE}")
  fi
  if [[ " $* " == *" --mpi"[\ =]"4.1 "* ]]; then
    load_or_find_mpi
    known+=(--mpi-jar "${MPI_JAR}" --mpi-library-path "${MPI_LIBRARY_PATH}" --mpirun "${MPIRUN}")
  fi
  cli pool-conf "${known[@]}" "$@"
}
