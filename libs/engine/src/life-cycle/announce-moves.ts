import type { Engine } from '../ports.js';
import { announceTasks } from './announce-tasks.js';
import type { MovedTask } from './mover.js';
import { type TransitionName, TRANSITIONS } from './transitions.js';

export interface Cause {
  /** Why dispatchers are woken, for their log. */
  reason: string;
  /** The call is that of the runner that has the attempt: it learns from the answer and is not woken. */
  byHolder?: boolean;
  /** A drain would find nothing to do. */
  isQuiet?: boolean | undefined;
}

/** Sends the signals that the table declares for tasks that made a transition. To be called after the commit. */
export function announceMoves(
  engine: Engine,
  name: TransitionName,
  moved: readonly MovedTask[],
  { reason, byHolder = false, isQuiet = false }: Cause,
): void {
  if (moved.length === 0) {
    return;
  }
  const { wakes } = TRANSITIONS[name];
  announceTasks(engine, moved);
  const holders = moved.flatMap(({ holder }) => holder ?? []);
  if (wakes.runner && !byHolder && holders.length > 0) {
    engine.signals.runnersWoken(holders);
  }
  if (wakes.dispatchers && !isQuiet) {
    engine.signals.dispatchNeeded(reason);
  }
}
