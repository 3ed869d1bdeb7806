#!/usr/bin/env bash
# A sweep as a job of Slurm, given what `tactus sweep` takes: a task of an array runs its shard, a job without an array
# gathers what they left. docs/reference/sweep.md has the commands. TACTUS: the program, if it is not ./tactus.
#SBATCH --job-name=tactus-sweep
#SBATCH --cpus-per-task=1
set -euo pipefail
shard=()
if [[ -n ${SLURM_ARRAY_TASK_ID-} ]]; then shard=(--shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"); fi
# The program itself, and no shell before it, is asked to end when the job's time is over.
exec "${TACTUS:-./tactus}" sweep "$@" --jobs "${SLURM_CPUS_PER_TASK:-1}" "${shard[@]}"
