#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Spark 4 on YARN in slots, by its Python half: 450 MB. Its containers ask for a module of the JDK.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks
load pyspark

setup_file() {
  start_pyspark pyspark4 --conf hpc-reuse.slot.jvm-args='-XX:+UseSerialGC -Xms64m -XX:ReservedCodeCacheSize=128m --add-modules=jdk.incubator.vector'
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
