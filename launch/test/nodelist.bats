#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Which nodes a scheduler has given, and what they grant.

bats_require_minimum_version 1.5.0
load common

setup() {
  load_launch lib/{base,process,http,hadoop} head/nodelist
}

# slurm_knows NAME…: the slurm.conf of a cluster with these nodes; scontrol needs no more to expand
# a list.
slurm_knows() {
  has scontrol || skip "scontrol is not installed"
  export SLURM_CONF="${BATS_TEST_TMPDIR}/slurm.conf"
  printf 'ClusterName=c\nSlurmctldHost=h\nNodeName=%s\n' "$1" >"${SLURM_CONF}"
}

@test "Slurm's compressed lists become one host a line" {
  slurm_knows n1
  SLURM_JOB_NODELIST='rack1-n[09-11,13],login.example.org,b-c[1-2]'
  run slurm_hosts
  [ "${status}" -eq 0 ]
  [ "${output}" = "$(printf '%s\n' rack1-n09 rack1-n10 rack1-n11 rack1-n13 login.example.org b-c1 b-c2)" ]
}

@test "without a list of nodes the missing variable is named" {
  unset SLURM_JOB_NODELIST
  run slurm_hosts
  [ "${status}" -ne 0 ]
  [[ "${output}" == *SLURM_JOB_NODELIST* ]]
}

@test "a PBS file that repeats its hosts gives each once, in its order" {
  printf '%s\n' r2-n01.cluster r2-n01.cluster r1-n07 '' r1-n07 r2-n01.cluster a.b-c.d \
    >"${BATS_TEST_TMPDIR}/nodes"
  run pbs_hosts "${BATS_TEST_TMPDIR}/nodes"
  [ "${output}" = "$(printf '%s\n' r2-n01.cluster r1-n07 a.b-c.d)" ]
}

@test "a PBS node has as many cores as it is named at least, or as NCPUS says" {
  printf '%s\n' n1 n1 n1 n2 n2 >"${BATS_TEST_TMPDIR}/nodes"
  unset NCPUS
  run pbs_cores "${BATS_TEST_TMPDIR}/nodes"
  [ "${output}" = 2 ]
  NCPUS=16 run pbs_cores "${BATS_TEST_TMPDIR}/nodes"
  [ "${output}" = 16 ]
}

@test "the node with the fewest processors counts" {
  SLURM_JOB_CPUS_PER_NODE='72(x2),36,48(x3)' run slurm_cores
  [ "${output}" = 36 ]
  SLURM_JOB_CPUS_PER_NODE=4 run slurm_cores
  [ "${output}" = 4 ]
}

@test "memory is granted by node or by processor, or not limited" {
  unset SLURM_MEM_PER_NODE SLURM_MEM_PER_CPU
  run slurm_memory_mb 4
  [ "${output}" = 0 ]
  SLURM_MEM_PER_CPU=2000 run slurm_memory_mb 4
  [ "${output}" = 8000 ]
  SLURM_MEM_PER_NODE=64000 run slurm_memory_mb 4
  [ "${output}" = 64000 ]
}

@test "times are read with and without hours" {
  run seconds_of 01:30:00
  [ "${output}" = 5400 ]
  run seconds_of 08:09
  [ "${output}" = 489 ]
  run seconds_of 300
  [ "${output}" = 300 ]
}

@test "sizes of PBS are read in each of their units" {
  local size
  for size in 64gb 65536mb 67108864kb 68719476736b 68719476736 8gw 64GB; do
    run megabytes_of "${size}"
    [ "${output}" = 65536 ]
  done
  run megabytes_of plenty
  [ "${status}" -eq 0 ]
  [ -z "${output}" ]
}
