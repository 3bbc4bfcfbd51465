import { describe, expect, it } from '@jest/globals';
import { ApiTokenInput } from '@switchyard/contracts';
import { maskedToken, tokenTitle } from './token-title.js';
import { tokenBody } from './token-values.js';

const now = Date.UTC(2026, 0, 1);

describe('the form of a new token', () => {
  it('should name the moment at which it ends', () => {
    const body = tokenBody({ name: ' ci ', life: 30, accounts: false, lasting: false }, now);
    expect(body).toEqual({ name: 'ci', expires_at: '2026-01-31T00:00:00.000Z', scopes: [] });
    expect(ApiTokenInput.safeParse(body).success).toBe(true);
  });

  it('should name none for a token that never ends', () => {
    expect(tokenBody({ name: '', life: 0, accounts: false, lasting: false }, now).expires_at).toBeNull();
  });

  it('should ask for the scopes that were chosen', () => {
    const scopes = (accounts: boolean, lasting: boolean) =>
      tokenBody({ name: '', life: 0, accounts, lasting }, now).scopes;
    expect([scopes(true, false), scopes(false, true), scopes(true, true)]).toEqual([
      ['accounts'],
      ['lasting'],
      ['accounts', 'lasting'],
    ]);
  });
});

describe('what is shown of a token', () => {
  it('should be its first eight characters, even of a whole one', () => {
    expect(maskedToken({ id: 'abcdefghijklmnop=' })).toBe('abcdefgh***');
  });

  it('should be its name when it has one', () => {
    expect(tokenTitle({ id: 'abcdefgh', name: 'ci' })).toBe('ci');
    expect(tokenTitle({ id: 'abcdefgh', name: '' })).toBe('abcdefgh***');
  });
});
