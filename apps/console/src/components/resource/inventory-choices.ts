import {
  type Inventory,
  inventoryTypesOf,
  isForeignStack,
  isWorkspaceType,
  type Template,
} from '@switchyard/contracts';

type Holder = Pick<Template, 'id' | 'inventory_id'>;

/** Whether a template holds the inventory, or uses it. */
const isHeldOrUsed = ({ id, inventory_id }: Holder, each: Pick<Inventory, 'id' | 'template_id'>): boolean =>
  each.template_id === id || each.id === inventory_id;

/**
 * Inventories that a template of the app can be given: several may use one workspace.
 * @param template what its runs can name: no workspace that another template holds, but the one that it uses
 */
export function inventoryChoices(all: readonly Inventory[], app: string, template?: Holder): Inventory[] {
  const types = inventoryTypesOf(app) ?? [];
  const isLaunchable = (each: Inventory): boolean =>
    !template || !isWorkspaceType(each.type) || each.template_id === null || isHeldOrUsed(template, each);
  return all.filter((each) => types.includes(each.type) && !isForeignStack(app, each) && isLaunchable(each));
}

/** Workspaces on a template's State tab. */
export const workspacesOf = (template: Holder, all: readonly Inventory[]): Inventory[] =>
  all.filter((each) => isWorkspaceType(each.type) && isHeldOrUsed(template, each));
