import type { WaitingReason, WaitingReasonCode } from '@switchyard/contracts';

const texts: Readonly<Record<WaitingReasonCode, (tag: string, app: string) => string>> = {
  queued: () => 'The task is queued.',
  project_limit: () => 'The project has reached its limit of parallel tasks.',
  template_busy: () => 'Another task of this template is running.',
  no_runner: () => 'No runner is registered for this project.',
  no_runner_online: () => 'No runner of this project is online.',
  no_matching_tag: (tag) =>
    tag ? `No online runner has the tag "${tag}".` : 'Every online runner is kept for its tags.',
  no_matching_app: (_, app) => `No matching online runner can run ${app}.`,
  runners_busy: () => 'Every matching runner is busy.',
};

/** A waiting reason with its English sentence. */
export const waitingReason = (code: WaitingReasonCode, tag: string, app: string): WaitingReason => ({
  code,
  text: texts[code](tag, app),
});
