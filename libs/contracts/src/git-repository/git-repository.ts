import { z } from 'zod';
import { BodyId } from '../primitives/absent.js';
import { besideOthers, refuse, withProblem } from '../errors/issue.js';
import { Id, Name } from '../primitives/primitives.js';
import { branchFault, gitUrlKind } from './git-url.js';
import { holdsCredentials } from './url-credentials.js';

/** Branch or tag name; empty allowed. */
export const Branch = z
  .string()
  .max(255, withProblem('branch'))
  .nullish()
  .transform((value) => (value ?? '').trim())
  .superRefine((value, context) => {
    const fault = value === '' ? null : branchFault(value);
    if (fault) {
      refuse(context, fault);
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
      .min(1)
      .max(2048)
      .refine((value) => value === '' || gitUrlKind(value) !== null, withProblem('git_url'))
      .refine((value) => !holdsCredentials(value), withProblem('git_url_credentials')),
    git_branch: Branch,
    ssh_key_id: Id,
  })
  .refine((value) => value.git_branch !== '' || gitUrlKind(String(value.git_url)) === 'local', {
    path: ['git_branch'],
    ...withProblem('empty'),
    ...besideOthers,
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
