#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# PySpark on YARN in slots, as pip installs it: 300 MB. A slot's JVM starts the Python processes of its container.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks
load pyspark

setup_file() {
  start_pyspark pyspark
}

@test "cluster mode: what slots print is what forked containers print, and no Python process stays" {
  slots_print_what_forks_print
}

@test "client mode: ApplicationMaster and executors run in slots" {
  client_mode_uses_slots
}

@test "an executor whose slot is killed is replaced, with its Python processes" {
  a_killed_executor_is_replaced
}
