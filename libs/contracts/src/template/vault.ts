import { z } from 'zod';
import { BodyId } from '../primitives/absent.js';
import { besideOthers, refuse, textOrNone, withProblem } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { refuseTaken } from '../errors/refuse-taken.js';
import { Id, Ref } from '../primitives/primitives.js';
import { relativePathFault } from '../primitives/safe-path.js';

/** Client script of an Ansible vault: its name must end in `-client` before the extension (Ansible, vault identities). */
const CLIENT_SCRIPT = /^[\w./-]+-client(\.\w+)?$/;

/** Name by which Ansible knows a vault that has none. */
const DEFAULT_VAULT = 'default';
/** By which no other vault of the template may go. */
export const vaultId = ({ name }: { name: string | null }): string => name ?? DEFAULT_VAULT;

/**
 * A vault of a template. Names are trimmed and lower-cased, a null name is the default vault. Without a type it has a
 * password.
 */
export const TemplateVaultInput = z
  .object({
    id: BodyId,
    name: z
      .string()
      .max(100, withProblem('vault_name'))
      .nullish()
      .transform((value) => value?.trim().toLowerCase() || null)
      .refine((value) => value === null || /^[a-z0-9_][a-z0-9_.-]{0,63}$/.test(value), withProblem('vault_name')),
    type: z
      .enum(['password', 'script'])
      .nullish()
      .transform((value) => value ?? 'password'),
    vault_key_id: Ref,
    script: z
      .string()
      .max(1024)
      .nullish()
      .transform((value) => value?.trim() || null),
  })
  .superRefine((vault, context) => {
    if (vault.type === 'password' && vault.vault_key_id === null) {
      refuse(context, problem('empty'), { path: ['vault_key_id'] });
    }
    const script = textOrNone(vault.script);
    if (vault.type === 'script' && (!CLIENT_SCRIPT.test(script) || relativePathFault(script) !== null)) {
      refuse(context, problem('vault_script'), { path: ['script'] });
    }
  }, besideOthers);
export type TemplateVaultInput = z.infer<typeof TemplateVaultInput>;

export const TemplateVaultsInput = z
  .array(TemplateVaultInput)
  .max(64)
  .nullish()
  .transform((value) => value ?? [])
  .superRefine((vaults, context) => refuseTaken(vaults.map(vaultId), context));

export const TemplateVault = z.object({
  id: Id,
  project_id: Id,
  template_id: Id,
  name: z.string().nullable(),
  type: z.enum(['password', 'script']),
  vault_key_id: Id.nullable(),
  script: z.string().nullable(),
});
export type TemplateVault = z.infer<typeof TemplateVault>;
