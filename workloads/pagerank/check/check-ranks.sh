#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compares ranks with NetworkX's or SciPy's; makes a Python environment for them once.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
environment=$here/../../../build/pagerank-check

# shellcheck source=launch/lib/python.sh
source "$here/../../../launch/lib/python.sh"
python_environment check-ranks "$environment" "$here/requirements.txt"
exec "$environment/bin/python" "$here/check_ranks.py" "$@"
