import { describe, expect, it } from '@jest/globals';
import type { User } from '@switchyard/contracts';
import { createBody, groupedKey, keyOf, updateBody, userIssues, userValues } from './user-values.js';

const filled = { ...userValues(null), name: 'Mara', username: 'mara', email: 'mara@example.com' };

const stored: User = {
  id: 3,
  created: '2026-01-01T00:00:00Z',
  name: 'Mara',
  username: 'mara',
  email: 'mara@example.com',
  admin: true,
  external: true,
  left_directory: null,
  alert: false,
  pro: false,
  totp: null,
};

describe('the form of a user', () => {
  it('should require name, username and email', () => {
    const fields = userIssues(userValues(null), true).map(({ path }) => path[0]);
    expect(fields).toEqual(expect.arrayContaining(['name', 'username', 'email']));
  });

  it('should require a password of a new user unless he is external', () => {
    expect(userIssues(filled, true).map(({ path }) => path)).toEqual([['password']]);
    expect(userIssues({ ...filled, external: true }, true)).toEqual([]);
  });

  it('should not require a password of a stored user', () => {
    expect(userIssues(filled, false)).toEqual([]);
  });

  it('should refuse an email that is none', () => {
    expect(userIssues({ ...filled, email: 'mara' }, false).map(({ path }) => path)).toEqual([['email']]);
  });

  it('should send no password for an external user, though one was typed before', () => {
    expect(createBody({ ...filled, password: 'typed', external: true })).not.toHaveProperty('password');
  });

  it('should send neither password nor external flag of a stored user', () => {
    const body = updateBody(userValues(stored));
    expect(body).toEqual({
      name: 'Mara',
      username: 'mara',
      email: 'mara@example.com',
      alert: false,
      admin: true,
      pro: false,
    });
  });
});

describe('the key of an authenticator', () => {
  it('should be read from its address, whatever else that holds', () => {
    expect(keyOf('otpauth://totp/Switchyard:mara?issuer=Switchyard&secret=JBSWY3DPEHPK3PXP&digits=6')).toBe(
      'JBSWY3DPEHPK3PXP',
    );
    expect(keyOf('otpauth://totp/Switchyard:mara?issuer=Switchyard')).toBe('');
  });

  it.each([
    ['', ''],
    ['ABCD', 'ABCD'],
    ['ABCDE', 'ABCD E'],
    ['JBSWY3DPEHPK', 'JBSW Y3DP EHPK'],
  ])('should be shown in groups of four: %s', (key, shown) => {
    expect(groupedKey(key)).toBe(shown);
    expect(shown.replaceAll(' ', '')).toBe(key);
  });
});
