#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The first process of a host (see hosts.sh): host-init.sh DIR NAME KEEP…
# Runs in fresh namespaces; KEEP are directories that stay visible when they are below /tmp.
set -euo pipefail

# show_below TMP WHAT…: lets directories below /tmp appear in the host's own one.
show_below() {
  local tmp="$1" what
  shift
  for what in "$@"; do
    if [[ "${what}" == /tmp/* ]]; then
      mkdir -p "${tmp}/${what#/tmp/}"
      mount --bind "${what}" "${tmp}/${what#/tmp/}"
    fi
  done
}

make_host() {
  local dir="$1" name="$2"
  shift 2
  hostname "${name}"
  mount --bind "${dir}/hosts.file" /etc/hosts
  printf '%s\n' "${name}" >"${dir}/${name}/hostname"
  mount --bind "${dir}/${name}/hostname" /etc/hostname
  if [[ -n "${HOSTS_PASSWD:-}" ]]; then
    mount --bind "${HOSTS_PASSWD}" /etc/passwd
    mount --bind "${HOSTS_GROUP}" /etc/group
  fi
  if [[ "${name}" != login ]]; then
    mount -t proc proc /proc
    mount -t tmpfs -o mode=1777 tmpfs /dev/shm
    mount --bind "${dir}/${name}/var-tmp" /var/tmp
    show_below "${dir}/${name}/tmp" "${dir%/hosts.d}" "$@"
    mount --rbind "${dir}/${name}/tmp" /tmp
  fi
}

dir="$1" name="$2"
shift 2
if [[ "${name}" != switch ]]; then
  make_host "${dir}" "${name}" "$@"
fi
touch "${dir}/${name}/ready"
# bash reaps whatever loses its parent here.
trap 'exit 0' TERM
while :; do
  sleep 86400 &
  wait $!
done
