import { describe, expect, it } from '@jest/globals';
import { groupedKey, keyOf } from './user-values.js';

describe('the address of an authenticator', () => {
  it('should give the key to type, in groups of four', () => {
    const url = 'otpauth://totp/Switchyard:ann%40example.com?secret=JBSWY3DPEHPK3PXP2A&issuer=Switchyard';
    expect(keyOf(url)).toBe('JBSWY3DPEHPK3PXP2A');
    expect(groupedKey(keyOf(url))).toBe('JBSW Y3DP EHPK 3PXP 2A');
  });
});
