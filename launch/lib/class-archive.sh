# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The class data archive of Hadoop's daemons (JEP 310): their classes, parsed and verified once, for every
# daemon to map. A daemon then starts with two thirds of the processor time. Sourced.
#
# HotSpot 17 takes an application's classes from an archive only while
#   - the JVM is the one that has written it;
#   - the class path begins with the archive's, entry by entry, and no jar has changed in size or time. So its
#     names are relative to the directory of the cluster, where run/hadoop and run/lib lead to the jars: they
#     are the same for all clusters, on any node;
#   - no directory is among these entries: the configuration comes after the jars, and an archive is not used
#     when one of them has a file of the same name;
#   - the boot class path is the archive's. The manifests of the agents put their jars there, in this order.
# Where it takes none a start lasts longer, and that is all.
#
# The command line and the pool manager have an archive of their own: they are other programs, and have other jars.

# What dev/daemon-classes.sh has printed; the build writes it.
readonly ARCHIVED_CLASSES="${LIB_DIR}/daemon-classes-${HADOOP_WANTED}.txt"
readonly CLASS_ARCHIVES="${HPC_REUSE_HOME}/build/classes"
readonly CLASS_ARCHIVES_KEPT=3
readonly CLASS_ARCHIVE_SECONDS=150

# find_class_archive HADOOP_HOME JAVA_HOME: the directory of the archive for the two in CLASS_ARCHIVE; it is made
# when there is none. Empty when that cannot be, as in an installation that belongs to another user, or without a
# list of classes.
find_class_archive() {
  local hadoop_home="$1" java_home="$2" key
  CLASS_ARCHIVE=""
  [[ -r "${ARCHIVED_CLASSES}" ]] || return 0
  key="$(class_archive_key "${hadoop_home}" "${java_home}")" || return 0
  if [[ ! -e "${CLASS_ARCHIVES}/${key}" ]]; then
    mkdir -p "${CLASS_ARCHIVES}" 2>/dev/null && [[ -w "${CLASS_ARCHIVES}" ]] || return 0
    make_class_archive "${CLASS_ARCHIVES}/${key}" "${hadoop_home}" "${java_home}" || return 0
  fi
  if [[ -r "${CLASS_ARCHIVES}/${key}/classes.jsa" ]]; then
    CLASS_ARCHIVE="${CLASS_ARCHIVES}/${key}"
    touch "${CLASS_ARCHIVE}" 2>/dev/null || true # those that were not used for long go
  fi
}

# class_archive_key HADOOP_HOME JAVA_HOME: all that an archive depends on, in 16 hexadecimal digits.
class_archive_key() (
  cd "$1" 2>/dev/null || return 1
  daemon_jars share/hadoop
  {
    cat "$2/release" "${ARCHIVED_CLASSES}" &&
      stat -L -c '%n %s %Y' "${DAEMON_JARS[@]}" &&
      stat -L -c '%s %Y' "${LIB_DIR}"/{port-access,hadoop-agent}.jar
  } 2>/dev/null | sha256sum | cut -c 1-16
)

# make_class_archive ARCHIVE HADOOP_HOME JAVA_HOME: takes some seconds. It appears whole or not at all.
make_class_archive() {
  local archive="$1" new
  new="$(mktemp -d "${CLASS_ARCHIVES}/.new-XXXXXX")" || return
  say "making the class data archive of Hadoop's daemons, once"
  if ! attend write_class_archive "${new}" "$2" "$3"; then
    say "no class data archive, so that daemons take longer to start: $(tail -n 1 "${new}/log")"
    rm -rf -- "${new:?}"
    return 1
  fi
  rm -r "${new}/run" "${new}/log"
  # Someone else's may have come first.
  mv -T "${new}" "${archive}" 2>/dev/null || rm -rf -- "${new:?}"
  remove_old "${CLASS_ARCHIVES}"
}

# write_class_archive NEW HADOOP_HOME JAVA_HOME: what goes wrong is in NEW/log. That is said here, to be the log of
# this alone: a trap of the caller would have its messages there too.
write_class_archive() {
  local path
  cd "$1" && exec 2>log || return
  mkdir run && ln -s "$2" run/hadoop && ln -s "${LIB_DIR}" run/lib && cp "$3/release" release || return
  daemon_jars "${DAEMON_SHARE}"
  cli jar-resources "${DAEMON_JARS[@]}" >resources || return
  printf -v path '%s:' "${DAEMON_JARS[@]}"
  timeout --foreground "${CLASS_ARCHIVE_SECONDS}" "$3/bin/java" -Xmx256m -XX:+UseSerialGC -XX:-UsePerfData -Xshare:dump \
    "-XX:SharedClassListFile=${ARCHIVED_CLASSES}" -XX:SharedArchiveFile=classes.jsa \
    -Xbootclasspath/a:run/lib/port-access.jar:run/lib/hadoop-agent.jar -cp "${path%:}" >dump.log || {
    printf 'java -Xshare:dump: %s\n' "$(tail -n 1 dump.log)" >&2
    return 1
  }
  rm dump.log
  # All users of this installation may map it.
  chmod -R u=rwX,go=rX .
}

