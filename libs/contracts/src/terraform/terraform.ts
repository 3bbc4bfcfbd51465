import { z } from 'zod';
import { BodyId } from '../primitives/absent.js';
import { Id, Time } from '../primitives/primitives.js';
import { hasNoControl, withVisibleControls } from '../primitives/visible-text.js';

/** An address of the HTTP backend, for one workspace and people outside of tasks. */
export const TerraformAlias = z.object({
  id: Id,
  project_id: Id,
  inventory_id: Id,
  /** Last part of the address. */
  alias: z.string(),
  url: z.string(),
  auth_key_id: Id,
});
export type TerraformAlias = z.infer<typeof TerraformAlias>;

/** Body of create and update. The key holds the login and password that the backend asks for. */
export const TerraformAliasInput = z.object({ id: BodyId, auth_key_id: Id });
export type TerraformAliasInput = z.infer<typeof TerraformAliasInput>;

/** A version of the state of a workspace. */
export const TerraformState = z.object({
  id: Id,
  project_id: Id,
  inventory_id: Id,
  /** The task that wrote it; `null` = it came from outside of tasks. */
  task_id: Id.nullable(),
  /** Login of the person who pushed or restored it, or started its task; `null` = it came by an alias. */
  author: z.string().nullable(),
  created: Time,
  serial: z.int(),
  lineage: z.string(),
  /** Bytes. */
  size: z.int(),
  /** The backend answers this version. */
  current: z.boolean(),
  /** Resources that were added, changed and removed since the version before; `null` = not counted. */
  added: z.int().nullable(),
  changed: z.int().nullable(),
  removed: z.int().nullable(),
});
export type TerraformState = z.infer<typeof TerraformState>;

/**
 * A state that a task could not save. It is no version before somebody accepts it. `follows` = it is what comes after the current
 * version; otherwise that has moved on since, or is of another lineage, and accepting replaces it.
 */
export const OfferedState = TerraformState.omit({ current: true, added: true, changed: true, removed: true }).extend({
  follows: z.boolean(),
  /** Serial of the current version; `null` = there is none. */
  current_serial: z.int().nullable(),
});
export type OfferedState = z.infer<typeof OfferedState>;

/** Body of `accept`. `replace` = also when the state does not follow the current version. */
export const AcceptState = z.object({ replace: z.boolean().default(false) });
export type AcceptState = z.infer<typeof AcceptState>;

/** Most resources that are named of each kind of change. */
export const MAX_NAMED_CHANGES = 100;

/** Addresses of the resources that a version differs in from the one before, the first of each kind. */
export const TerraformStateDifference = z.object({
  /** Serial of the version before. */
  against: z.int(),
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
});
export type TerraformStateDifference = z.infer<typeof TerraformStateDifference>;

/** As {@link TerraformState}, with its JSON as a text in which sensitive values are `null`. */
export const TerraformStateContent = TerraformState.extend({
  state: z.string(),
  /** `null` = there is no version before, or it cannot be compared. */
  difference: TerraformStateDifference.nullable(),
});
export type TerraformStateContent = z.infer<typeof TerraformStateContent>;

/** Printed by other people's terminals, so that control characters in it are shown as their code points. */
const LockText = z
  .string()
  .max(2_048)
  .nullish()
  .transform((value) => withVisibleControls(value ?? ''));

/** Lock as Terraform sends it, and as it prints a lock that somebody else holds. */
export const TerraformLockInfo = z.object({
  ID: z.string().min(1).max(255).refine(hasNoControl),
  Operation: LockText,
  Info: LockText,
  Who: LockText,
  Version: LockText,
  Created: LockText,
  Path: LockText,
});
export type TerraformLockInfo = z.infer<typeof TerraformLockInfo>;

/** Body of an unlock. `terraform force-unlock` sends no id: any lock that an alias took is meant. */
export const TerraformUnlock = TerraformLockInfo.partial({ ID: true }).optional();
export type TerraformUnlock = z.infer<typeof TerraformUnlock>;

/** Query of the HTTP backend. `ID` = lock of the sender; `force` = take a lower serial or another lineage. */
export const TerraformBackendQuery = z.object({
  ID: z.string().max(255).optional(),
  force: z.literal(['true', '1']).optional(),
});
export type TerraformBackendQuery = z.infer<typeof TerraformBackendQuery>;

/** Query of a state that a person sends. `force` = take it whatever serial and lineage are. */
export const StatePushQuery = TerraformBackendQuery.pick({ force: true });
export type StatePushQuery = z.infer<typeof StatePushQuery>;

/** The lock of a workspace as the console shows it. */
export const TerraformLock = z.object({
  id: z.string(),
  operation: z.string(),
  who: z.string(),
  created: Time,
  task_id: Id.nullable(),
  /** Runner of the task; `null` = it is no task, or the runner is deleted. */
  runner: z.string().nullable(),
  /**
   * Since when the lease of its task is lost: the lock stays until the runner has answered, because its tool may still be at work.
   * `null` = it is not.
   */
  lost: Time.nullable(),
});
export type TerraformLock = z.infer<typeof TerraformLock>;

/** Whether a workspace is locked. */
export const TerraformLockState = z.object({ lock: TerraformLock.nullable() });
export type TerraformLockState = z.infer<typeof TerraformLockState>;
