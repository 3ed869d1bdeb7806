#!/usr/bin/env bash
# Do the shell scripts parse, and does shellcheck (where it is installed) find nothing in them?
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
scripts=(tactus .ci/run scenarios/slurm/*.sh testbench/tests/lint/*.sh)
for script in "${scripts[@]}"; do bash -n "$script"; done
if command -v shellcheck >/dev/null; then shellcheck "${scripts[@]}"; fi
