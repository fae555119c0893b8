# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What YARN knows of the applications of the cluster in HPC_REUSE_DIR.

# applications: id, state and final status of each, as the ResourceManager has them; the eldest is first.
applications() {
  local address
  address="$(tr -d '\n' <"${HPC_REUSE_DIR}/conf/yarn-site.xml" |
    sed -E 's:.*yarn.resourcemanager.webapp.address</name> *<value>([^<]*)<.*:\1:')"
  python3 -c '
import json, sys, urllib.request
with urllib.request.urlopen(f"http://{sys.argv[1]}/ws/v1/cluster/apps", timeout=30) as answer:
    apps = json.load(answer)["apps"] or {"app": []}
for app in sorted(apps["app"], key=lambda app: app["id"]):
    print(app["id"], app["state"], app["finalStatus"])' "${address}"
}

# all_ended: names the applications that have not.
all_ended() {
  local all
  all="$(applications)" && ! printf '%s' "${all}" | grep -vE " (FINISHED|FAILED|KILLED) "
}

# until_ended: waits until no application runs, and prints the final status of the last one.
until_ended() {
  wait_long 200 all_ended >&2 && applications | tail -n 1 | cut -d ' ' -f 3
}
