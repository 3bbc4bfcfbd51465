import { z } from 'zod';
import { besideOthers, refuse, withProblem } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { BodyId, nullIsAbsent } from '../primitives/absent.js';
import { Flag, hasNoControl, Id, KeptFlag, Name, Ref } from '../primitives/primitives.js';
import { SentTaskParams, ShownTaskParams } from '../schedule/schedule.js';
import { KeyText } from './key-text.js';
import { Sender } from '../forge/sender.js';

/** How the sender of a webhook proves itself; `''` and `none` = it need not, `standard` = as Standard Webhooks and signing tokens of GitLab do. */
export const INTEGRATION_AUTH_METHODS = [
  '',
  'none',
  'github',
  'gitlab',
  'standard',
  'bitbucket',
  'token',
  'hmac',
  'basic',
] as const;
export const IntegrationAuthMethod = z.enum(INTEGRATION_AUTH_METHODS);
export type IntegrationAuthMethod = z.infer<typeof IntegrationAuthMethod>;

export const HMAC_ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;
export const HmacAlgorithm = z.enum(HMAC_ALGORITHMS);
export type HmacAlgorithm = z.infer<typeof HmacAlgorithm>;

/** Whether a sender has to prove itself. */
export const provesSender = (method: IntegrationAuthMethod): boolean => method !== '' && method !== 'none';

/** Whether the method reads a header that people name. */
export const needsAuthHeader = (method: IntegrationAuthMethod): boolean => method === 'token' || method === 'hmac';

/** Most patterns for branches, and for files, of an integration. */
export const MAX_PATTERNS = 50;

/** Patterns in which `*` and `?` stop at a slash and `**` does not. */
const Patterns = nullIsAbsent(
  z.array(z.string().trim().min(1).max(255).refine(hasNoControl, withProblem('not_storable'))).max(MAX_PATTERNS),
);

/** Body of create and update. Answers to secret questions that are stored stay where none is sent. */
export const IntegrationInput = z
  .object({
    id: BodyId,
    project_id: BodyId,
    name: Name,
    template_id: Id,
    auth_method: z
      .enum(INTEGRATION_AUTH_METHODS)
      .nullish()
      .transform((value): IntegrationAuthMethod => value ?? ''),
    /** Header that holds the token or the signature. */
    auth_header: KeyText(128),
    /** Key with the secret, and the login for `basic`. */
    auth_secret_id: Ref,
    /** Digest of `hmac`; `sha256` unless it is sent. It and the members that follow it, but for `searchable`, stay where a change leaves them out. */
    hmac_algorithm: nullIsAbsent(HmacAlgorithm),
    /** Text before the hex digits of the signature, such as `sha256=`. */
    hmac_prefix: nullIsAbsent(KeyText(32)),
    /** Found by the aliases of the project when its matchers hold, and it has some. */
    searchable: Flag,
    /** Answers 204 without a body instead of 202 with the ids of tasks. */
    empty_answer: KeptFlag,
    /** Its own addresses start it whatever its matchers say, as they did in old versions. */
    ignores_matchers: KeptFlag,
    /** A task that it starts stops those that senders started before on the same branch. */
    stops_older: KeptFlag,
    /** Branches, or whole names of tags, whose pushes start it; none = all. */
    branches: Patterns,
    /** A push starts it when it changes one of these files; none = all. Files that the sender does not list start it. */
    paths: Patterns,
    task_params: SentTaskParams,
    /** A new one gets matchers and values for pushes of this forge, see `senderPreset`; a change leaves them alone. */
    preset: Sender.nullish(),
  })
  .superRefine(({ auth_method: method, auth_secret_id: secret, auth_header: header }, context) => {
    if (INTEGRATION_AUTH_METHODS.includes(method) && provesSender(method) && secret === null) {
      refuse(context, problem('required'), { path: ['auth_secret_id'] });
    }
    if (needsAuthHeader(method) && header === '') {
      refuse(context, problem('required'), { path: ['auth_header'] });
    }
  }, besideOthers);
export type IntegrationInput = z.infer<typeof IntegrationInput>;

export const Integration = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  template_id: Id,
  auth_method: IntegrationAuthMethod,
  auth_header: z.string(),
  auth_secret_id: Id.nullable(),
  hmac_algorithm: HmacAlgorithm,
  hmac_prefix: z.string(),
  searchable: z.boolean(),
  empty_answer: z.boolean(),
  stops_older: z.boolean(),
  branches: z.array(z.string()),
  paths: z.array(z.string()),
  /** Its own addresses start it whatever its matchers say. */
  ignores_matchers: z.boolean(),
  task_params: ShownTaskParams,
  /** Names of the secret answers that are stored; empty in lists. */
  secret_names: z.array(z.string()),
});
export type Integration = z.infer<typeof Integration>;

/** An address that webhooks are sent to: of one integration, or of all searchable ones of a project. */
export const IntegrationAlias = z.object({
  id: Id,
  /** For members who may not manage resources its last part is hidden. */
  url: z.string(),
});
export type IntegrationAlias = z.infer<typeof IntegrationAlias>;

const Named = z.array(z.object({ id: Id, name: z.string() }));

/** Parts of an integration, which are deleted with it. */
export const IntegrationReferences = z.object({ matchers: Named, values: Named });
export type IntegrationReferences = z.infer<typeof IntegrationReferences>;

/** References to a matcher or a value: there are none. */
export const IntegrationPartReferences = z.object({ integrations: Named });
export type IntegrationPartReferences = z.infer<typeof IntegrationPartReferences>;

/** Answer to a webhook: the tasks that it started, or had started when it came before. */
export const IntegrationAnswer = z.object({ task_ids: z.array(Id) });
export type IntegrationAnswer = z.infer<typeof IntegrationAnswer>;
