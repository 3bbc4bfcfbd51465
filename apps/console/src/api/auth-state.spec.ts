import { describe, expect, it } from '@jest/globals';
import { authStateOf } from './auth-state.js';

describe('the state of a visitor', () => {
  it.each([
    ['TOTP_REQUIRED', 'totp'],
    ['EMAIL_OTP_REQUIRED', 'email'],
    ['SESSION_NOT_VERIFIED', 'signedOut'],
    ['401 Unauthorized', 'signedOut'],
  ])('should be read from the refusal %s', (message, state) => {
    expect(authStateOf({ status: 401, message })).toBe(state);
  });

  it.each([0, 403, 500])('should stay open when the call failed with status %d', (status) => {
    expect(authStateOf({ status, message: 'TOTP_REQUIRED' })).toBeNull();
  });
});
