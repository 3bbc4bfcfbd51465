import { describe, expect, it } from '@jest/globals';
import { firstSignIn, readyLine } from './ready-line.js';

describe(readyLine.name, () => {
  const at = { webHost: undefined as string | undefined, host: '127.0.0.1', port: 3000 };
  const lineOf = (change: Partial<typeof at>, admin: Parameters<typeof readyLine>[1]['admin'] = null): string =>
    readyLine({ ...at, ...change }, { admin });

  it('should show the password that was made as long as nobody has signed in with it', () => {
    const made = { login: 'admin', password: 'made', created: true };
    expect(lineOf({}, made)).toBe(
      'Switchyard is ready at http://127.0.0.1:3000, sign in as admin with the password made',
    );
    expect(lineOf({}, { ...made, created: false })).toContain('with the password made');
    expect(firstSignIn(made)).toBe('The first sign-in is as admin with the password made');
    expect(firstSignIn({ ...made, password: null, created: false })).toBeUndefined();
    expect(lineOf({}, { ...made, password: null, created: false })).toBe(
      'Switchyard is ready at http://127.0.0.1:3000',
    );
  });

  it('should name where a given password came from', () => {
    const line = lineOf({}, { login: 'root', password: null, created: true });
    expect(line).toContain('sign in as root with the password of SWITCHYARD_ADMIN_PASSWORD');
  });

  it.each([
    ['0.0.0.0', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
  ])('should give an address that works for %s', (host, address) => {
    expect(lineOf({ host })).toContain(address);
  });
});
