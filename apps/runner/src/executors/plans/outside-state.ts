import type { AttemptContext } from '../../attempt/attempt-context.js';

const WAYS_OUT =
  'let the control plane keep the state, use a remote backend, or have the runner run its tasks as one account (SWITCHYARD_RUNNER_RUN_AS)';

/** Warns of a state in a file of this machine, where the next task has another user and cannot open it. */
export function warnOfOutside({ hasOwnUser, log }: AttemptContext, path: string | null): void {
  if (hasOwnUser === true && path !== null) {
    log.system(
      `The state is kept in ${path}, which the next task cannot open, because each has a user of its own: ${WAYS_OUT}`,
    );
  }
}
