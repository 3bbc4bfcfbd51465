import { describe, expect, it } from '@jest/globals';
import { ConnectionError, GatewayError, LeaseLostError, MalformedAnswerError } from './gateway-errors.js';
import { isRetryable } from './retryable.js';

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
