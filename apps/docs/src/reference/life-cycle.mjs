import { isFinal, TASK_STATUSES, TASK_TRANSITIONS } from '@switchyard/contracts';
import { arrow, box, diagram } from './diagram.mjs';
import { page, table } from './markdown.mjs';
import { STATUSES } from './statuses.mjs';

/** Where each status stands: column and row. @type {Record<import('./statuses.mjs').Status, [column: number, row: number]>} */
const PLACES = {
  waiting: [0, 1],
  starting: [1, 1],
  running: [2, 1],
  success: [4, 0],
  error: [4, 1],
  stopping: [3, 2],
  stopped: [4, 2],
  waiting_confirmation: [2, 3],
  confirmed: [1, 3],
  rejected: [3, 4],
  canceled: [4, 4],
};

const COLUMN = 190;
const ROW = 92;

/** The ways that lead on; those into an early end are listed below the picture. @param {import('./statuses.mjs').Status} to */
const isDrawn = (to) => !['stopped', 'error', 'canceled'].includes(to);

/** The statuses of a task and the ways between them. */
export function lifeCyclePage() {
  const boxes = Object.fromEntries(
    TASK_STATUSES.map((status) => {
      const [column, row] = PLACES[status];
      return [status, box(STATUSES[status][0], { x: 10 + column * COLUMN, y: 10 + row * ROW }, isFinal(status))];
    }),
  );
  const ways = TASK_STATUSES.flatMap((from) => TASK_TRANSITIONS[from].map((to) => ({ from, to })));
  const drawn = ways.filter(({ from, to }) => isDrawn(to) || from === 'stopping' || from === 'running');
  const arrows = drawn.map(({ from, to }) => arrow(boxes[from], boxes[to]));
  return page(
    '# Task life cycle',
    'The engine writes a status by compare-and-set against one table. A way that the table does not list is refused and changes nothing. Final statuses are shaded.',
    diagram('Statuses of a task and the ways between them', { width: 920, height: 460 }, [
      ...arrows,
      ...Object.values(boxes).map(({ svg }) => svg),
    ]),
    'A task that has not ended can also be stopped, fail or be canceled. All ways:',
    table(
      ['From', 'To'],
      TASK_STATUSES.map((from) => [
        STATUSES[from][0],
        TASK_TRANSITIONS[from].map((to) => STATUSES[to][0]).join(', ') || 'final',
      ]),
    ),
    '## Attempts',
    'Each try of a runner to carry out a task is an attempt. A runner holds an attempt by a lease that it renews. When the lease expires before the tool has started, the task goes back to the queue and gets a new attempt. When it expires while the tool runs, the task fails with the reason "runner lost": it is never run twice by itself.',
    '## Plans',
    'A task that plans and waits for a decision holds no runner. The attempt that planned has ended and left its plan file with the control plane, encrypted. A new attempt applies that very file.',
  );
}