# keep_own_archive JAVA_HOME: makes the archive of our own programs, once for an installation, in 3 s. Who cannot write
# there goes without.
keep_own_archive() {
  local OWN_ARCHIVE new
  own_archive "${LIB_DIR}" "$1"
  [[ -n "${OWN_ARCHIVE}" ]] || return 0
  if [[ -e "${OWN_ARCHIVE}" ]]; then
    touch "${OWN_ARCHIVE}" 2>/dev/null || true # those that were not used for long go
    return 0
  fi
  mkdir -p "${OWN_ARCHIVES}" 2>/dev/null && chmod 755 "${OWN_ARCHIVES}" 2>/dev/null &&
    new="$(mktemp -d "${OWN_ARCHIVES}/.new-XXXXXX" 2>/dev/null)" || return 0
  say "making the class data archive of the command line, once"
  if attend write_own_archive "${new}" "$1"; then
    mv -T "${new}" "${OWN_ARCHIVE}" 2>/dev/null || true # someone else's may have come first
    remove_old "${OWN_ARCHIVES}"
  else
    say "no class data archive of the command line, which takes longer to start: $(tail -n 1 "${new}/log")"
  fi
  rm -rf -- "${new:?}" || true
}

# write_own_archive NEW JAVA_HOME: what goes wrong is in NEW/log. The JDK's own list is what most programs need of it. A
# signal ends it, and nothing stays.
write_own_archive() {
  local OWN_CLASS_PATH
  local -a OWN_JAVA=()
  exec 2>"$1/log" || return
  trap 'rm -rf -- "$1"; trap - EXIT; exit 143' TERM INT HUP
  own_java "${LIB_DIR}" "$2"
  {
    cat "$2/lib/classlist" &&
      cli jar-resources --classes "${OWN_JARS[@]/#/"${LIB_DIR}/"}"
  } >"$1/list" || return
  timeout --foreground "${CLASS_ARCHIVE_SECONDS}" "$2/bin/java" -Xmx256m -XX:+UseSerialGC -XX:-UsePerfData -Xshare:dump \
    "-XX:SharedClassListFile=$1/list" "-XX:SharedArchiveFile=$1/classes.jsa" -cp "${OWN_CLASS_PATH}" >"$1/dump.log" || {
    printf 'java -Xshare:dump: %s\n' "$(tail -n 1 "$1/dump.log")" >&2
    return 1
  }
  rm "$1"/{list,log,dump.log} && chmod -R u=rwX,go=rX "$1"
}

# remove_old DIR: what was used last more than a week ago, but for the latest, and what an interrupted start has left.
remove_old() {
  local old
  while IFS= read -r old; do
    # First its name: what is half removed must not look whole.
    mv -fT "$1/${old:?}" "$1/.new-old-${old}" 2>/dev/null && rm -rf -- "$1/.new-old-${old}"
  done < <({
    find "$1" -mindepth 1 -maxdepth 1 -name '.new-*' -mmin +60 -printf '%f\n'
    find "$1" -mindepth 1 -maxdepth 1 -type d -name '[0-9a-f]*' -printf '%T@ %f\n' |
      sort -rn | tail -n "+$((CLASS_ARCHIVES_KEPT + 1))" | cut -d ' ' -f 2 |
      while IFS= read -r old; do find "$1/${old}" -maxdepth 0 -mtime +7 -printf '%f\n'; done
  } 2>/dev/null)
  return 0 # another may have been faster
}

# link_daemon_classes DIR ARCHIVE: what the class path of the daemons in DIR is made of; its configuration is
# there already. ARCHIVE may be empty, or not there.
link_daemon_classes() {
  local dir="$1" archive="$2" hidden
  ln -sfn "${CLUSTER_HADOOP_HOME}" "${dir}/run/hadoop"
  ln -sfn "${CLUSTER_LIB_DIR}" "${dir}/run/lib"
  rm -f "${dir}/run/classes"
  if [[ -z "${archive}" ]] || ! cmp -s "${archive}/release" "${CLUSTER_JAVA_HOME}/release"; then
    return 0
  fi
  hidden="$(hidden_by_jars "${dir}/conf" "${archive}")"
  if [[ -n "${hidden}" ]]; then
    say "conf/${hidden} comes before what is in Hadoop's jars: daemons start without their class data archive, which would ignore it"
    return 0
  fi
  ln -s "${archive}" "${dir}/run/classes"
}

# hidden_by_jars CONF ARCHIVE: prints a file of the configuration that must come before the jars, if there is one.
hidden_by_jars() {
  local class
  class="$(find "$1" -type f -name '*.class' -printf '%P\n' -quit)"
  if [[ -n "${class}" ]]; then
    printf '%s' "${class}"
  else
    find "$1" -type f -printf '%P\n' | grep -m 1 -xFf - "$2/resources" || true
  fi
}
