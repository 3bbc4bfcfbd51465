import { describe, expect, it } from '@jest/globals';
import { inventoryBody, inventoryIssues, inventoryValues, isWithoutHosts } from './inventory-values.js';

const valid = { ...inventoryValues(null), name: 'Production', ssh_key_id: 3 };

describe('inventoryIssues', () => {
  it('should require name and host login', () => {
    expect(inventoryIssues(inventoryValues(null)).map(({ path }) => path[0])).toEqual(['name', 'ssh_key_id']);
    expect(inventoryIssues(valid)).toEqual([]);
  });

  it('should require a path inside the repository when the inventory is a file', () => {
    const faults = ['', '../hosts', '/etc/hosts'].map(
      (inventory) => inventoryIssues({ ...valid, type: 'file', inventory })[0],
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
