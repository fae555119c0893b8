# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The image of a framework for slots: Hadoop's classes as the agents of a slot leave them, and a class data archive
# of them (JEP 310). It is made once, and all slots of a node map the same pages. A slot then starts with half the
# processor time. The archive names jars as slots do, by lib/ in the directory of their pool, so that it is the same
# for all pools, on any node. Sourced.

readonly SLOT_IMAGES="${HPC_REUSE_HOME}/build/images"
readonly SLOT_IMAGE_SECONDS=600
# Of a slot's class path and of its agents, and the one that makes the commands.
readonly SLOT_JARS=({slot,protocol,classloader,slot-mpi,user-code,mpi-api,gang,jna,pool-daemon}.jar
  {cleanup-agent,cleanup-boot,user-code-boot,port-access,hadoop-agent}.jar)

# find_slot_image HADOOP_HOME JAVA_HOME: the directory of the image for the two in SLOT_IMAGE; it is made when there
# is none. Empty when that cannot be, as in an installation that belongs to another user, or while another process
# makes it. After a failure it is tried again a day later.
find_slot_image() {
  local key image
  SLOT_IMAGE=""
  key="$(slot_image_key "$1" "$2")" || return 0
  image="${SLOT_IMAGES}/${key}"
  if [[ ! -e "${image}/stamp" && -z "$(find "${image}.failed" -mmin -1440 2>/dev/null)" ]]; then
    mkdir -p "${SLOT_IMAGES}" 2>/dev/null && chmod 755 "${SLOT_IMAGES}" 2>/dev/null || return 0
    make_slot_image "${image}" "$1" "$2" || return 0
  fi
  if [[ -r "${image}/stamp" ]] && only_ours "${SLOT_IMAGES}" "${image}" "${image}"/*; then
    touch "${image}" 2>/dev/null || true # the images that were not used for long go
    SLOT_IMAGE="${image}"
  fi
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

# make_slot_image IMAGE HADOOP_HOME JAVA_HOME: takes up to a minute. It appears whole or not at all.
make_slot_image() {
  local image="$1" new lock
  exec {lock}>"${SLOT_IMAGES}/.lock" || return
  if ! flock -n "${lock}"; then
    exec {lock}>&-
    return 1
  fi
  new="$(mktemp -d "${SLOT_IMAGES}/.new-XXXXXX")" || {
    exec {lock}>&- # what is started later would keep it
    return 1
  }
  say "making the image of Hadoop's classes for slots, once"
  if ! attend write_slot_image "${new}" "$2" "$3"; then
    say "no image of Hadoop's classes, so that slots take longer to start: $(tail -n 1 "${new}/said" 2>/dev/null)"
    cat "${new}"/{said,log} >"${image}.failed" 2>/dev/null || true
    rm -rf -- "${new:?}"
    exec {lock}>&-
    return 1
  fi
  rm -rf -- "${new:?}"/{said,log} "${image:?}" "${image:?}.failed"
  # All users of this installation may map it.
  chmod -R u=rwX,go=rX "${new}"
  sync "${new}"/*
  mv -fT "${new}" "${image}"
  remove_old "${SLOT_IMAGES}"
  exec {lock}>&-
}

# write_slot_image NEW HADOOP_HOME JAVA_HOME: for a pool that never runs, whose directory is elsewhere, since the path of
# a socket is short. What goes wrong is in NEW/said. A signal ends it, and nothing stays.
write_slot_image() {
  local pool status=0
  exec 2>"$1/said" || return
  pool="$(mktemp -d "${TMPDIR:-/tmp}/hpc-reuse-image-XXXXXX")" || return
  trap 'rm -rf -- "${pool:?}" "$1"; trap - EXIT; exit 143' TERM INT HUP
  mkdir "${pool}/conf" && printf '<configuration/>\n' >"${pool}/conf/yarn-site.xml" &&
    cli pool-conf "${pool}/node" --hadoop-home "$2" --conf-dir "${pool}/conf" --java-home "$3" \
      --lib-dir "${LIB_DIR}" >&2 &&
    JDK_JAVA_OPTIONS='' timeout --foreground "${SLOT_IMAGE_SECONDS}" "$3/bin/java" -Xmx64m -XX:-UsePerfData \
      -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "${LIB_DIR}/pool-daemon.jar:${LIB_DIR}/protocol.jar:${LIB_DIR}/jna.jar" \
      org.hpcreuse.pool.manager.process.MakeImage "${pool}/node/pool" "$1" || status=$?
  rm -rf -- "${pool:?}"
  return "${status}"
}
