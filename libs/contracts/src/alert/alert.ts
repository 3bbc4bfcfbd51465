import { z } from 'zod';
import { Id, Time } from '../primitives/primitives.js';
import { SentProblem } from '../refusal/sent-problem.js';

/**
 * Events of an alert.
 *
 * - `failure`: a task ended with an error; `runner_lost`: it did, because its runner was lost.
 * - `success`: a task succeeded and its template does not suppress that.
 * - `confirmation`: a plan waits for a decision.
 * - `approval`: the run of a workflow waits for one; `approval_overdue`: nobody gave it before its deadline.
 * - `schedule_missed`: a due time of a schedule started nothing: nobody was there in time, or the launch was refused.
 * - `drifted`: a check of a workspace found changes for the first time; `in_step`: nothing is left of them.
 */
export const ALERT_EVENTS = [
  'failure',
  'runner_lost',
  'confirmation',
  'approval',
  'approval_overdue',
  'schedule_missed',
  'drifted',
  'in_step',
  'success',
] as const;
export const AlertEvent = z.enum(ALERT_EVENTS);
export type AlertEvent = z.infer<typeof AlertEvent>;

/** Events of which members who chose it get a mail: what failed, and how their workspaces stand. */
export const MAILED_EVENTS: readonly AlertEvent[] = [
  'failure',
  'runner_lost',
  'approval_overdue',
  'schedule_missed',
  'drifted',
  'in_step',
];

/** Longest line of a log in an alert, in characters. */
export const MAX_ALERT_LINE = 500;

/** Facts of an alert, kept until every channel has it. `test` = a person tries a channel. */
export const AlertFacts = z.object({
  event: z.enum([...ALERT_EVENTS, 'test']),
  at: Time,
  project: z.object({ id: Id, name: z.string() }),
  template: z.object({ id: Id, name: z.string() }).nullable(),
  /** The workspace that the task works on, that has drifted, or is in step again. */
  workspace: z.string().nullable().default(null),
  /** `version` = what a build made or a deploy takes; `user` = who started it, the schedule that did stands apart. */
  task: z
    .object({
      id: Id,
      message: z.string(),
      version: z.string().nullable(),
      user: z.string().nullable(),
      commit: z.string().nullable().default(null),
      /** `null` = that of the repository. */
      branch: z.string().nullable().default(null),
      /** How long it has run. */
      seconds: z.int().nullable().default(null),
    })
    .nullable(),
  /** Of an approval: the run of a workflow and the node in it; `user` = who started it, `deadline` = until when people may decide. */
  run: z
    .object({
      id: Id,
      workflow: z.string(),
      node: z.string(),
      message: z.string(),
      user: z.string().nullable(),
      deadline: Time.nullable(),
    })
    .nullable()
    .default(null),
  runner: z.string().nullable(),
  schedule: z.object({ id: Id, name: z.string(), planned: Time }).nullable(),
  /** Why it ended or did not start, as an English sentence. */
  reason: z.string().nullable(),
  /** The same as a code; null = only the sentence is known. */
  problem: SentProblem.nullable().default(null),
  /** The first line of the log that names the failure; `number` counts from 1. Of a playbook host, step and message of the first failure. */
  line: z.object({ number: z.int(), text: z.string() }).nullable(),
});
export type AlertFacts = z.infer<typeof AlertFacts>;

/**
 * Body of the signed POST of an alert channel of type `webhook`. `link` is the page of the task, at the line that failed, or of the run;
 * null when the installation has no public address. Headers and signature are those of {@link NotificationHeader}.
 */
export const AlertBody = AlertFacts.extend({ link: z.string().nullable() });
export type AlertBody = z.infer<typeof AlertBody>;
