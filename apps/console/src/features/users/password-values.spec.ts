import { describe, expect, it } from '@jest/globals';
import { passwordIssues } from './password-values.js';

const fields = (old_password: string, password: string, needsOld: boolean): unknown[] =>
  passwordIssues({ old_password, password, revoke_tokens: false }, needsOld).map(({ path }) => path[0]);

describe('the form of a password change', () => {
  it('should require both passwords of people who change their own', () => {
    expect(fields('', '', true)).toEqual(['old_password', 'password']);
    expect(fields('present', 'next-one', true)).toEqual([]);
  });

  it('should require only the new one of an administrator', () => {
    expect(fields('', '', false)).toEqual(['password']);
    expect(fields('', 'next-one', false)).toEqual([]);
  });
});
