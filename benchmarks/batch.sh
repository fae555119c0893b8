#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures what a user of a batch system waits for: from the submission of hadoop-reuse.slurm or hadoop-reuse.pbs on
# three hosts to the end of a first Terasort, in fork mode and with slots, samples in turns. The scheduler is a real
# one, over hosts that are network namespaces, as in the tests (launch/test/hosts); so it needs root and the sources.
# Called by bin/hpc-reuse bench batch.
set -euo pipefail

: "${HPC_REUSE_HOME:?is set by bin/hpc-reuse}"

usage() {
  cat <<'TEXT'
Usage: hpc-reuse bench batch [OPTION…]
Submit the job script on three hosts, run a first Terasort, and show how long that took.

  --scheduler S   slurm (default), or pbs: an OpenPBS that PBS_EXEC names
  --samples N     samples of each arm (default: 3)
  --size S        of Terasort's data (default: 128m)
  --slots SPEC    of each node (default: 2x512)
TEXT
}

# What the files of the tests expect of bats.
BATS_TEST_DIRNAME="${HPC_REUSE_HOME}/launch/test/hosts"
load() {
  # shellcheck source=/dev/null
  source "${BATS_TEST_DIRNAME}/$1.bash"
}

readonly HOSTS=3
readonly JOB_SECONDS=1800

parse() {
  scheduler=slurm samples=3 size=128m slots=2x512
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --help | -h)
        usage
        exit 0
        ;;
      --scheduler | --samples | --size | --slots)
        need_value "$1" $#
        printf -v "${1#--}" '%s' "$2"
        shift 2
        ;;
      *) fail "${EXIT_USAGE}" "bench batch: unknown argument $1 (see: hpc-reuse bench batch --help)" ;;
    esac
  done
  [[ "${scheduler}" == slurm || "${scheduler}" == pbs ]] ||
    fail "${EXIT_USAGE}" "--scheduler ${scheduler} is neither slurm nor pbs"
  [[ "${samples}" =~ ^[1-9][0-9]{0,2}$ ]] || fail "${EXIT_USAGE}" "--samples ${samples} is not a number from 1 to 999"
}

# start_site: the scheduler and its hosts, with a package of this tree at the user's home.
start_site() {
  local impossible
  scratch="$(mktemp -d)"
  case "${scheduler}" in
    slurm) load slurm_cluster ;;
    pbs) load pbs_cluster ;;
  esac
  impossible="$(if [[ "${scheduler}" == slurm ]]; then slurm_possible; else openpbs_possible; fi)" ||
    fail "${EXIT_UNAVAILABLE}" "bench batch: ${impossible}"
  "${HPC_REUSE_HOME}/bin/hpc-reuse" package --output "${scratch}/package.tar"
  trap 'stop_site' EXIT
  trap 'exit 130' INT TERM HUP
  if [[ "${scheduler}" == slurm ]]; then
    slurm_start "${scratch}/package.tar"
  else
    openpbs_start "${scratch}/package.tar"
  fi
  HOME_OF_ADA="${TEST_DIR}/ada"
}

stop_site() {
  trap '' INT TERM HUP
  if [[ -n "${TEST_DIR:-}" ]]; then
    if [[ "${scheduler}" == slurm ]]; then site_stop; else openpbs_stop; fi
  fi
  rm -rf -- "${scratch:?}"
}

# The command of the job. All hosts are this machine, so that its processors are all there are.
write_command() {
  { declare -f machine_ms && cat; } <<'END' | script first-terasort
note() {
  printf '%s %s %s\n' "$1" "$(date +%s%3N)" "$(machine_ms)"
}
note up >moments
bash "${HPC_REUSE_HOME}/workloads/terasort/terasort.sh" --dir "${HPC_REUSE_DIR}" --sizes "$1" --reduces 2 --json terasort.json
note terasort >>moments
[[ "${HPC_REUSE_CLUSTER_MODE:-reuse}" == fork ]] || "${HPC_REUSE_HOME}/bin/hpc-reuse" status --json --dir "${HPC_REUSE_DIR}" >status.json
END
}

# submit ARM COMMAND: sets JOB.
submit() {
  local -a variables=(HPC_REUSE_UP_SECONDS=900 "HPC_REUSE_SLOTS=${slots}" HPC_REUSE_SPARES=0
    "HPC_REUSE_CLUSTER_MODE=$1")
  local listed
  if [[ "${scheduler}" == slurm ]]; then
    ADA_ENV=("${variables[@]}")
    JOB="$(as_ada sbatch --parsable "--nodes=${HOSTS}" --cpus-per-task=4 --mem-per-cpu=2000 \
      "${HOME_OF_ADA}/hpc-reuse/launch/slurm/hadoop-reuse.slurm" "$2" "${size}")"
  else
    printf -v listed ',%s' "HPC_REUSE_HOME=${HOME_OF_ADA}/hpc-reuse" "HPC_REUSE_RUN=$2 ${size}" "${variables[@]}"
    JOB="$(as_ada qsub -l "select=${HOSTS}:ncpus=2:mpiprocs=1:mem=8gb" -v "${listed#,}" \
      "${HOME_OF_ADA}/hpc-reuse/launch/pbs/hadoop-reuse.pbs")"
  fi
}

