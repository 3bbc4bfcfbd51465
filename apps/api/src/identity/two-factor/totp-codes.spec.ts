import { describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { acceptedStep, newTotpSecret, totpUri } from './totp-codes.js';

/** `12345678901234567890` in base32, the secret of the test vectors. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const NOW = 1_700_000_010_000;
const STEP = Math.floor(NOW / 30_000);
const secret = newTotpSecret();
const codeAt = (step: number): string => generateSync({ secret, epoch: step * 30 });

describe(acceptedStep.name, () => {
  // RFC 6238, appendix B, SHA-1: the last six of the eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('should take the code of the RFC at %i s', (seconds, code) => {
    expect(acceptedStep(RFC_SECRET, code, 0, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('should take the code of the present step and of one before and after it, and no other', () => {
    const accepted = [-3, -2, -1, 0, 1, 2, 3].filter(
      (distance) => acceptedStep(secret, codeAt(STEP + distance), 0, NOW) === STEP + distance,
    );
    expect(accepted).toEqual([-1, 0, 1]);
  });

  it.each([0, 10, 29])('should do so %i s into the step', (seconds) => {
    const now = STEP * 30_000 + seconds * 1000;
    const accepted = [-2, -1, 0, 1, 2].filter((distance) => acceptedStep(secret, codeAt(STEP + distance), 0, now));
    expect(accepted).toEqual([-1, 0, 1]);
  });

  it('should take no code of a step that was used, or of an earlier one', () => {
    expect(acceptedStep(secret, codeAt(STEP), STEP, NOW)).toBeNull();
    expect(acceptedStep(secret, codeAt(STEP - 1), STEP, NOW)).toBeNull();
    expect(acceptedStep(secret, codeAt(STEP + 1), STEP, NOW)).toBe(STEP + 1);
  });

  it('should take no code after one that belongs to the future', () => {
    expect(acceptedStep(secret, codeAt(STEP + 1), STEP + 1, NOW)).toBeNull();
  });

  it.each(['', '12345', '1234567', 'abcdef', '12345６', '-12345', '1e5   '])('should refuse %j', (text) => {
    expect(acceptedStep(secret, text, 0, NOW)).toBeNull();
  });
});

describe(newTotpSecret.name, () => {
  it('should make 160 random bits in base32', () => {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
  });
});

describe(totpUri.name, () => {
  it('should name the product and the account', () => {
    const uri = new URL(totpUri(RFC_SECRET, 'ann@example.test'));
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toBe('/Switchyard:ann@example.test');
    expect(uri.searchParams.get('secret')).toBe(RFC_SECRET);
    expect(uri.searchParams.get('issuer')).toBe('Switchyard');
  });
});
