# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# HDFS in a directory that outlives the cluster (HPC_REUSE_STORAGE=hdfs:DIR): one cluster at a time,
# always with as many nodes and the same version. Sourced.
#
#   DIR/owner     the job that uses it now, made by hard link so that only one can
#   DIR/layout    «NODES HADOOP_VERSION» of the cluster that made it; it binds once there is a file system

# take_kept_storage SPEC JOB NODES VERSION: nothing to do but for hdfs:DIR.
take_kept_storage() {
  local dir="${1#hdfs:}" job="$2" layout="$3 $4" found
  [[ "$1" == hdfs:?* ]] || return 0
  mkdir -p "${dir}" 2>/dev/null || true
  [[ -d "${dir}" && -w "${dir}" ]] || fail "${EXIT_UNAVAILABLE}" \
    "HPC_REUSE_STORAGE=$1: ${dir} cannot be written to; choose a directory of your own that all nodes see"
  printf '%s\n' "${job}" >"${dir}/.owner-${job}"
  if ! ln "${dir}/.owner-${job}" "${dir}/owner" 2>/dev/null; then
    rm -f "${dir}/.owner-${job}"
    fail "${EXIT_UNAVAILABLE}" \
      "HPC_REUSE_STORAGE=$1 is in use by job $(cat "${dir}/owner"); wait for it, or, if it is gone, remove ${dir}/owner"
  fi
  rm -f "${dir}/.owner-${job}"
  KEPT_STORAGE="${dir}"
  found="${layout}"
  [[ ! -e "${dir}/name/current/VERSION" ]] || found="$(cat "${dir}/layout" 2>/dev/null || printf '%s' "${layout}")"
  [[ "${found}" == "${layout}" ]] || fail "${EXIT_UNAVAILABLE}" \
    "HPC_REUSE_STORAGE=$1 was made with ${found% *} nodes and Hadoop ${found#* }, this job has $3 and $4; ask for as many nodes, or choose another directory"
  printf '%s\n' "${layout}" >"${dir}/layout"
}

# keep_kept_storage: when a node may still use it.
keep_kept_storage() {
  [[ -n "${KEPT_STORAGE:-}" ]] || return 0
  say "hpc-reuse: ${KEPT_STORAGE} is kept from other jobs, since not all nodes have ended; when their processes are surely gone (nodes down, or no hpc-reuse process there), remove ${KEPT_STORAGE}/owner"
  KEPT_STORAGE=""
}

# give_back_kept_storage: when all nodes have ended.
give_back_kept_storage() {
  [[ -z "${KEPT_STORAGE:-}" ]] || rm -f "${KEPT_STORAGE}/owner"
  KEPT_STORAGE=""
}
