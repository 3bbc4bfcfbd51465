import { describe, expect, it } from '@jest/globals';
import { authStatusOf } from './auth-status.js';

describe('the state of a visitor', () => {
  it.each([
    ['TOTP_REQUIRED', 'totp'],
    ['EMAIL_OTP_REQUIRED', 'email'],
    ['SESSION_NOT_VERIFIED', 'signedOut'],
    [null, 'signedOut'],
  ])('should be read from the refusal %s', (code, state) => {
    expect(authStatusOf({ status: 401, code })).toBe(state);
  });

  it.each([0, 403, 500])('should stay open when the call failed with status %d', (status) => {
    expect(authStatusOf({ status, code: 'TOTP_REQUIRED' })).toBeNull();
  });
});
