import { z } from 'zod';
import { besideOthers, refuse, withProblem } from '../errors/issue.js';
import type { Problem } from '../errors/problem.js';
import { Id, Name } from '../primitives/primitives.js';
import { Sender } from '../forge/sender.js';
import { BodyId, SentRef } from '../primitives/absent.js';
import { isStorable } from '../primitives/json-text.js';
import { RelativePath } from '../primitives/safe-path.js';
import { branchFault, gitUrlKind } from './git-url.js';
import { addressPrefixFault, certificatesFault, hostKeysFault, MAX_TRUST, webPageFault } from './server-trust.js';
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

const MAX_ADDRESS = 2_048;

/** Trimmed text in which nothing is wrong; a missing member is `undefined`, which keeps what is stored. */
const Judged = (most: number, faultOf: (text: string) => Problem | null) =>
  z
    .string()
    .max(most)
    .refine(isStorable, withProblem('not_storable'))
    .transform((value) => value.trim())
    .superRefine((value, context) => {
      const fault = faultOf(value);
      if (fault) {
        refuse(context, fault);
      }
    })
    .nullish()
    .transform((value) => value ?? undefined);

const MAX_PATHS = 100;

/** Directories below the root, without `.` and needless slashes. */
const Directories = z
  .array(
    RelativePath.transform((path) =>
      path
        .split('/')
        .filter((part) => !['', '.'].includes(part))
        .join('/'),
    ).refine((path) => path !== '', withProblem('empty')),
  )
  .max(MAX_PATHS)
  .nullish()
  .transform((value) => value ?? undefined);

const Switch = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined);

/** Body of create and update. */
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
    /** Absent or empty = the default branch, as the server of the repository names it when a task checks it out. */
    git_branch: Branch,
    ssh_key_id: Id,
    /** Fetch the files that Git LFS keeps; on unless it is sent. */
    lfs: Switch,
    /** Check submodules out; on unless it is sent. */
    submodules: Switch,
    /** Directories that are checked out, with the files of the root and those beside them; none = everything. */
    paths: Directories,
    /** Certificates, in PEM, of the authorities that its web server is trusted by, instead of those of the runner. */
    ca_certificates: Judged(MAX_TRUST, certificatesFault),
    /** The host keys its server may show, as `ssh-keyscan` prints them; empty = the one that a runner sees first. */
    known_hosts: Judged(MAX_TRUST, hostKeysFault),
    /** Key for addresses that begin with `second_key_prefix`, such as those of submodules. */
    second_key_id: SentRef,
    second_key_prefix: Judged(MAX_ADDRESS, addressPrefixFault),
    /** Kind of the forge; empty = it is derived from the host. */
    forge: z
      .enum([...Sender.options, ''])
      .nullish()
      .transform((value) => value ?? undefined),
    /** Its page on the forge, for links; empty = it follows from `git_url`. */
    web_url: Judged(MAX_ADDRESS, webPageFault),
    /** Key with the token that reports the statuses of commits to its forge; none = nothing is reported. */
    status_key_id: SentRef,
  })
  .refine((value) => !value.second_key_id || Boolean(value.second_key_prefix), {
    path: ['second_key_prefix'],
    ...withProblem('empty'),
    ...besideOthers,
  });
export type GitRepositoryInput = z.infer<typeof GitRepositoryInput>;

const fields = GitRepositoryInput.shape;

/** How a repository that is not stored yet would be reached. */
export const RepositoryTest = z
  .object({
    git_url: fields.git_url,
    ssh_key_id: fields.ssh_key_id,
    ca_certificates: fields.ca_certificates,
    known_hosts: fields.known_hosts,
    second_key_id: fields.second_key_id,
    second_key_prefix: fields.second_key_prefix,
    /** The one branch or tag that is looked for; absent or empty = all branches. */
    branch: Branch,
  })
  .refine((value) => !value.second_key_id || Boolean(value.second_key_prefix), {
    path: ['second_key_prefix'],
    ...withProblem('empty'),
    ...besideOthers,
  });
export type RepositoryTest = z.infer<typeof RepositoryTest>;

export const GitRepository = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  /** Without credentials, also where some were stored with it. */
  git_url: z.string(),
  git_branch: z.string(),
  ssh_key_id: Id,
  lfs: z.boolean(),
  submodules: z.boolean(),
  paths: z.array(z.string()),
  ca_certificates: z.string(),
  known_hosts: z.string(),
  second_key_id: Id.nullable(),
  second_key_prefix: z.string(),
  forge: z.enum([...Sender.options, '']),
  web_url: z.string(),
  status_key_id: Id.nullable(),
});
export type GitRepository = z.infer<typeof GitRepository>;
