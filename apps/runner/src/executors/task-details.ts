import type { Job } from '@switchyard/contracts';
import type { Commit } from '../git/checkout.js';

export type TaskDetails = Job['details'];

/** Facts about the task for the tool: those of the control plane and what the runner knows. */
export function taskDetails(job: Job, commit: Commit | null): TaskDetails {
  return {
    repository_id: job.repository.id,
    repository_name: job.repository.name,
    ...(job.inventory && { inventory_id: job.inventory.id, inventory_name: job.inventory.name }),
    ...(commit && { commit_hash: commit.hash, commit_message: commit.message }),
    ...job.details,
  };
}

/** The same facts as environment variables `SWITCHYARD_TASK_<NAME>`, with their raw values; facts that are `null` are left out. */
export function taskDetailVariables(details: TaskDetails): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details)
      .filter(([name, value]) => value !== null && /^\w+$/.test(name))
      .map(([name, value]) => [`SWITCHYARD_TASK_${name.toUpperCase()}`, String(value).replaceAll('\0', '')]),
  );
}
