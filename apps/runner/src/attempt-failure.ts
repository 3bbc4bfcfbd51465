/** A fault of an attempt that its user can understand: the message is the reason shown with the task. */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure';
}

/** Thrown between two steps of an attempt that was ordered to stop. */
export class AttemptStopped extends Error {
  override readonly name = 'AttemptStopped';

  constructor() {
    super('The task was stopped');
  }
}

/** Ends the attempt here when it was ordered to stop. */
export function throwIfStopped(stop: AbortSignal): void {
  if (stop.aborted) {
    throw new AttemptStopped();
  }
}

/** Text of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
