import { describe, expect, it, jest } from '@jest/globals';
import { type FatalError, GatewayError } from './gateway-errors.js';
import { IdentityGuard } from './identity-guard.js';

describe(IdentityGuard.name, () => {
  const onRefused = jest.fn<(error: FatalError) => void>();
  const learnTime = jest.fn();
  const refusal = (code: string) => new GatewayError(401, code, 'poll');

  function guard(): IdentityGuard {
    onRefused.mockReset();
    learnTime.mockReset();
    return new IdentityGuard(onRefused);
  }

  it('should report a refused identity once, after four refusals in a row', () => {
    const identity = guard();
    for (let i = 1; i <= 6; i++) {
      identity.check(refusal('BAD_SIGNATURE'), {}, learnTime);
      expect(onRefused).toHaveBeenCalledTimes(i < 4 ? 0 : 1);
    }
    expect(onRefused.mock.calls[0]?.[0].message).toContain('PRIVATE_KEY_FILE');
  });

  it('should count from the start after a call that was accepted', () => {
    const identity = guard();
    for (let i = 0; i < 10; i++) {
      identity.check(refusal('UNKNOWN_RUNNER'), {}, learnTime);
      identity.accepted();
    }
    expect(onRefused).not.toHaveBeenCalled();
  });

  it('should report another protocol version at once', () => {
    guard().check(new GatewayError(400, 'PROTOCOL_VERSION', 'poll'), {}, learnTime);
    expect(onRefused).toHaveBeenCalledTimes(1);
  });

  it('should wait for another process with the same identity to be forgotten before it gives up', () => {
    const identity = guard();
    for (let i = 1; i <= 15; i++) {
      expect(onRefused).not.toHaveBeenCalled();
      identity.check(refusal('DUPLICATE_RUNNER'), {}, learnTime);
    }
    expect(onRefused.mock.calls[0]?.[0].message).toContain('another process');
  });

  it('should learn the time from a refused clock', () => {
    guard().check(refusal('CLOCK_SKEW'), { 'x-switchyard-time': '1700000000000' }, learnTime);
    expect(learnTime).toHaveBeenCalledWith(1_700_000_000_000);
  });
});
