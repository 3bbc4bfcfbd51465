import { describe, expect, it } from '@jest/globals';
import type { Inventory } from '@switchyard/contracts';
import { inventoryBody, inventoryIssues, inventoryValues, isWithoutHosts } from './inventory-values.js';

const stored: Inventory = {
  id: 1,
  project_id: 1,
  name: 'Production',
  type: 'static',
  inventory: '',
  ssh_key_id: 3,
  become_key_id: null,
  repository_id: null,
  template_id: null,
  holder_id: null,
  runner_tag: null,
};
const valid = { ...inventoryValues(null), name: 'Production', ssh_key_id: 3 };

describe('inventoryIssues', () => {
  it('should require name and host login', () => {
    expect(inventoryIssues(inventoryValues(null), null).map(({ path }) => path[0])).toEqual(['name', 'ssh_key_id']);
    expect(inventoryIssues(valid, null)).toEqual([]);
  });

  it('should leave a stored inventory that has no host login without one, as the server does', () => {
    const without = { ...stored, ssh_key_id: null };
    expect(inventoryIssues(inventoryValues(without), without)).toEqual([]);
    expect(inventoryIssues({ ...inventoryValues(stored), ssh_key_id: null }, stored)).toHaveLength(1);
  });

  it('should require a path inside the repository when the inventory is a file', () => {
    const faults = ['', '../hosts', '/etc/hosts'].map(
      (inventory) => inventoryIssues({ ...valid, type: 'file', inventory }, null)[0],
    );
    expect(faults.map((fault) => fault?.message)).toEqual([
      'must not be empty',
      'must not leave the repository',
      'must be a relative path with forward slashes',
    ]);
  });
});

describe('isWithoutHosts', () => {
  it.each([
    ['static', '', true],
    ['static', '[web]\n# none yet\n', true],
    ['static', '[web]\nweb-01\n', false],
    ['static-yaml', '---\nall:\n  hosts:\n', true],
    ['static-yaml', 'all:\n  hosts: {web-01: {}}\n', false],
    ['file', '', false],
  ] as const)('should know of %s %j whether it has no host: %s', (type, inventory, isEmpty) => {
    expect(isWithoutHosts({ type, inventory })).toBe(isEmpty);
  });
});

describe('inventoryBody', () => {
  it('should forget the repository when the type is no file', () => {
    expect(inventoryBody({ ...valid, repository_id: 4 })).toMatchObject({ repository_id: null });
    expect(inventoryBody({ ...valid, type: 'file', repository_id: 4 })).toMatchObject({ repository_id: 4 });
  });
});
