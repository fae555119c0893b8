#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the addresses of this machine, one a line: a client that connects from here shows one of them.
#
# From the kernel's own tables, proc(5): ip and hostname -I are not everywhere.
set -euo pipefail

awk '$1 == "|--" { address = $2 }
  $2 == "host" && $3 == "LOCAL" && address !~ /^127[.]/ { print address }' \
  /proc/net/fib_trie | sort -u
if [[ -r /proc/net/if_inet6 ]]; then
  sed -E 's/^([0-9a-f]{32}) .*/\1/; s/(....)/\1:/g; s/:$//' /proc/net/if_inet6
fi
