import { InventoryInput, type Inventory, type WorkspaceType } from '@switchyard/contracts';
import { formIssues, type FormIssue } from '../../lib/form-issues.js';

export interface WorkspaceValues {
  name: string;
  type: Inventory['type'];
  /** Name of the workspace. */
  inventory: string;
  ssh_key_id: number | null;
  /** undefined = its select was cleared. */
  template_id: number | null | undefined;
  runner_tag: string;
}

/**
 * Values of a stored workspace, or of a new one of this type.
 * @param openKey key that opens what is public
 */
export function workspaceValues(
  row: Inventory | null,
  made: { type: WorkspaceType; templateId: number | null } | undefined,
  openKey: number | null = null,
): WorkspaceValues {
  const fresh = { name: '', inventory: '', ssh_key_id: openKey, runner_tag: null };
  const { name, inventory, ssh_key_id, runner_tag } = row ?? fresh;
  const type = row?.type ?? made?.type ?? 'terraform-workspace';
  const template_id = row?.template_id ?? made?.templateId ?? null;
  return { name, type, inventory, ssh_key_id, template_id, runner_tag: runner_tag ?? '' };
}

/** A cleared template is sent as `null`: an absent one would stay. */
export const workspaceBody = (values: WorkspaceValues): object => ({
  ...values,
  template_id: values.template_id ?? null,
});

/**
 * The contract's rules, and the key, which the specification requires of the form (resources 5).
 * @param keyRequired what a missing key reads; `null` = it may be missing
 */
export function workspaceIssues(values: WorkspaceValues, keyRequired: string | null): FormIssue[] {
  const issues = formIssues(InventoryInput, workspaceBody(values));
  return values.ssh_key_id || keyRequired === null
    ? issues
    : [...issues, { path: ['ssh_key_id'], message: keyRequired }];
}
