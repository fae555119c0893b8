# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Which nodes a scheduler has given, and what each of them grants. Sourced.

# slurm_hosts: one a line. Slurm itself knows best what its compressed lists mean.
slurm_hosts() {
  scontrol show hostnames "${SLURM_JOB_NODELIST:?is set by Slurm}"
}

# pbs_hosts FILE: one a line; the file names a host once for each of its processes.
pbs_hosts() {
  awk 'NF && !seen[$1]++ { print $1 }' "$1"
}

# slurm_cores: processors of the node that has the fewest: «2(x3),4» → 2.
slurm_cores() {
  least_of "${SLURM_JOB_CPUS_PER_NODE:-}"
}

# pbs_cores FILE: how often the node that occurs least often is named, unless the job says ncpus.
pbs_cores() {
  if [[ "${NCPUS:-}" =~ ^[0-9]+$ ]]; then
    printf '%s' "${NCPUS}"
  else
    awk 'NF { n[$1]++ } END { for (h in n) if (!least || n[h] < least) least = n[h]; print least + 0 }' "$1"
  fi
}

# least_of LIST: the smallest number of a list like 72(x2),36.
least_of() {
  local part least=0
  for part in ${1//,/ }; do
    part="${part%%(*}"
    if [[ "${least}" -eq 0 || "${part}" -lt "${least}" ]]; then
      least="${part}"
    fi
  done
  printf '%s' "${least}"
}

# slurm_memory_mb CORES: what the job may use on each node, MiB; 0 when Slurm does not limit it.
slurm_memory_mb() {
  if [[ "${SLURM_MEM_PER_NODE:-0}" -gt 0 ]]; then
    printf '%s' "${SLURM_MEM_PER_NODE}"
  else
    printf '%s' "$((${SLURM_MEM_PER_CPU:-0} * $1))"
  fi
}

# megabytes_of SIZE: of PBS, for example 64gb, 65536mb, 1048576kb or 1073741824b; nothing for another.
megabytes_of() {
  [[ "${1,,}" =~ ^([0-9]+)(|k|m|g|t)(b|w)?$ ]] || return 0
  local number="${BASH_REMATCH[1]}"
  # A word has eight bytes.
  [[ "${BASH_REMATCH[3]}" != w ]] || number=$((number * 8))
  case "${BASH_REMATCH[2]}" in
    t) printf '%s' "$((number * 1024 * 1024))" ;;
    g) printf '%s' "$((number * 1024))" ;;
    m) printf '%s' "${number}" ;;
    k) printf '%s' "$((number / 1024))" ;;
    *) printf '%s' "$((number / 1024 / 1024))" ;;
  esac
}

# seconds_of TIME: HH:MM:SS, MM:SS or a number of seconds.
seconds_of() {
  local part sum=0
  for part in ${1//:/ }; do
    sum=$((sum * 60 + 10#${part}))
  done
  printf '%s' "${sum}"
}
