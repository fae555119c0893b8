#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command on another node by ssh: over-ssh.sh HOST COMMAND…
#
# ssh hands one line to the user's login shell there, whichever that is; it only starts bash, which
# gets the words as they are here.
set -euo pipefail

host="$1"
shift
printf -v words '%q ' "$@"
printf -v words '%q' "${words}"
exec ssh -o BatchMode=yes -o StrictHostKeyChecking=no "${host}" "bash -c ${words}"
