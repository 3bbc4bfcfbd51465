import { describe, expect, it } from '@jest/globals';
import { inventoryBody, inventoryIssues, inventoryValues } from './inventory-values.js';

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

describe('inventoryBody', () => {
  it('should forget the repository when the type is no file', () => {
    expect(inventoryBody({ ...valid, repository_id: 4 })).toMatchObject({ repository_id: null });
    expect(inventoryBody({ ...valid, type: 'file', repository_id: 4 })).toMatchObject({ repository_id: 4 });
  });
});
