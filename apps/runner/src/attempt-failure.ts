import { messageOf } from '@switchyard/concurrency';
import { problem, type Problem, sentenceOf } from '@switchyard/contracts';

/** A fault of an attempt that its user can understand: the reason shown with the task. */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure';

  constructor(readonly problem: Problem) {
    super(sentenceOf(problem));
  }
}

/** Thrown between two steps of an attempt that was ordered to stop. */
export class AttemptStopped extends Error {
  override readonly name = 'AttemptStopped';

  /** @param end of the tool that ran meanwhile: an exit code says that it ended its work, a signal that it was killed */
  constructor(readonly end: { exitCode: number | null; signal: string | null } = { exitCode: null, signal: null }) {
    super('The task was stopped');
  }
}

/** Ends the attempt here when it was ordered to stop. */
export function throwIfStopped(stop: AbortSignal): void {
  if (stop.aborted) {
    throw new AttemptStopped();
  }
}

/** Why the attempt failed: its own fault, or one of the runner. */
export const problemOf = (error: unknown): Problem =>
  error instanceof AttemptFailure ? error.problem : problem('runner_failed', { reason: messageOf(error) });
