import { describe, expect, it } from '@jest/globals';
import {
  makeSigningKeys,
  privateKeyOf,
  publicKeyOf,
  readSubscriptionKey,
  signSubscriptionKey,
} from './subscription-key.js';

const own = makeSigningKeys();
const other = makeSigningKeys();
const claims = { id: 'sub-1', plan: 'pro4', seats: 4, expiresAt: '2027-01-01T00:00:00.000Z' };
const key = signSubscriptionKey(claims, privateKeyOf(own.privateKey));
const [form = '', payload = '', signature = ''] = key.split('.');
const read = (text: string) => readSubscriptionKey(text, publicKeyOf(own.publicKey));
const payloadOf = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');
const signed = (json: object): string => signSubscriptionKey(json as never, privateKeyOf(own.privateKey));

/** The same bytes in another spelling: the last character of a signature holds two bits only. */
const respelled = `${signature.slice(0, -1)}${{ A: 'B', Q: 'R', g: 'h', w: 'x' }[signature.slice(-1)] ?? ''}`;

describe(readSubscriptionKey.name, () => {
  it('should answer what a genuine key states', () => {
    expect(read(key)).toEqual(claims);
    expect(key.length).toBeLessThan(300);
  });

  it.each([
    ['of another signer', signSubscriptionKey(claims, privateKeyOf(other.privateKey)), 'foreign'],
    ['with more seats than were signed', [form, payloadOf({ ...claims, seats: 400 }), signature].join('.'), 'foreign'],
    [
      'with a later end than was signed',
      [form, payloadOf({ ...claims, expiresAt: '2099-01-01T00:00:00.000Z' }), signature].join('.'),
      'foreign',
    ],
    ['with a signature of zeros', [form, payload, 'A'.repeat(86)].join('.'), 'foreign'],
    ['with the signature spelled otherwise', [form, payload, respelled].join('.'), 'unreadable'],
    ['without its last character', key.slice(0, -1), 'unreadable'],
    ['without its signature', [form, payload].join('.'), 'unreadable'],
    ['without its claims', [form, '', signature].join('.'), 'unreadable'],
    ['of another form', key.replace('SY1', 'SY2'), 'unreadable'],
    ['with something behind it', `${key}.AAAA`, 'unreadable'],
    ['that is empty', '', 'unreadable'],
    ['that is a megabyte', key + 'A'.repeat(1_048_576), 'unreadable'],
    ['that states no seats', signed({ ...claims, seats: 0 }), 'unreadable'],
    ['that states no moment', signed({ ...claims, expiresAt: 'never' }), 'unreadable'],
    ['that states nothing', signed({}), 'unreadable'],
  ])('should refuse a key %s', (_name, text, fault) => {
    expect(read(text)).toBe(fault);
  });
});

describe(privateKeyOf.name, () => {
  it('should refuse a public key and what is no key', () => {
    expect(() => privateKeyOf(own.publicKey)).toThrow();
    expect(() => publicKeyOf('AAAA')).toThrow();
  });
});
