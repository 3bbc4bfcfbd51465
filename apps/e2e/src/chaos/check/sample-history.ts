import { toolLine } from '@switchyard/testing';
import type { History, HistoryAttempt, HistoryEvent } from '../history/history.js';
import type { StateOperation, StoredVersion } from '../history/state-history.js';

/** Parts of a history that can be changed. */
export type Sample = { -readonly [K in keyof History]: History[K] } & {
  events: HistoryEvent[];
  tasks: History['tasks'][number][];
  dueTimes: History['dueTimes'][number][];
  deliveries: History['deliveries'][number][];
  commits: { scheduleId: number; made: string[]; kept: { commit: string; taskId: number | null }[] };
  attempts: HistoryAttempt[];
  logs: History['logs'][number][];
  runs: History['runs'][number][];
  applied: {
    workspace: string;
    journals: Map<string, readonly string[]>;
    known: string[];
    offered: string[];
    trail: string[];
  }[];
  states: { operations: StateOperation[]; versions: StoredVersion[]; leaks: string[] };
};

const LINES = 3;
const PROJECT = { quiet: 1, noisy: 2, limited: 3 } as const;
export const TEMPLATE = { parallel: 11, exclusive: 12, real: 13, poisoned: 14 } as const;
export const POISON = 'The key "k" cannot be opened: it is damaged';
const RUNNER = 21;
const SCHEDULE = 31;
const CHECKING = 32;

/**
 * A history in which every promise is kept: two tasks one after the other, the first with a plan that is confirmed, and
 * one that can never be given to a runner.
 */
export function soundHistory(): Sample {
  const sample: Sample = {
    tasks: [],
    dueTimes: [],
    deliveries: [],
    commits: { scheduleId: CHECKING, made: [], kept: [] },
    attempts: [],
    events: [],
    logs: [],
    runs: [],
    accepted: new Set([100, 200]),
    limits: {
      projects: new Map([[PROJECT.limited, 1]]),
      runners: new Map([[RUNNER, 1]]),
      exclusiveTemplates: new Set([TEMPLATE.exclusive]),
    },
    sideEffects: { starts: new Map(), ends: new Map() },
    real: { templateId: TEMPLATE.real, lines: LINES },
    rivals: { quietProject: PROJECT.quiet, noisyProject: PROJECT.noisy, slots: 2, dispatchers: 1 },
    poisoned: new Map([[TEMPLATE.poisoned, POISON]]),
    states: soundStates(),
    applied: [soundApplied()],
    applyTemplates: new Set(),
  };
  addTask(sample, 100, PROJECT.limited);
  step(sample, 100, 'assigned', 'waiting', 'starting', 1);
  step(sample, 100, 'started', 'starting', 'running', 1);
  step(sample, 100, 'planned', 'running', 'waiting_confirmation', 1);
  step(sample, 100, 'confirmed', 'waiting_confirmation', 'confirmed', null);
  step(sample, 100, 'assigned', 'confirmed', 'starting', 2);
  step(sample, 100, 'started', 'starting', 'running', 2);
  step(sample, 100, 'finished', 'running', 'success', 2);
  addAttempt(sample, 100, { id: 1, number: 1, outcome: 'planned' });
  addAttempt(sample, 100, { id: 2, number: 2, outcome: 'success', applied: 'a hash' });
  addTask(sample, 200, PROJECT.limited);
  step(sample, 200, 'assigned', 'waiting', 'starting', 3);
  step(sample, 200, 'started', 'starting', 'running', 3);
  step(sample, 200, 'finished', 'running', 'success', 3);
  addAttempt(sample, 200, { id: 3, number: 1, outcome: 'success' });
  addTask(sample, 250, PROJECT.limited, TEMPLATE.poisoned);
  addDue(sample, 0, 200);
  addDelivery(sample, 'd1', 100);
  addCommit(sample, 'c1', 250);
  step(sample, 250, 'assigned', 'waiting', 'starting', 9);
  step(sample, 250, 'finished', 'starting', 'error', 9);
  Object.assign(sample.tasks.at(-1) ?? {}, { status: 'error', endReason: POISON });
  return sample;
}

