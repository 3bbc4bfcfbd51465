import { ID_TOKEN_SECONDS } from '@switchyard/contracts';

/** Clocks differ: a verifier may be this many seconds behind. */
const SKEW_SECONDS = 60;
/** Longest text of a claim, in characters. */
const MAX_CLAIM = 255;

/** How a task was started. */
export const TRIGGERS = ['user', 'schedule', 'webhook', 'pull_request', 'workflow', 'build'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** A task of which the start is known. */
interface StartedTask {
  userId: number | null;
  scheduleId: number | null;
  integrationId: number | null;
  isOfPullRequest: boolean;
  isOfWorkflow: boolean;
}

/** What started the task. One that nothing else started deploys what a build made. */
export function triggerOf({ userId, scheduleId, integrationId, isOfPullRequest, isOfWorkflow }: StartedTask): Trigger {
  if (isOfPullRequest) {
    return 'pull_request';
  }
  if (isOfWorkflow) {
    return 'workflow';
  }
  if (integrationId !== null) {
    return 'webhook';
  }
  if (scheduleId !== null) {
    return 'schedule';
  }
  return userId === null ? 'build' : 'user';
}

/** Facts about the attempt that gets a token; `null` = there is none, and the claim is absent. */
export interface IdTokenFacts {
  project_id: number;
  project: string;
  template_id: number;
  template: string;
  task_id: number;
  /** Number of the attempt, from 1. */
  attempt: number;
  trigger: Trigger;
  user_id: number | null;
  /** Login of the user. */
  user: string | null;
  /** The branch whose head was checked out. */
  branch: string | null;
  commit: string | null;
  /** Variable group. */
  environment_id: number | null;
  environment: string | null;
}

/** Where a token comes from, and for whom it is. */
interface Envelope {
  issuer: string;
  audience: string;
  /** Makes the token unique. */
  id: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Names of all claims. */
export const CLAIMS = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'nbf',
  'jti',
  'project_id',
  'project',
  'template_id',
  'template',
  'task_id',
  'attempt',
  'trigger',
  'user_id',
  'user',
  'branch',
  'commit',
  'environment_id',
  'environment',
] as const;

/**
 * The claims of one ID token. The subject names project and template by their ids, which nobody can take over by a name. Ids
 * are texts, because trust policies compare texts.
 */
export function idTokenClaims(facts: IdTokenFacts, { issuer, audience, id, now }: Envelope): Record<string, unknown> {
  const seconds = Math.floor(now / 1_000);
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== '');
  return {
    iss: issuer,
    sub: `project:${facts.project_id}:template:${facts.template_id}`,
    aud: audience,
    exp: seconds + ID_TOKEN_SECONDS,
    iat: seconds,
    nbf: seconds - SKEW_SECONDS,
    jti: id,
    ...Object.fromEntries(known.map(([name, value]) => [name, cut(String(value))])),
  };
}

/** Without half a character at its end. */
const cut = (text: string): string => text.slice(0, MAX_CLAIM).replace(/\p{Surrogate}$/u, '');
