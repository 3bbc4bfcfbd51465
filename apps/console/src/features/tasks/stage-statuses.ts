import { isFinal, TASK_PHASES, type TaskPhase, type TaskStage, type TaskStatus } from '@switchyard/contracts';
import type { LogOutcome, PhaseSpan } from '../../components/log-viewer/index.js';

export type StageStatus = 'waiting' | 'running' | 'success' | 'failed' | 'stopped';

/** A phase of a task as the timeline draws it. */
export interface TimelineStage {
  type: TaskPhase;
  state: StageStatus;
  start: string;
  /** Null while it lasts. */
  end: string | null;
  /** Its first line, from 1; null = the log has none of it. */
  line: number | null;
}

const ends: Readonly<Partial<Record<TaskStatus, StageStatus>>> = {
  success: 'success',
  error: 'failed',
  stopped: 'stopped',
  canceled: 'stopped',
  rejected: 'stopped',
};

const isPhase = (type: TaskStage['type']): type is TaskPhase => TASK_PHASES.some((phase) => phase === type);

/** Index of the phase in which the task is or ended; what follows it is clean-up. */
const decidingIndex = (stages: readonly { type: TaskPhase }[]): number =>
  stages.findLastIndex(({ type }) => type !== 'cleanup');

/** The phases among the stages. The deciding one has the end of the task, those before it succeeded. */
export function timelineOf(stages: readonly TaskStage[], status: TaskStatus): TimelineStage[] {
  const phases = stages.flatMap(({ type, start, end, start_output_id: line }) =>
    isPhase(type) && start !== null ? [{ type, start, end, line }] : [],
  );
  const deciding = decidingIndex(phases);
  return phases.map((phase, i) => ({ ...phase, state: stateOf(phase, i === deciding, status) }));
}

function stateOf(
  { type, end }: Pick<TimelineStage, 'type' | 'end'>,
  decides: boolean,
  status: TaskStatus,
): StageStatus {
  if (isFinal(status)) {
    return decides ? (ends[status] ?? 'success') : 'success';
  }
  if (end !== null) {
    return 'success';
  }
  return type === 'queue' || type === 'confirmation' ? 'waiting' : 'running';
}

const outcomes: Readonly<Partial<Record<TaskStatus, LogOutcome>>> = {
  waiting: 'waiting',
  waiting_confirmation: 'success',
  confirmed: 'success',
  success: 'success',
  error: 'failed',
  rejected: 'success',
  stopped: 'stopped',
  canceled: 'stopped',
};

/** How what stands in the log ended. A decision about a plan, or the wait for a runner that applies it, changes nothing of how it was made. */
export function logOutcome(timeline: readonly TimelineStage[], status: TaskStatus): LogOutcome {
  const wasPlanned = timeline.some(({ type }) => type === 'confirmation');
  const deciding = timeline[decidingIndex(timeline)];
  return wasPlanned && deciding?.line === null ? 'success' : (outcomes[status] ?? 'running');
}

/** From when to when each phase lasted, by its line in the log from 0. */
export function phaseSpans(timeline: readonly TimelineStage[]): ReadonlyMap<number, PhaseSpan> {
  return new Map(
    timeline.flatMap(({ line, start, end }) =>
      line === null
        ? []
        : [[line - 1, { start: Date.parse(start), end: end === null ? undefined : Date.parse(end) }] as const],
    ),
  );
}
