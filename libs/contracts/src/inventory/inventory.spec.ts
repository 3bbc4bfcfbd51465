import { describe, expect, it } from '@jest/globals';
import { inventoryFault, inventoryTypesOf, isForeignStack } from './inventory.js';

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

describe('inventoryFault', () => {
  it.each(['default', 'staging-2', '_x', '7', 'eu.west_1', 'a'.repeat(90), 'acme/shop/dev', 'shop/dev'])(
    'should take the workspace name %j',
    (name) => {
      expect(inventoryFault('terraform-workspace', name)).toBeNull();
    },
  );

  it.each([
    ['a/', 'a slash without a name'],
    ['a//b', 'two slashes'],
    ['a/b/c/d', 'four parts'],
    ['a/../b', 'a way up'],
    ['/a', 'an absolute path'],
    ['..', 'dots alone'],
    ['../other', 'a path'],
    ['.hidden', 'a dot before the name'],
    ['-destroy', 'what a tool reads as an option'],
    ['two words', 'a space'],
    ['line\n', 'a line break'],
    ['naïve', 'a letter outside of ASCII'],
    ['a'.repeat(300), '300 characters'],
  ])('should refuse the workspace name %j: %s', (name) => {
    expect(inventoryFault('terraform-workspace', name)).toMatchObject({ code: 'workspace' });
    expect(inventoryFault('tofu-workspace', name)).toMatchObject({ code: 'workspace' });
  });
});

describe('isForeignStack', () => {
  it('should leave names with a slash to Pulumi', () => {
    const stack = { type: 'terraform-workspace', inventory: 'acme/shop/dev' } as const;
    expect(['terraform', 'tofu', 'terragrunt', 'pulumi'].map((app) => isForeignStack(app, stack))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isForeignStack('terraform', { ...stack, inventory: 'dev' })).toBe(false);
    expect(isForeignStack('ansible', { type: 'file', inventory: 'hosts/production' })).toBe(false);
  });
});
