import { describe, expect, it } from '@jest/globals';
import type { Inventory } from '@switchyard/contracts';
import { inventoryChoices, workspacesOf } from './inventory-choices.js';

const workspace = (
  id: number,
  template_id: number | null,
  type: Inventory['type'] = 'terraform-workspace',
): Inventory => ({
  id,
  template_id,
  holder_id: template_id,
  type,
  project_id: 1,
  name: `w${id}`,
  inventory: `w${id}`,
  ssh_key_id: null,
  become_key_id: null,
  repository_id: null,
  runner_tag: null,
});
const ids = (rows: readonly Inventory[]): number[] => rows.map(({ id }) => id);
const all = [workspace(1, null), workspace(2, 7), workspace(3, 8), workspace(4, 8), workspace(5, null, 'static')];
const template = { id: 7, inventory_id: 3 };

describe('inventoryChoices', () => {
  it('should give a template every workspace that its app takes, also those that others hold', () => {
    expect(ids(inventoryChoices(all, 'terraform'))).toEqual([1, 2, 3, 4]);
  });

  it('should give a run no workspace that another template holds, but the one that its template uses', () => {
    expect(ids(inventoryChoices(all, 'terraform', template))).toEqual([1, 2, 3]);
  });
});

describe('workspacesOf', () => {
  it('should be those that the template holds, and the one that it uses', () => {
    expect(ids(workspacesOf(template, [...all, workspace(6, 7, 'static')]))).toEqual([2, 3]);
  });
});
