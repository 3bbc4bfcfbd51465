import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { Dictionary } from '../primitives/bounded.js';
import { isStorable } from '../primitives/json-text.js';
import { Id, Time } from '../primitives/primitives.js';
import { SentProblem } from '../refusal/sent-problem.js';
import { SentIssue } from '../refusal/error-body.js';
import { PullRequest } from '../pull-request/pull-request.js';
import { Ignored } from '../task/ignored.js';
import { BodyDataType, MatchMethod, VariableType, WebhookPart } from './matcher.js';

/**
 * Result of a webhook at one integration. `duplicate` = its delivery id, or its commit a moment ago, had a task already;
 * `not_matched` = a matcher does not hold, or there is none; `awaiting_approval` = a person must approve it, as it is of a fork;
 * `refused` = the launch does not fit the template; `unauthorized` = the sender did not prove itself; `unreadable` = its body is
 * no valid JSON.
 */
export const WebhookResult = z.enum([
  'started',
  'duplicate',
  'not_matched',
  'awaiting_approval',
  'refused',
  'unauthorized',
  'unreadable',
  'failed',
]);
export type WebhookResult = z.infer<typeof WebhookResult>;

/** Most characters of a value of a webhook that the log shows. */
export const MAX_SHOWN_VALUE = 200;

/** Whether a matcher held, and the value that it compared; `null` = the webhook has none there. */
export const MatcherVerdict = z.object({
  id: Id,
  name: z.string(),
  match_type: WebhookPart,
  body_data_type: BodyDataType.nullable(),
  key: z.string(),
  method: MatchMethod,
  value: z.string(),
  compared: z.string().nullable(),
  holds: z.boolean(),
});
export type MatcherVerdict = z.infer<typeof MatcherVerdict>;

/** Value that was extracted for the launch; `null` = the webhook has none there, and the launch goes without. */
export const ExtractedVariable = z.object({
  id: Id,
  name: z.string(),
  variable: z.string(),
  variable_type: VariableType,
  value: z.string().nullable(),
});
export type ExtractedVariable = z.infer<typeof ExtractedVariable>;

/** Verdicts of the matchers, extracted values, and the parts of the launch that are left out or do not fit. Secrets are masked. */
const reading = {
  verdicts: z.array(MatcherVerdict),
  extracted: z.array(ExtractedVariable),
  issues: z.array(SentIssue),
  ignored: z.array(Ignored),
};

/** Most issues that are kept of a refusal. */
export const MAX_KEPT_ISSUES = 10;

/** A webhook at one integration, as its delivery log shows it. */
export const IntegrationDelivery = z.object({
  id: z.uuid(),
  integration_id: Id,
  received: Time,
  /** Address of the sender. */
  sender: z.string(),
  /** Event as the sender names it; `''` = it names none. */
  event: z.string(),
  /** The sender's id of the delivery; `null` = it gave none, so that a repetition starts a task again. */
  delivery_key: z.string().nullable(),
  /** Sent to an address of the project, so that matchers decided. */
  searched: z.boolean(),
  /** Delivered again by a person. */
  redelivered: z.boolean(),
  result: WebhookResult,
  task_id: Id.nullable(),
  /** The pull request that its template runs on; `null` = it is none, or the template does not. */
  pull_request: PullRequest.nullable(),
  /** When a person approved it, and who; `null` = nobody, or somebody who is gone. */
  approved: Time.nullable(),
  approved_by: z.string().nullable(),
  /** Branch and commit of its task, from the launch or the checkout; `null` = there is no task any more. */
  code: z.object({ git_branch: z.string().nullable(), commit_hash: z.string().nullable() }).nullable(),
  problem: SentProblem.nullable(),
  ...reading,
  /** Bytes of the body. */
  size: z.int(),
  /** Its body is kept, so that it can be delivered again. */
  can_redeliver: z.boolean(),
});
export type IntegrationDelivery = z.infer<typeof IntegrationDelivery>;

/** Deliveries of an integration that its log answers, newest first. */
export const SHOWN_DELIVERIES = 100;

/** Most bytes of a body that is tried or kept for another delivery, and most characters of what is tried. */
export const MAX_TRIED_BODY = 262_144;

/** Body of `POST …/integrations/{id}/test`: a webhook that starts nothing. */
export const WebhookTrial = z.object({
  headers: Dictionary(z.string().max(4_096), { max: 100, nameLength: 128 })
    .nullish()
    .transform((value) => value ?? {}),
  body: z
    .string()
    .max(MAX_TRIED_BODY)
    .refine(isStorable, withProblem('not_storable'))
    .nullish()
    .transform((value) => value ?? ''),
});
export type WebhookTrial = z.infer<typeof WebhookTrial>;

/** Result that a webhook would have. */
export const WebhookTrialAnswer = z.object({
  /** All matchers hold, and there is one. */
  matches: z.boolean(),
  /** Why the body is no JSON document; `null` = it is one, or is empty. */
  problem: SentProblem.nullable(),
  ...reading,
});
export type WebhookTrialAnswer = z.infer<typeof WebhookTrialAnswer>;