# machine_ms: what the machine's processors have worked so far.
machine_ms() {
  awk '/^cpu / { print ($2 + $3 + $4 + $7 + $8) * 10 }' /proc/stat
}

# sort_once ARM COMMAND: a job, whose moments, result and end are in the user's directory; its start is in STARTED_MS
# and STARTED_CPU_MS.
sort_once() {
  local seen="${HOME_OF_ADA}/elsewhere"
  rm -f "${seen}"/{moments,terasort.json,status.json}
  STARTED_MS="$(now_ms)" STARTED_CPU_MS="$(machine_ms)"
  submit "$1" "$2"
  await_job "${JOB}" "${JOB_SECONDS}" >"${scratch}/job.out" || true
  printf 'end %s %s\n' "$(now_ms)" "$(machine_ms)" >>"${seen}/moments"
  if ! grep -qs checksum "${seen}/terasort.json"; then
    cat "${scratch}/job.out" >&2
    fail "${EXIT_FAILED}" "job ${JOB} of ${scheduler} in mode $1 has sorted nothing; its output is above"
  fi
  wait_long 60 nothing_left || fail "${EXIT_FAILED}" "job ${JOB} has left something"
}

# sample ARM ROUND COMMAND: appends a line to the run.
sample() {
  sort_once "$1" "$3"
  python3 - "${scheduler}-terasort-${size}" "$1" "$2" "${STARTED_MS}" "${STARTED_CPU_MS}" \
    "${HOME_OF_ADA}/elsewhere" >>"${run}/samples.jsonl" <<'END'
import json, sys
workload, arm, number, started, cpu, seen = sys.argv[1:]
moments = []
for line in open(f"{seen}/moments"):
    what, at, worked = line.split()
    moments.append({"what": what, "ms": int(at) - int(started), "cpuMs": int(worked) - int(cpu)})
checksum = json.load(open(f"{seen}/terasort.json"))["checksum"]
forked = 0
if arm != "fork":
    nodes = json.load(open(f"{seen}/status.json"))["nodes"].values()
    forked = sum(node["launches"]["forked"] for node in nodes)
print(json.dumps({"type": "cold", "workload": workload, "arm": arm, "round": int(number), "startedMs": int(started),
                  "moments": moments, "outputs": {"checksum": checksum}, "forked": forked}))
END
}

# begin_run: its directory, with a line about this machine.
begin_run() {
  run="${HPC_REUSE_HOME}/results/runs/batch-${scheduler}-$(date -u +%Y%m%d-%H%M%S)"
  mkdir -p "${run}"
  python3 - "${scheduler}" "${samples}" "${size}" "${slots}" "$(git -C "${HPC_REUSE_HOME}" rev-parse --short=12 HEAD 2>/dev/null || true)" \
    "$("$(require_java_home)/bin/java" -version 2>&1 | sed -n 3p)" >"${run}/samples.jsonl" <<'END'
import datetime, json, os, platform, re, sys
scheduler, samples, size, slots, commit, jdk = sys.argv[1:]
cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
memory = int(re.search(r"MemTotal:\s+(\d+)", open("/proc/meminfo").read()).group(1)) // 1024
print(json.dumps({
    "type": "header", "format": 1, "startedAt": datetime.datetime.now(datetime.timezone.utc).isoformat(),
    "host": {"commit": commit, "cpu": cpu, "cpus": os.cpu_count(), "memoryMb": memory,
             "kernel": f"Linux {platform.release()}", "jdk": jdk},
    "options": {"bench": f"cold-batch-{scheduler}", "samples": int(samples), "arms": ["fork", "reuse"], "seed": 1,
                "heartbeatMs": 1000, "sizes": [size], "iterations": 1, "upOptions": [f"HPC_REUSE_SLOTS={slots}"]}}))
END
}

main() {
  local round arm command file count=0
  local -a arms=(fork reuse)
  for file in lib/{base,process} head/hosts; do
    # shellcheck source=/dev/null
    source "${HPC_REUSE_HOME}/launch/${file}.sh"
  done
  parse "$@"
  [[ -d "${BATS_TEST_DIRNAME}" && -r "${HPC_REUSE_HOME}/pom.xml" ]] || fail "${EXIT_UNAVAILABLE}" \
    "bench batch: ${HPC_REUSE_HOME} is an unpacked package, without the tests' hosts; call it where the project is checked out"
  load hosts
  load site
  start_site
  command="$(write_command)"
  say "a first job, which is not measured, makes the archive and the image of the user's package"
  sort_once reuse "${command}"
  begin_run
  for ((round = 0; round < samples; round++)); do
    for arm in "${arms[@]}"; do
      count=$((count + 1))
      say "[${count}/$((2 * samples))] ${scheduler}, ${arm}"
      sample "${arm}" "${round}" "${command}"
    done
    arms=("${arms[1]}" "${arms[0]}")
  done
  bash "${HPC_REUSE_HOME}/benchmarks/report/report.sh" "${run}" --without-plots
}

main "$@"
