import { describe, expect, it } from '@jest/globals';
import type { SourceRow } from '../source-values.js';
import { usersOf } from './source-users.js';

const read = (tables: Record<string, SourceRow[]>) =>
  usersOf({
    rows: (name) => Object.entries(tables).find(([each]) => each === name)?.[1] ?? [],
    rowsOf: () => [],
    close() {},
  });

const row = {
  id: 1,
  username: 'al',
  name: 'Al',
  email: 'a@b.test',
  password: '$2a$11$x',
  alert: 1,
  external: 0,
  admin: true,
};
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

describe(usersOf, () => {
  it('should take what a sign-in needs, by id', () => {
    const other = { id: 0, username: 'bo', password: '', external: '1' };
    expect(
      read({
        user: [
          { ...row, id: 10 },
          { ...other, id: 9 },
        ],
      }),
    ).toEqual([
      {
        user: {
          username: 'bo',
          name: '',
          email: '',
          alert: false,
          external: true,
          admin: false,
          password_hash: null,
          totp_secret: null,
        },
        note: null,
      },
      {
        user: {
          username: 'al',
          name: 'Al',
          email: 'a@b.test',
          alert: true,
          external: false,
          admin: true,
          password_hash: '$2a$11$x',
          totp_secret: null,
        },
        note: null,
      },
    ]);
  });

  it.each([
    `otpauth://totp/Semaphore:a@b.test?algorithm=SHA1&digits=6&issuer=Semaphore&period=30&secret=${secret}`,
    `otpauth://totp/x?secret=${secret.toLowerCase()}====`,
  ])('should take the secret of %s', (url) => {
    expect(read({ user: [row], user__totp: [{ user_id: 1, url }] })).toMatchObject([
      { user: { totp_secret: secret }, note: null },
    ]);
  });

  it.each([
    `otpauth://totp/x?secret=${secret}&digits=8`,
    `otpauth://totp/x?secret=${secret}&period=60`,
    `otpauth://totp/x?secret=${secret}&algorithm=SHA256`,
    `otpauth://hotp/x?secret=${secret}`,
    'otpauth://totp/x',
    'no address',
    '',
  ])('should leave the authenticator of %s, and say so', (url) => {
    expect(read({ user: [row], user__totp: [{ user_id: 1, url }] })).toMatchObject([
      { user: { totp_secret: null }, note: expect.stringContaining('authenticator') },
    ]);
  });
});
