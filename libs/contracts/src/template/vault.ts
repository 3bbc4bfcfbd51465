import { z } from 'zod';
import { BodyId } from '../primitives/absent.js';
import { refuse, withProblem } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { Id, Ref } from '../primitives/primitives.js';
import { relativePathFault } from '../primitives/safe-path.js';

/** Client script of an Ansible vault: its name must end in `-client` before the extension (Ansible, vault identities). */
const CLIENT_SCRIPT = /^[\w./-]+-client(\.\w+)?$/;

/** Name by which Ansible knows a vault that has none. */
const DEFAULT_VAULT = 'default';
const vaultId = ({ name }: { name: string | null }): string => name ?? DEFAULT_VAULT;

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
    const script = vault.script ?? '';
    if (vault.type === 'script' && (!CLIENT_SCRIPT.test(script) || relativePathFault(script) !== null)) {
      refuse(context, problem('vault_script'), { path: ['script'] });
    }
  });
export type TemplateVaultInput = z.infer<typeof TemplateVaultInput>;

export const TemplateVaultsInput = z
  .array(TemplateVaultInput)
  .max(64)
  .nullish()
  .transform((value) => value ?? [])
  .refine((vaults) => new Set(vaults.map(vaultId)).size === vaults.length, withProblem('unique_names'));

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
