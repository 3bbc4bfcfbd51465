import { type Problem, problem } from '@switchyard/contracts';
import type { ProcessEnd } from '../../process/command.js';

/** Meaning of the exit codes of ansible-playbook (`TaskQueueManager` of ansible-core). */
const EXIT_CODES: Record<number, Problem> = {
  2: problem('ansible_task_failed'),
  3: problem('ansible_task_failed'),
  4: problem('ansible_unreachable'),
  5: problem('ansible_options'),
};

/** Why a playbook failed, in Ansible's own words where it gave up before the first task. */
export function explainAnsible({ exitCode }: ProcessEnd, tail: string): string | Problem | null {
  const reason = /^ERROR! (.+)$/m.exec(tail)?.[1];
  if (reason) {
    return /inventory/i.test(reason) ? problem('inventory_rejected', { reason }) : reason;
  }
  return exitCode === null ? null : (EXIT_CODES[exitCode] ?? null);
}
