import { describe, expect, it } from '@jest/globals';
import { hashSecret, newApiToken, newSecret, readBearerToken } from './credentials.js';

describe('newApiToken', () => {
  it('should be 44 lower-case characters that end in =, each time others', () => {
    const tokens = Array.from({ length: 100 }, newApiToken);
    expect(tokens.every((token) => /^[a-z0-9_-]{43}=$/.test(token))).toBe(true);
    expect(new Set(tokens).size).toBe(100);
  });
});

describe('newSecret', () => {
  it('should hold 256 bits', () => {
    expect(Buffer.from(newSecret(), 'base64url')).toHaveLength(32);
  });
});

describe('hashSecret', () => {
  it('should be SHA-256 in hex', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('readBearerToken', () => {
  it.each([
    ['Bearer abc=', 'abc='],
    ['bearer ABC=', 'abc='],
    ['BEARER abc=', 'abc='],
    ['Bearer ', ''],
  ])('should read %j in lower case', (header, token) => {
    expect(readBearerToken(header)).toBe(token);
  });

  it.each([undefined, '', 'Basic abc', 'abc'])('should answer null when %j names no bearer token', (header) => {
    expect(readBearerToken(header)).toBeNull();
  });
});
