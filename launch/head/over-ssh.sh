#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command on another node by ssh: over-ssh.sh HOST COMMAND…
#
# ssh hands one line to the user's login shell there, whichever that is; it only starts bash, which
# gets the words as they are here. The key of a node that ssh meets first is noted, since nobody can be asked; one
# that is not the noted one is refused.
set -euo pipefail

host="$1"
shift
printf -v words '%q ' "$@"
printf -v words '%q' "${words}"
exec ssh -o BatchMode=yes -o StrictHostKeyChecking=accept-new "${host}" "bash -c ${words}"
