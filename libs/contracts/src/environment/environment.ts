import { z } from 'zod';
import { BodyId } from '../primitives/absent.js';
import { refuse } from '../errors/issue.js';
import { type Problem, problem } from '../errors/problem.js';
import { JsonObjectString, JsonScalarsString, parseObject } from '../primitives/json-string.js';
import { Id, Name } from '../primitives/primitives.js';
import { shownName } from '../task/ignored.js';
import { VaultReference } from '../vault-reference/vault-reference.js';
import { MAX_VARIABLE_NAME } from '../variable/usable-name.js';
import { environmentNameFault, variableNameFault } from '../variable/variable-name.js';

/** Refuses a JSON object whose names do not fit, naming the first that does not. */
const namesOf =
  (fault: (name: string) => Problem | null) =>
  (text: string | null, context: z.RefinementCtx<string | null>): void => {
    for (const name of Object.keys(parseObject(text))) {
      const found = fault(name);
      if (found !== null) {
        refuse(context, problem('name_in_object', { name: shownName(name), fault: found }));
        return;
      }
    }
  };

/** A change of one secret of an environment; its id suffices to delete it. Without an operation the entry is ignored. */
export const EnvironmentSecretInput = z
  .object({
    id: BodyId,
    type: z.enum(['var', 'env']),
    name: z
      .string()
      .max(MAX_VARIABLE_NAME)
      .nullish()
      .transform((value) => value?.trim() ?? ''),
    secret: z
      .string()
      .max(65_536)
      .nullish()
      .transform((value) => value ?? ''),
    /** Where the value is kept instead of here; `secret` is ignored then. */
    vault_reference: VaultReference,
    operation: z.enum(['create', 'update', 'delete', '']).nullish(),
  })
  .superRefine(({ type, name, operation }, context) => {
    const written = operation === 'create' || operation === 'update';
    const faultOf = type === 'env' ? environmentNameFault : variableNameFault;
    const fault = written ? faultOf(name) : null;
    if (fault !== null) {
      refuse(context, fault, { path: ['name'] });
    }
  });
export type EnvironmentSecretInput = z.infer<typeof EnvironmentSecretInput>;

const versions = (name: string, first: number): string[] =>
  [0, ...Array.from({ length: 11 - first }, (_, index) => first + index)].map((patch) => `${name}:v2.0.${patch}`);

/** Runner images that a group can name (resources 9). */
export const RUNNER_IMAGES: readonly string[] = [...versions('dind-runner', 2), ...versions('nodejs-runner', 3)];

/** The image that a stored password names; `null` = it is none, but may be a secret of an older client. */
export const runnerImageOf = (password: string): string | null => (RUNNER_IMAGES.includes(password) ? password : null);

/** Body of create and update. An absent `secrets` leaves the stored ones alone. */
export const EnvironmentInput = z.object({
  id: BodyId,
  project_id: BodyId,
  name: Name,
  /** The runner image, or what an older client keeps here. Absent or `null` leaves the stored one alone, an empty text removes it. */
  password: z
    .string()
    .max(255)
    .nullish()
    .transform((value) => value ?? null),
  json: JsonObjectString.superRefine(namesOf(variableNameFault)),
  env: JsonScalarsString.superRefine(namesOf(environmentNameFault)),
  secrets: z.array(EnvironmentSecretInput).max(1000).nullish(),
});
export type EnvironmentInput = z.infer<typeof EnvironmentInput>;

export const EnvironmentSecret = z.object({
  id: Id,
  type: z.enum(['var', 'env']),
  name: z.string(),
  secret: z.literal(''),
  /** Where the value is kept; `null` = here. */
  vault_reference: z.string().nullable(),
  operation: z.literal(''),
});
export type EnvironmentSecret = z.infer<typeof EnvironmentSecret>;

export const Environment = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  /** The runner image, where the stored text is one of them; lists leave it out. */
  password: z.string().max(255).nullable(),
  json: z.string(),
  env: z.string().nullable(),
  secrets: z.array(EnvironmentSecret),
});
export type Environment = z.infer<typeof Environment>;
