import type { Job } from '@switchyard/contracts';
import type { Commit } from '../git/commit.js';

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

/** Facts that older scripts know under a shorter name. */
const SHORT_NAMES = ['type', 'incoming_version', 'target_version'];

/**
 * The same facts as environment variables `SWITCHYARD_TASK_<NAME>`, with their raw values; facts that are empty are left
 * out. Scripts written for the forerunner find them as `SEMAPHORE_TASK_DETAILS_<NAME>`.
 */
export function taskDetailVariables(details: TaskDetails): Record<string, string> {
  const facts = Object.entries(details).filter(([name, value]) => value !== null && value !== '' && /^\w+$/.test(name));
  return Object.fromEntries(
    facts.flatMap(([name, value]) =>
      variableNames(name).map((variable) => [variable, String(value).replaceAll('\0', '')] as const),
    ),
  );
}

function variableNames(fact: string): string[] {
  const name = fact.toUpperCase();
  const short = SHORT_NAMES.includes(fact) ? [`SEMAPHORE_TASK_${name}`] : [];
  return [`SWITCHYARD_TASK_${name}`, `SEMAPHORE_TASK_DETAILS_${name}`, ...short];
}
