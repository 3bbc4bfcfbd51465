import { z } from 'zod';

/** Why a waiting task has not been given to a runner. The console translates the code. */
export const WAITING_REASONS = [
  'queued',
  'project_limit',
  'template_busy',
  'workspace_busy',
  'workspace_undecided',
  'workspace_lost',
  'no_runner',
  'no_runner_online',
  'no_matching_tag',
  'no_matching_app',
  'no_container_engine',
  'runners_busy',
  'runner_draining',
  'runner_paused',
  'runner_refused',
  'runner_away',
  'runner_off',
] as const;

export const WaitingReasonCode = z.enum(WAITING_REASONS);
export type WaitingReasonCode = z.infer<typeof WaitingReasonCode>;

/** The task that uses the workspace, or the runner that could take the waiting task. */
export const WaitingFor = z.object({ task: z.number().int(), workspace: z.string(), runner: z.string() }).partial();
export type WaitingFor = z.infer<typeof WaitingFor>;

/** Waiting reason as it is sent: code and parameters for machines, text for people. `tag` and `app` are what a runner needs. */
export const WaitingReason = z.object({
  code: WaitingReasonCode,
  params: z.object({ tag: z.string(), app: z.string(), ...WaitingFor.shape }),
  text: z.string(),
});
export type WaitingReason = z.infer<typeof WaitingReason>;

type Params = WaitingReason['params'];

const SENTENCES: Readonly<Record<WaitingReasonCode, (params: Params) => string>> = {
  queued: () => 'The task is queued.',
  project_limit: () => 'The project has reached its limit of parallel tasks.',
  template_busy: () => 'Another task of this template is running.',
  workspace_busy: ({ task, workspace }) => `Task #${task} uses the workspace "${workspace}".`,
  workspace_undecided: ({ task, workspace }) =>
    `The plan of task #${task} for the workspace "${workspace}" is undecided.`,
  workspace_lost: ({ task, workspace }) => `The lost task #${task} still has the lock of the workspace "${workspace}".`,
  no_runner: () => 'No runner is registered for this project.',
  no_runner_online: () => 'No runner of this project is online.',
  no_matching_tag: ({ tag }) =>
    tag ? `No online runner has the tag "${tag}".` : 'Every online runner is kept for its tags.',
  no_matching_app: ({ app }) => `No matching online runner can run ${app}.`,
  no_container_engine: () => 'The task needs a container engine, and no matching online runner has one.',
  runners_busy: () => 'Every matching runner is busy.',
  runner_draining: ({ runner }) => `The runner "${runner}" takes no new tasks.`,
  runner_paused: ({ runner }) => `The runner "${runner}" has paused itself.`,
  runner_refused: ({ runner }) => `The runner "${runner}" cannot connect.`,
  runner_away: ({ runner }) => `The runner "${runner}" is away.`,
  runner_off: ({ runner }) => `The runner "${runner}" is switched off.`,
};

/** Facts from which the waiting reason of a task is made. */
export interface WaitingFacts {
  tag: string;
  app: string;
  /** Where another task uses its workspace, or a runner could take it. */
  waiting_for: WaitingFor | null;
}

/** The waiting reason of a task. */
export function waitingReason(code: WaitingReasonCode, { tag, app, waiting_for: known }: WaitingFacts): WaitingReason {
  const params = { tag, app, ...known };
  return { code, params, text: SENTENCES[code](params) };
}
