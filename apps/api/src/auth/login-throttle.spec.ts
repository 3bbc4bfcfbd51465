import { describe, expect, it } from '@jest/globals';
import { LoginThrottle } from './login-throttle.js';

const guess = (throttle: LoginThrottle, account: string, address: string, times: number): number => {
  let allowed = 0;
  for (let time = 0; time < times; time += 1) {
    allowed += throttle.attempt(account, address).allowed ? 1 : 0;
  }
  return allowed;
};

describe(LoginThrottle.name, () => {
  it('should bound the guesses at one account, from however many addresses', () => {
    const throttle = new LoginThrottle();
    const allowed = Array.from({ length: 100 }, (_, index) => guess(throttle, 'ann', `10.0.0.${index}`, 1));
    expect(allowed.reduce((sum, one) => sum + one, 0)).toBe(10);
  });

  it('should bound the guesses from one address, at however many accounts', () => {
    const throttle = new LoginThrottle();
    const allowed = Array.from({ length: 100 }, (_, index) => guess(throttle, `user${index}`, '10.0.0.1', 1));
    expect(allowed.reduce((sum, one) => sum + one, 0)).toBe(30);
  });

  it('should tell how long to wait', () => {
    const throttle = new LoginThrottle();
    guess(throttle, 'ann', '10.0.0.1', 10);
    const refused = throttle.attempt('ann', '10.0.0.1');
    expect(refused).toEqual({ allowed: false, retryAfterSeconds: 6 });
  });

  it('should not count sign-ins that succeed', () => {
    const throttle = new LoginThrottle();
    for (let time = 0; time < 100; time += 1) {
      const attempt = throttle.attempt('ann', '10.0.0.1');
      expect(attempt.allowed).toBe(true);
      if (attempt.allowed) {
        attempt.succeeded();
      }
    }
  });

  it('should let the owner in from a known address while strangers guess', () => {
    const throttle = new LoginThrottle();
    const attempt = throttle.attempt('ann', '192.168.1.5');
    if (attempt.allowed) {
      attempt.succeeded();
    }
    guess(throttle, 'ann', '10.0.0.1', 50);
    expect(throttle.attempt('ann', '10.0.0.2').allowed).toBe(false);
    expect(throttle.attempt('ann', '192.168.1.5').allowed).toBe(true);
  });
});
