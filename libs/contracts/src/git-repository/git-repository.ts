import { z } from 'zod';
import { BodyId } from '../primitives/absent.js';
import { Id, Name } from '../primitives/primitives.js';
import { branchFault, gitUrlKind } from './git-url.js';
import { holdsCredentials } from './url-credentials.js';

/** Branch or tag name; empty allowed. */
export const Branch = z
  .string()
  .max(255, 'is not a valid branch or tag name')
  .nullish()
  .transform((value) => (value ?? '').trim())
  .superRefine((value, context) => {
    const fault = value && branchFault(value);
    if (fault) {
      context.addIssue({ code: 'custom', message: fault });
    }
  });

/** Body of create and update. The branch may be empty for a local directory only. */
export const GitRepositoryInput = z
  .object({
    id: BodyId,
    project_id: BodyId,
    name: Name,
    git_url: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(2048, 'must be at most 2048 characters')
      .refine((value) => gitUrlKind(value) !== null, 'must be a git, file, ssh, http or https URL, or an absolute path')
      .refine(
        (value) => !holdsCredentials(value),
        'must hold no user name, password, token or query: keep them in a key of the key store and choose that key',
      ),
    git_branch: Branch,
    ssh_key_id: Id,
  })
  .refine((value) => value.git_branch !== '' || gitUrlKind(value.git_url) === 'local', {
    path: ['git_branch'],
    message: 'must not be empty',
  });
export type GitRepositoryInput = z.infer<typeof GitRepositoryInput>;

export const GitRepository = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  /** Without credentials, also where some were stored with it. */
  git_url: z.string(),
  git_branch: z.string(),
  ssh_key_id: Id,
});
export type GitRepository = z.infer<typeof GitRepository>;
