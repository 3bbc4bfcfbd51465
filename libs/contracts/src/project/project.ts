import { z } from 'zod';
import { Role } from '../permission/permission.js';
import { withProblem } from '../errors/issue.js';
import { BodyId, emptyIsZero, nullIsAbsent } from '../primitives/absent.js';
import { Flag, Id, Name, Time } from '../primitives/primitives.js';
import { VaultAddress, VaultNamespace } from '../vault-reference/vault-reference.js';

/** Upper bound 0 = unlimited. */
export const MaxParallelTasks = emptyIsZero(
  z
    .int()
    .min(0)
    .max(100_000)
    .nullish()
    .transform((value) => value ?? 0),
);

/** Query of the list: with `deleting` also the projects whose rows are still being removed. */
export const ProjectListQuery = z.object({ deleting: z.enum(['true', 'false']).optional() });
export type ProjectListQuery = z.infer<typeof ProjectListQuery>;

/** Body of create. Of the vault, what is absent leaves what is stored alone, and what is empty removes it. */
export const ProjectInput = z.object({
  id: BodyId,
  name: Name,
  alert: Flag,
  alert_chat: z
    .string()
    .max(255)
    .nullish()
    .transform((value) => value || null),
  max_parallel_tasks: MaxParallelTasks,
  /** Absent leaves it as it is, at first off. */
  allow_log_links: nullIsAbsent(z.boolean()),
  type: z
    .enum(['', 'premium'])
    .nullish()
    .transform((value) => value ?? ''),
  vault_token: nullIsAbsent(
    z
      .string()
      .max(4096)
      .regex(/^[\x21-\x7e]*$/, withProblem('visible_ascii')),
  ),
  /** Another vault than the server's. It may change only together with the token. */
  vault_address: nullIsAbsent(VaultAddress),
  vault_namespace: nullIsAbsent(VaultNamespace),
  demo: Flag,
});
export type ProjectInput = z.infer<typeof ProjectInput>;

/** Body of update: a project keeps its type for life, so the member is ignored. */
export const ProjectUpdate = ProjectInput.omit({ type: true, demo: true });
export type ProjectUpdate = z.infer<typeof ProjectUpdate>;

export const Project = z.object({
  id: Id,
  name: z.string(),
  created: Time,
  alert: z.boolean(),
  alert_chat: z.string().nullable(),
  max_parallel_tasks: z.int(),
  /** Members may make links by which a log is read without signing in. */
  allow_log_links: z.boolean(),
  type: z.string(),
  /** Empty = the vault of the server. */
  vault_address: z.string(),
  vault_namespace: z.string(),
  /** A token for the vault is stored. */
  vault_token_stored: z.boolean(),
  /** It is going: its name is all that is left of it. Lists leave it out unless they are asked for it. */
  deleting: z.boolean(),
});
export type Project = z.infer<typeof Project>;

/** How far the clearing of a project's caches has come, over all runners that may hold some. */
export const CacheClearing = z.object({
  runners: z.int(),
  /** Runners that are online and have yet to clear. */
  left: z.int(),
  /** Runners that clear once they are back. */
  away: z.int(),
});
export type CacheClearing = z.infer<typeof CacheClearing>;

/** How much goes with a project. */
export const ProjectContents = z.object({
  templates: z.int(),
  /** Each with its log and results. */
  tasks: z.int(),
  /** Versions of Terraform states. */
  states: z.int(),
  schedules: z.int(),
  integrations: z.int(),
  runners: z.int(),
});
export type ProjectContents = z.infer<typeof ProjectContents>;

/** Role of the caller in a project; the answer of `GET /api/user/roles` is a list of them. */
export const OwnRole = z.object({ project_id: Id, role: Role });
export type OwnRole = z.infer<typeof OwnRole>;

/** A member of a project; `id` is the user's id, and so is `user_id`, by which the body that adds a member names it. */
export const ProjectUser = z.object({
  id: Id,
  user_id: Id,
  username: z.string(),
  name: z.string(),
  role: z.string(),
  /** The group that gives the role at each sign-in; `null` = given by hand. */
  by_group: z.string().nullable(),
});
export type ProjectUser = z.infer<typeof ProjectUser>;

/** Body that adds a member. */
export const MemberInput = z.object({ user_id: Id, role: Role });
export type MemberInput = z.infer<typeof MemberInput>;

/** Body that changes a member: the member object, of which the role alone is read. */
export const MemberUpdate = z.object({ role: Role });
export type MemberUpdate = z.infer<typeof MemberUpdate>;
