import { z } from 'zod';

/** Why a waiting task has not been given to a runner. The console translates the code. */
export const WAITING_REASONS = [
  'queued',
  'project_limit',
  'template_busy',
  'no_runner',
  'no_runner_online',
  'no_matching_tag',
  'no_matching_app',
  'runners_busy',
  'runner_off',
] as const;

export const WaitingReasonCode = z.enum(WAITING_REASONS);
export type WaitingReasonCode = z.infer<typeof WaitingReasonCode>;

const SENTENCES: Readonly<Record<WaitingReasonCode, (tag: string, app: string) => string>> = {
  queued: () => 'The task is queued.',
  project_limit: () => 'The project has reached its limit of parallel tasks.',
  template_busy: () => 'Another task of this template is running.',
  no_runner: () => 'No runner is registered for this project.',
  no_runner_online: () => 'No runner of this project is online.',
  no_matching_tag: (tag) =>
    tag ? `No online runner has the tag "${tag}".` : 'Every online runner is kept for its tags.',
  no_matching_app: (_, app) => `No matching online runner can run ${app}.`,
  runners_busy: () => 'Every matching runner is busy.',
  runner_off: () => 'The runner that could take it is switched off.',
};

/** Waiting reason as it is sent: code and parameters for machines, text for people. `tag` and `app` are what a runner needs. */
export const WaitingReason = z.object({
  code: WaitingReasonCode,
  params: z.object({ tag: z.string(), app: z.string() }),
  text: z.string(),
});
export type WaitingReason = z.infer<typeof WaitingReason>;

/** The waiting reason of a task. */
export const waitingReason = (code: WaitingReasonCode, tag: string, app: string): WaitingReason => ({
  code,
  params: { tag, app },
  text: SENTENCES[code](tag, app),
});