/** The task was started by a schedule, so many minutes after the first. */
export function addDue(sample: Sample, minute: number, taskId: number): void {
  const task = sample.tasks.find(({ id }) => id === taskId);
  Object.assign(task ?? {}, { scheduleId: SCHEDULE });
  sample.dueTimes.push({ scheduleId: SCHEDULE, due: new Date(minute * 60_000), result: 'started', taskId });
}

/** A commit was made, and the task was started for it. */
export function addCommit(sample: Sample, commit: string, taskId: number): void {
  const task = sample.tasks.find(({ id }) => id === taskId);
  Object.assign(task ?? {}, { scheduleId: CHECKING });
  sample.dueTimes.push({ scheduleId: CHECKING, due: new Date(taskId), result: 'started', taskId });
  sample.commits.made.push(commit);
  sample.commits.kept.push({ commit, taskId });
}

/** The task was started by a webhook, whose sender was answered. */
export function addDelivery(sample: Sample, id: string, taskId: number): void {
  const task = sample.tasks.find((each) => each.id === taskId);
  Object.assign(task ?? {}, { deliveryId: id });
  sample.deliveries.push({ id, taskId });
}

/** A task that was created and goes on from there. */
export function addTask(sample: Sample, id: number, projectId: number, templateId: number = TEMPLATE.parallel): void {
  sample.tasks.push({
    id,
    projectId,
    templateId,
    status: 'success',
    endReason: null,
    scheduleId: null,
    deliveryId: null,
  });
  step(sample, id, 'created', null, 'waiting', null);
}

export function step(
  sample: Sample,
  taskId: number,
  kind: string,
  from: HistoryEvent['from'],
  to: HistoryEvent['to'],
  attemptId: number | null,
): void {
  const id = sample.events.length + 1;
  const projectId = sample.tasks.find((task) => task.id === taskId)?.projectId ?? 0;
  const event = { id, taskId, projectId, attemptId, runnerId: RUNNER, at: new Date(id * 1000), kind, from, to };
  sample.events.push({ ...event, detail: null });
}

/** An attempt with its tool and its whole log. */
export function addAttempt(
  sample: Sample,
  taskId: number,
  { id, number, outcome, applied = null }: { id: number; number: number; outcome: string; applied?: string | null },
): void {
  const { projectId = 0, templateId = 0 } = sample.tasks.find((task) => task.id === taskId) ?? {};
  sample.attempts.push({ id, taskId, number, projectId, templateId, runnerId: RUNNER, status: 'ended', outcome });
  const lines = Array.from({ length: LINES }, (_, i) => toolLine(id, i));
  const chunks = [{ firstLine: 0, lineCount: LINES, lines, kind: 0 }];
  sample.logs.push({ attemptId: id, taskId, baseLine: 0, nextLine: LINES, chunks });
  const began = sample.events.length * 1000;
  const run = { taskId, attemptId: id, runner: 'sim', began, written: LINES, ended: began, end: 'reported' } as const;
  sample.runs.push({ ...run, applied });
}

/** Two writers one after the other, of whom the second reads what the first one has written. */
function soundStates(): Sample['states'] {
  const workspace = 41;
  const state = (serial: number) => ({ serial, md5: `md5 of ${serial}` });
  const done = { workspace, outcome: 'done', retried: false } as const;
  const turn = (lockId: string, began: number, [read, written]: [number, number]): StateOperation[] => [
    { ...done, lockId, kind: 'lock', began, ended: began + 1, state: null },
    { ...done, lockId, kind: 'read', began: began + 2, ended: began + 3, state: read === 0 ? null : state(read) },
    { ...done, lockId, kind: 'write', began: began + 4, ended: began + 5, state: state(written) },
    { ...done, lockId, kind: 'unlock', began: began + 6, ended: began + 7, state: null },
  ];
  const versions = [1, 2].map((serial) => ({ workspace, ...state(serial), current: serial === 2 }));
  return { operations: [...turn('one', 0, [0, 1]), ...turn('two', 10, [1, 2])], versions, leaks: [] };
}

/** Three things, one of them whole, one that a stop has cut, and one that was removed again. */
function soundApplied(): Sample['applied'][number] {
  const journals = new Map<string, readonly string[]>([
    ['whole', ['create begins', 'create done']],
    ['cancelled', ['create begins', 'cancelled']],
    ['removed', ['create begins', 'create done', 'deleted']],
  ]);
  return { workspace: 'staging', journals, known: ['whole', 'cancelled'], offered: [], trail: [] };
}
