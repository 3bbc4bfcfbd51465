import { insertTaskEvent } from '../history/insert-task-event.js';
import { attemptCtes } from './attempt-effects.js';
import { type Guard, GUARDS, INPUTS } from './move-columns.js';
import { RECORDED_COLUMNS, recordCtes } from './record-transition.js';
import { UPDATE_COLUMNS } from './task-update.js';
import type { Transition } from './transition.js';
import { movesOf, type TransitionName, TRANSITIONS } from './transitions.js';

export interface MoveOptions {
  /** Further SQL that must hold of `task`, and of `attempt` where a guard compares that. */
  where?: string;
  /** False when what the guards compare of the attempt changes with its task alone. Default true. */
  locksAttempt?: boolean;
  /** Passes over tasks that somebody has locked, in place of waiting for them. */
  skipLocked?: boolean;
  /** False when nobody wants deliveries, as read right before. Default true. */
  deliveries?: boolean;
  /** The runner learns of each attempt that begins by the answer: that is noted, and the answer names its id, lease and number. */
  claims?: boolean;
}

/**
 * The statement that moves tasks by a transition, with all of its effects. Its parameters are arrays: one of each guard,
 * then one of each input. It answers the moved tasks, each with the place `n` of its item, counted from 1.
 *
 * Rows are locked in the order task, attempt, log, several of one kind by their ids. After a wait for a lock the guards
 * are compared again, so that of several calls about one task one has an effect.
 */
export function composeMove(name: TransitionName, guards: readonly Guard[], options: MoveOptions = {}): string {
  const transition: Transition = TRANSITIONS[name];
  const record = recordCtes(name, {
    source: 'moved',
    from: 'task.from_status',
    deliveries: options.deliveries ?? true,
  });
  const ctes = [
    itemCte(guards, transition),
    targetCte(guards, transition, options),
    movedCte(transition),
    ...attemptCtes(transition),
    ...(transition.removesPlan ? [REMOVED_PLANS] : []),
    ...(options.claims ? [CLAIMED] : []),
    ...record.ctes,
  ];
  const holder = transition.attempt === 'none' ? '' : 'left join attempts on attempts.task_id = task.id';
  const begun = options.claims ? ', attempts.id as attempt, attempts.lease_id as lease, attempts.number' : '';
  return `
  with ${ctes.join(',\n  ')}
  select task.n, task.from_status, ${UPDATE_COLUMNS}, ${holder ? 'attempts.runner_id' : 'null::int'} as holder${begun}${record.count}
    from moved task ${holder}`;
}

const REMOVED_PLANS = 'removed_plans as (delete from task_plan using moved where task_plan.task_id = moved.id)';

const CLAIMED = `claimed as (${insertTaskEvent(
  'claimed',
  '(select id as attempt_id, task_id as id, project_id, runner_id from attempts) task',
  { origin: `'runner'`, attempt: 'task.attempt_id', runner: 'task.runner_id' },
)})`;

/** Names of SQL that stand for themselves, such as `from`. */
const quoted = (names: readonly string[]): string[] => names.map((name) => `"${name}"`);

/** Common table expression of the items that the verb passes. Of items that compare the same the first one counts. */
function itemCte(guards: readonly Guard[], { inputs }: Transition): string {
  const types = [...guards.map((guard) => GUARDS[guard].type), ...inputs.map((input) => INPUTS[input])];
  const arrays = types.map((type, i) => `$${i + 1}::${type}[]`).join(', ');
  const key = quoted(guards).join(', ');
  return `item as materialized (
    select distinct on (${key}) * from unnest(${arrays}) with ordinality as item(${quoted([...guards, ...inputs]).join(', ')}, n)
     order by ${key}, n)`;
}

/**
 * The tasks that may move, locked. The attempt is found by its id and is the newest of its task, so that it is alive while
 * a runner has the task; its own status is not compared, because the planner would then read every living attempt.
 */
function targetCte(
  guards: readonly Guard[],
  transition: Transition,
  { where, locksAttempt = true, skipLocked = false }: MoveOptions,
): string {
  const holds = guards.map((guard) => `${GUARDS[guard].equals} = item."${guard}"`);
  const ofAttempt = holds.filter((condition) => condition.startsWith('attempt.'));
  const ofTask = holds.filter((condition) => !ofAttempt.includes(condition));
  const attempt = ofAttempt.length > 0 ? `join attempt on ${ofAttempt.join(' and ')}` : '';
  const owns = attempt ? ['task.id = attempt.task_id', 'task.attempt_number = attempt.number'] : [];
  const inputs = quoted(transition.inputs).map((input) => `item.${input}, `);
  const locked = locksAttempt ? attempt : '';
  return `target as (
    select item.n::int as n, ${inputs.join('')}task.id as task_id, task.status as from_status, task.attempt_number as seen_attempt
      from item ${attempt} join task on ${[...owns, ...ofTask, isLegal(transition), ...(where ? [where] : [])].join(' and ')}
     order by task.id${locked && ', attempt.id'} for no key update of task${locked && ', attempt'}${skipLocked ? ' skip locked' : ''})`;
}

/** The move is one of the transition, and legal. */
function isLegal(transition: Transition): string {
  const moves = movesOf(transition);
  return transition.to.length === 1
    ? `task.status in (${moves.map(([from]) => `'${from}'`).join(', ')})`
    : `(task.status, item."to") in (${moves.map(([from, to]) => `('${from}', '${to}')`).join(', ')})`;
}

function movedCte({ to, inputs, writes }: Transition): string {
  const status = to.length === 1 ? `'${to[0]}'` : 'input."to"';
  const assignments = Object.entries({ status, ...writes }).map(([column, value]) => `${column} = ${value}`);
  const passed = quoted(inputs.filter((input) => input !== 'to')).map((input) => `input.${input}, `);
  return `moved as (
    update task set ${assignments.join(', ')}
      from target input
     where task.id = input.task_id and task.status = input.from_status and task.attempt_number = input.seen_attempt
    returning input.n, input.from_status, ${passed.join('')}${UPDATE_COLUMNS}, ${RECORDED_COLUMNS})`;
}
