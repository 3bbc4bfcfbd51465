import { InventoryInput, type Inventory } from '@switchyard/contracts';
import { needsKey } from '../../components/forms/needs-key.js';
import { emptyAt, formIssues, type FormIssue } from '../../lib/form-issues.js';

/** Types that this console offers; workspaces belong to apps without an executor. */
export const offeredTypes = ['static', 'static-yaml', 'file'] as const;

export interface InventoryValues {
  name: string;
  type: InventoryInput['type'];
  inventory: string;
  ssh_key_id: number | null;
  become_key_id: number | null;
  repository_id: number | null;
  template_id: number | null;
  runner_tag: string;
}

const blank: InventoryValues = {
  name: '',
  type: 'static',
  inventory: '',
  ssh_key_id: null,
  become_key_id: null,
  repository_id: null,
  template_id: null,
  runner_tag: '',
};

/** First values of a new inventory. */
export type InventoryDefaults = Partial<Pick<InventoryValues, 'type' | 'ssh_key_id'>>;

/** Values of a stored inventory, or of a new one. */
export function inventoryValues(row: Inventory | null, defaults: InventoryDefaults = {}): InventoryValues {
  return row === null ? { ...blank, ...defaults } : { ...blank, ...row, runner_tag: row.runner_tag ?? '' };
}

const NOTHING = /^\s*(?:[#;].*|\[.*\]|---|\{\}|(?:all|children|hosts|ungrouped|vars):)?\s*$/;

/** Whether a list of hosts has none: blank lines, comments and headings alone. */
export const isWithoutHosts = ({ type, inventory }: Pick<InventoryValues, 'type' | 'inventory'>): boolean =>
  (type === 'static' || type === 'static-yaml') && inventory.split('\n').every((line) => NOTHING.test(line));

/** Only a file lies in a repository. */
export function inventoryBody(values: InventoryValues): object {
  return values.type === 'file' ? values : { ...values, repository_id: null };
}

/**
 * The contract's rules, and the host login.
 * @param row as it is stored; `null` = a new one
 */
export function inventoryIssues(values: InventoryValues, row: Inventory | null): FormIssue[] {
  const issues = formIssues(InventoryInput, inventoryBody(values));
  return values.ssh_key_id || !needsKey(row) ? issues : [...issues, emptyAt('ssh_key_id')];
}
