import { Id, Role } from '@switchyard/contracts';
import { z } from 'zod';

/** Most roles that the groups of an installation give. */
const MAX_GRANTS = 1_000;

const Grant = z
  .strictObject({
    /** `oidc:` and the id of a provider, or `ldap`. */
    provider: z.string().min(1, 'must not be empty').max(100),
    /** As the provider names it; a group of the directory by its DN. */
    group: z.string().min(1, 'must not be empty').max(500),
    /** The id of a project, as in its address; `*` = each project. */
    project: z.union([Id, z.literal('*')]).optional(),
    role: Role.optional(),
    /** Makes administrators. */
    admin: z.literal(true).optional(),
  })
  .refine(({ project, role, admin }) => (admin ? !project && !role : project !== undefined && role !== undefined), {
    error: 'must have either project and role, or admin: true',
  });

/** What a group gives to the people in it. */
export type GroupGrant = z.infer<typeof Grant>;

/** A JSON list of what groups give; in the settings file it may be written as a list of mappings. */
export const groupRolesSetting = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON list of roles' });
      return z.NEVER;
    }
  })
  .pipe(z.array(Grant).max(MAX_GRANTS));
