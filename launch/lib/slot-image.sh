# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The image of a framework for slots: Hadoop's classes as the agents of a slot leave them, and a class data archive
# of them (JEP 310). It is made once, and all slots of a node map the same pages. A slot then starts with half the
# processor time. The archive names jars as slots do, by lib/ in the directory of their pool, so that it is the same
# for all pools, on any node. Sourced.

readonly SLOT_IMAGES="${HPC_REUSE_HOME}/build/images"
readonly SLOT_IMAGE_SECONDS=300
# Of a slot's class path and of its agents.
readonly SLOT_JARS=({slot,protocol,classloader,slot-mpi,user-code,mpi-api,gang,jna}.jar
  {cleanup-agent,cleanup-boot,user-code-boot,port-access,hadoop-agent}.jar)

# find_slot_image HADOOP_HOME JAVA_HOME: the directory of the image for the two in SLOT_IMAGE; it is made when there
# is none. Empty when that cannot be, as in an installation that belongs to another user.
find_slot_image() {
  local key image
  SLOT_IMAGE=""
  key="$(slot_image_key "$1" "$2")" || return 0
  image="${SLOT_IMAGES}/${key}"
  if [[ ! -e "${image}" ]]; then
    mkdir -p "${SLOT_IMAGES}" 2>/dev/null && [[ -w "${SLOT_IMAGES}" ]] || return 0
    make_slot_image "${image}" "$1" "$2" || return 0
  fi
  [[ ! -r "${image}/classes.jsa" ]] || SLOT_IMAGE="${image}"
}

# slot_image_key HADOOP_HOME JAVA_HOME: all that an image depends on, in 16 hexadecimal digits.
slot_image_key() (
  cd "$1" 2>/dev/null || return 1
  daemon_jars share/hadoop
  {
    cat "$2/release" &&
      stat -L -c '%n %s %Y' "${DAEMON_JARS[@]}" &&
      cd "${LIB_DIR}" && stat -L -c '%n %s %Y' "${SLOT_JARS[@]}"
  } 2>/dev/null | sha256sum | cut -c 1-16
)

# make_slot_image IMAGE HADOOP_HOME JAVA_HOME: takes half a minute. It appears whole or not at all.
make_slot_image() {
  local image="$1" new pool
  new="$(mktemp -d "${SLOT_IMAGES}/.new-XXXXXX")" || return
  # There, since the path of a socket is short.
  pool="$(mktemp -d "${TMPDIR:-/tmp}/hpc-reuse-image-XXXXXX")" || return
  say "making the image of Hadoop's classes for slots, once"
  if ! attend write_slot_image "${new}" "${pool}" "$2" "$3"; then
    say "no image of Hadoop's classes, so that slots take longer to start: $(tail -n 1 "${new}/said")"
    rm -rf -- "${new:?}" "${pool:?}"
    return 1
  fi
  rm -rf -- "${new:?}"/{said,log} "${pool:?}"
  # All users of this installation may map it.
  chmod -R u=rwX,go=rX "${new}"
  # Someone else's may have come first.
  mv -T "${new}" "${image}" 2>/dev/null || rm -rf -- "${new:?}"
  remove_old "${SLOT_IMAGES}"
}

# write_slot_image NEW POOL HADOOP_HOME JAVA_HOME: for a pool that never runs. What goes wrong is in NEW/said.
write_slot_image() {
  exec 2>"$1/said" || return
  cli pool-conf "$2" --hadoop-home "$3" --conf-dir "$3/etc/hadoop" --java-home "$4" --lib-dir "${LIB_DIR}" >&2 || return
  timeout "${SLOT_IMAGE_SECONDS}" "$4/bin/java" -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
    -cp "${LIB_DIR}/pool-daemon.jar:${LIB_DIR}/protocol.jar:${LIB_DIR}/jna.jar" \
    org.hpcreuse.pool.manager.MakeImage "$2/pool" "$1"
}
