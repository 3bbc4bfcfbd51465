import { groupBy } from './group-by.js';
import type { History, Violation } from './history/history.js';
import type { ChaosResult } from './run-chaos.js';
import { list, tally } from './tally.js';

/** Violations of each promise that are printed with their history; the others are counted. */
const MOST_SHOWN = 10;

/** Report of a run and its findings, as text. */
export function reportOf({ options, playedMs, history, violations, counts, settledMs }: ChaosResult): string {
  const { queue, seed } = options;
  const byStatus = tally(history.tasks.map(({ status }) => status));
  const poisoned = history.tasks.filter(({ templateId }) => history.poisoned.has(templateId)).length;
  const byOutcome = tally(history.attempts.map(({ outcome }) => outcome ?? 'none'));
  const applies = history.tasks
    .filter(({ templateId }) => history.applyTemplates.has(templateId))
    .map(({ status }) => status);
  return [
    `Chaos on ${queue}: seed ${seed}, ${Math.round(playedMs / 1000)} s of faults, settled in ${Math.round(settledMs / 1000)} s`,
    `  tasks     ${history.tasks.length} (${list(byStatus)}), ${history.accepted.size} answered, ${poisoned} poisoned`,
    `  attempts  ${history.attempts.length} (${list(byOutcome)}), ${history.events.length} steps in the history`,
    `  lines     ${history.logs.reduce((sum, { nextLine, baseLine }) => sum + nextLine - baseLine, 0)}`,
    `  people    ${list(counts.people)}`,
    `  faults    ${list(counts.faults)}`,
    `  requests  ${list(counts.requests)}`,
    `  due       ${history.dueTimes.length} (${list(tally(history.dueTimes.map(({ result }) => result)))})`,
    `  commits   ${history.commits.made.length} made, ${history.commits.kept.length} launched`,
    `  webhooks  ${new Set(history.deliveries.map(({ id }) => id)).size} answered, ${history.deliveries.length} answers`,
    `  states    ${history.states.operations.length} operations, ${history.states.versions.length} versions stored`,
    `  applies   of ${history.applied.length} workspaces (${list(tally(applies))}), ${sum(history.applied.map(({ journals }) => journals.size))} things made`,
    `  promises  1 to 6, 8, 9 and 11 to 13 checked, 10 for states`,
    `  ${violations.length} violations ${list(tally(violations.map(({ promise }) => `of promise ${promise}`)))}`.trimEnd(),
    ...[...groupBy(violations, ({ promise }) => promise).values()]
      .flatMap((ofOne) => ofOne.slice(0, MOST_SHOWN))
      .flatMap((violation) => explain(violation, history)),
  ].join('\n');
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The run in one line. */
export function headline({ options, history, violations, counts }: ChaosResult): string {
  const faults = Object.values(counts.faults).reduce((sum, count) => sum + count, 0);
  const what = `${faults} faults, ${history.tasks.length} tasks, ${violations.length} violations`;
  return `chaos on ${options.queue}, seed ${options.seed}: ${what}`;
}

function explain({ promise, text, taskId }: Violation, history: History): string[] {
  const title = `\n  Promise ${promise} is broken: ${text}`;
  return taskId === null ? [title] : [title, ...storyOf(taskId, history).map((line) => `    ${line}`)];
}

/** Everything that is known about a task. */
function storyOf(id: number, { tasks, attempts, events, runs }: History): string[] {
  const task = tasks.find((each) => each.id === id);
  return [
    task ? `task ${id} of project ${task.projectId}: ${task.status} ${task.endReason ?? ''}` : `task ${id}: no row`,
    ...attempts
      .filter(({ taskId }) => taskId === id)
      .map((each) => `attempt ${each.id} (number ${each.number}) on runner ${each.runnerId}: ${each.outcome}`),
    ...events
      .filter(({ taskId }) => taskId === id)
      .map(({ at, kind, from, to, attemptId, detail }) =>
        [at.toISOString(), kind, `${from ?? ''} → ${to ?? ''}`, `attempt ${attemptId}`, JSON.stringify(detail)].join(
          '  ',
        ),
      ),
    ...runs.filter(({ taskId }) => taskId === id).map((run) => `tool ${JSON.stringify(run)}`),
  ];
}
