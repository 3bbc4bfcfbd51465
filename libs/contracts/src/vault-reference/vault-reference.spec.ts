import { describe, expect, it } from '@jest/globals';
import { VaultReference, vaultPlaceOf } from './vault-reference.js';

describe(vaultPlaceOf.name, () => {
  it.each([
    ['secret/db#password', { mount: 'secret', path: 'db', field: 'password' }],
    ['team-a/prod/eu.1/db@x#private_key', { mount: 'team-a', path: 'prod/eu.1/db@x', field: 'private_key' }],
  ])('should read %s', (reference, place) => {
    expect(vaultPlaceOf(reference)).toEqual(place);
  });

  it.each([
    '',
    'secret',
    'secret#a',
    'secret/#a',
    '/db#a',
    'secret/db',
    'secret/db#',
    'secret/db#a#b',
    'secret//db#a',
    'secret/../sys#a',
    'secret/./db#a',
    '../db#a',
    'secret/d b#a',
    'secret/d%2fb#a',
    'secret/db?v=1#a',
    'secret/db#a/b',
    'secret/db#..',
    'secret/dß#a',
    'secret/d\nb#a',
    `secret/${'x'.repeat(256)}#a`,
    `secret/${'a/'.repeat(32)}b#a`,
  ])('should refuse %j', (reference) => {
    expect(vaultPlaceOf(reference)).toBeNull();
  });
});

describe('VaultReference', () => {
  it('should take nothing for no reference, and bound what it takes', () => {
    expect([undefined, null, '', ' '].map((text) => VaultReference.parse(text))).toEqual([null, null, null, null]);
    expect(VaultReference.parse(' secret/db#password ')).toBe('secret/db#password');
    expect(VaultReference.safeParse(`secret/${'ab/'.repeat(200)}b#a`).success).toBe(false);
  });
});
