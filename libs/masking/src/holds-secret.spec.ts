import { describe, expect, it } from '@jest/globals';
import { holdsSecret } from './holds-secret.js';
import { SecretMasker } from './secret-masker.js';

const KEY = 'line-one-of-the-key\nline-two-of-the-key';
/** As a shell has it; JSON writes it in another way. */
const QUOTED = `'it'\\''s "quoted"'`;
const masker = new SecretMasker(['hunter22', '20260917', KEY, `it's "quoted"`, '{"role":"owner"}']);

describe('holdsSecret', () => {
  it.each<[string, unknown]>([
    ['a text with it', 'the password is hunter22!'],
    ['a text within', { a: [1, { b: 'hunter22' }] }],
    ['the name of a member', { a: { hunter22: 1 } }],
    ['a name that is quoted for a shell', [{ [QUOTED]: 1 }]],
    ['a text that is', QUOTED],
    ['a number', [20_260_917]],
    ['lines of one', 'line-two-of-the-key'],
    ['all of its lines', { key: KEY }],
    ['an object that is one', { role: 'owner' }],
    ['base64 of it', Buffer.from('hunter22').toString('base64')],
  ])('should find it in %s', (_what, value) => {
    expect(holdsSecret(masker, value)).toBe(true);
  });

  it.each<[unknown]>([['hunter2'], [{ a: [null, true, 2026] }], [''], [undefined], [{ role: 'guest' }]])(
    'should find none in %j',
    (value) => {
      expect(holdsSecret(masker, value)).toBe(false);
    },
  );
});
