import { describe, expect, it } from '@jest/globals';
import { ConnectionError, GatewayError, LeaseLostError, MalformedAnswerError } from './gateway-errors.js';
import { BACKOFF_MS, backoffMs, isRetryable } from './retryable.js';

describe(isRetryable.name, () => {
  it.each([
    ['a lost connection', new ConnectionError('poll', new Error('ECONNRESET')), true],
    ['an answer of something else', new MalformedAnswerError('poll', null), true],
    ['a failing server', new GatewayError(503, 'Service Unavailable', 'poll'), true],
    ['too many requests', new GatewayError(429, 'slow down', 'log'), true],
    ['a proxy without a backend', new GatewayError(404, null, 'poll'), true],
    ['a wrong clock', new GatewayError(401, 'CLOCK_SKEW', 'poll'), true],
    ['a refused identity, which the client counts', new GatewayError(401, 'UNKNOWN_RUNNER', 'poll'), true],
    ['a duplicate of this runner, which may be dead', new GatewayError(409, 'DUPLICATE_RUNNER', 'poll'), true],
    ['a lost lease', new LeaseLostError('finish'), false],
    ['a log that is not whole', new GatewayError(409, 'LOG_INCOMPLETE', 'finish'), false],
    ['a malformed request', new GatewayError(400, 'bad', 'log'), false],
    ['a fault of our own', new TypeError('x'), false],
  ])('should decide about %s', (_what, error, expected) => {
    expect(isRetryable(error)).toBe(expected);
  });
});

describe(backoffMs.name, () => {
  it('should grow from the smallest pause to the largest and never leave the bounds', () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 1000].map((tries) => backoffMs(tries, () => 0.999999));
    expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
    expect(backoffMs(9, () => 0)).toBe(BACKOFF_MS.min);
  });
});
