import type { ProcessEnd } from '../../process/command.js';

const LONGEST_REASON = 400;

/** Meaning of the exit codes of ansible-playbook (`TaskQueueManager` of ansible-core). */
const EXIT_CODES: Record<number, string> = {
  2: 'a task failed on a host',
  3: 'a task failed on a host',
  4: 'a host was unreachable',
  5: 'its options are wrong',
};

/** Why a playbook failed, in Ansible's own words where it gave up before the first task. */
export function explainAnsible({ exitCode }: ProcessEnd, tail: string): string | null {
  const complaint = /^ERROR! (.+)$/m.exec(tail)?.[1];
  if (complaint) {
    const subject = /inventory/i.test(complaint) ? 'the inventory was rejected: ' : '';
    return `${subject}${complaint}`.slice(0, LONGEST_REASON);
  }
  return exitCode === null ? null : (EXIT_CODES[exitCode] ?? null);
}
