import { TASK_STATUSES, TASK_TRANSITIONS } from '@switchyard/contracts';
import { page, table } from './markdown.mjs';

/** @typedef {(typeof TASK_STATUSES)[number]} Status */

/** Title, meaning, and what to do. @type {Record<Status, [title: string, meaning: string, next: string]>} */
export const STATUSES = {
  waiting: ['Waiting', 'The task is stored and waits for a runner', 'Open the task: it shows why it waits'],
  starting: ['Starting', 'A runner has the task and prepares it: checkout, keys, roles', 'Nothing'],
  running: ['Running', 'The tool runs', 'Watch the log, or stop the task'],
  waiting_confirmation: [
    'Waiting confirmation',
    'The plan is ready. No runner is occupied',
    'Read the plan, then confirm or reject it',
  ],
  confirmed: ['Confirmed', 'Somebody confirmed the plan; the task waits for a runner to apply it', 'Nothing'],
  rejected: ['Rejected', 'Somebody rejected the plan; nothing was applied', 'Run the template again for a new plan'],
  stopping: ['Stopping', 'A stop was requested; the runner asks the tool to end', 'Wait, or press Force stop'],
  stopped: ['Stopped', 'The task ended because of a stop', 'Run the template again'],
  success: ['Success', 'The tool ended with exit code 0', 'Nothing'],
  error: ['Failed', 'The tool failed, or the task could not be run', 'Read the reason at the top of the log'],
  canceled: [
    'Canceled',
    'The system ended the task, for example because nobody decided about the plan in time',
    'Run the template again',
  ],
};

/** Every status of a task. */
export function statusesPage() {
  const rows = TASK_STATUSES.map((status) => {
    const [title, meaning, next] = STATUSES[status];
    const after = TASK_TRANSITIONS[status].map((to) => STATUSES[to][0]).join(', ');
    return [`**${title}**`, `\`${status}\``, `${meaning}.`, `${next}.`, after || 'final'];
  });
  return page(
    '# Task statuses',
    'A status is written by the control plane alone, in one transaction with everything that follows from it.',
    table(['Status', 'On the wire', 'Meaning', 'What to do', 'Can become'], rows),
    'See the [life cycle](../internals/life-cycle.md) as a picture.',
  );
}
