import { describe, expect, it } from '@jest/globals';
import { inventoryTypesOf } from './inventory.js';

describe('inventoryTypesOf', () => {
  it('should know what an app takes', () => {
    expect(inventoryTypesOf('ansible')).toContain('static');
  });

  it.each(['terraform', 'tofu', 'terragrunt', 'pulumi'])('should let %s take a workspace of either type', (app) => {
    expect(inventoryTypesOf(app)).toEqual(['terraform-workspace', 'tofu-workspace']);
  });

  it.each(['bash', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'should know none of an app named %s',
    (app) => {
      expect(inventoryTypesOf(app)).toBeUndefined();
    },
  );
});
