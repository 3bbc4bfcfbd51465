import { z } from 'zod';
import { type AppFamily, appFamily } from '../app/app-family.js';
import { BodyId, SentRef } from '../primitives/absent.js';
import { besideOthers, refuse } from '../errors/issue.js';
import { type Problem, problem } from '../errors/problem.js';
import { Id, Name, Ref } from '../primitives/primitives.js';
import { relativePathFault } from '../primitives/safe-path.js';
import { RunnerTag } from '../runner/tag.js';
import { INVENTORY_TYPES, isWorkspaceType, WORKSPACE_TYPES, type WorkspaceType } from './inventory-types.js';

export const InventoryType = z.enum(INVENTORY_TYPES);
export type InventoryType = z.infer<typeof InventoryType>;

const FAMILY_INVENTORY_TYPES: Readonly<Record<AppFamily, readonly InventoryType[] | undefined>> = {
  ansible: ['static', 'static-yaml', 'file'],
  terraform: WORKSPACE_TYPES,
  pulumi: WORKSPACE_TYPES,
  script: undefined,
};

/**
 * Inventory types that an app can use, if it takes inventories at all. Every planned app takes a workspace of either type;
 * it names the stack of a Pulumi program.
 */
export const inventoryTypesOf = (app: string): readonly InventoryType[] | undefined =>
  FAMILY_INVENTORY_TYPES[appFamily(app)];

/** Type of the workspace that a template of the Terraform family is given; `null` for other apps. */
export function workspaceTypeOf(app: string): WorkspaceType | null {
  if (appFamily(app) !== 'terraform') {
    return null;
  }
  return app === 'tofu' ? 'tofu-workspace' : 'terraform-workspace';
}

/** Name of the workspace that a template is given, and of the one that tools have without any. */
export const DEFAULT_WORKSPACE = 'default';

const PART = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,89}';
/** The name of a workspace, or of a stack with its project and organization before it. */
const WORKSPACE = new RegExp(`^(?:${PART}/){0,2}${PART}$`);

/** Whether the app cannot use a workspace for its name: one with a slash is a stack (`organization/project/stack`). */
export const isForeignStack = (app: string, { type, inventory }: Pick<Inventory, 'type' | 'inventory'>): boolean =>
  isWorkspaceType(type) && appFamily(app) !== 'pulumi' && inventory.includes('/');

/** Why the `inventory` member does not fit its type, or `null`. */
export function inventoryFault(type: InventoryType, inventory: string): Problem | null {
  if (type === 'file') {
    return inventory.trim() === '' ? problem('empty') : relativePathFault(inventory.trim());
  }
  if (isWorkspaceType(type)) {
    return inventory === '' ? problem('empty') : WORKSPACE.test(inventory) ? null : problem('workspace');
  }
  return null;
}

/** Most characters of an inventory. */
const MAX_INVENTORY = 2_097_152;

/** Body of create and update. `inventory` holds the content, a relative path, or a workspace name. */
export const InventoryInput = z
  .object({
    id: BodyId,
    project_id: BodyId,
    name: Name,
    type: InventoryType,
    inventory: z
      .string()
      .max(MAX_INVENTORY)
      .nullish()
      .transform((value) => value ?? ''),
    ssh_key_id: Ref,
    become_key_id: Ref,
    repository_id: Ref,
    /** Which of the two names counts: see `meantOfTwo`. */
    template_id: SentRef,
    /** Older name of `template_id`. */
    holder_id: SentRef,
    runner_tag: RunnerTag,
  })
  .superRefine((value, context) => {
    const fault = typeof value.inventory === 'string' && inventoryFault(value.type, value.inventory);
    if (fault) {
      refuse(context, fault, { path: ['inventory'] });
    }
  }, besideOthers);
export type InventoryInput = z.infer<typeof InventoryInput>;

export const Inventory = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  type: InventoryType,
  inventory: z.string(),
  ssh_key_id: Id.nullable(),
  become_key_id: Id.nullable(),
  repository_id: Id.nullable(),
  template_id: Id.nullable(),
  /** Same value as `template_id`, the older name. */
  holder_id: Id.nullable(),
  runner_tag: z.string().nullable(),
});
export type Inventory = z.infer<typeof Inventory>;
