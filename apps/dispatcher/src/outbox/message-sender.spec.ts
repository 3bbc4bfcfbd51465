import { describe, expect, it } from '@jest/globals';
import { type Outcome, tryEndOf } from './message-sender.js';

const policy = { tries: 3, pauseSeconds: { min: 100, max: 1_000, jitter: 'equal' } } as const;
const first = { tries: 1, isExpired: false, targetFailures: 0 };
const failed: Outcome = { result: 'retry', status: 503, error: 'http_status', target: 'unavailable' };
const secondsOf = (end: ReturnType<typeof tryEndOf>): number =>
  typeof end.result === 'string' ? 0 : end.result.retrySeconds;

describe(tryEndOf.name, () => {
  it('should try again later, and later after each failure', () => {
    expect(secondsOf(tryEndOf(first, failed, policy))).toBeGreaterThanOrEqual(50);
    expect(secondsOf(tryEndOf({ ...first, tries: 2 }, failed, policy))).toBeGreaterThanOrEqual(100);
  });

  it.each([
    ['its last try', { ...first, tries: 3 }],
    ['the end of its time', { ...first, isExpired: true }],
  ])('should be dead after %s', (_, delivery) => {
    expect(tryEndOf(delivery, failed, policy)).toMatchObject({ result: 'dead', status: 503, error: 'http_status' });
  });

  it('should be over at once when it was accepted, or when no try can help', () => {
    const accepted: Outcome = { result: 'delivered', status: 204, error: null, target: 'available' };
    const gone: Outcome = { result: 'dead', status: 410, error: 'http_status', target: 'available' };
    expect(tryEndOf(first, accepted, policy)).toEqual(accepted);
    expect(tryEndOf(first, gone, policy)).toEqual(gone);
  });

  it('should wait as long as the receiver wants, a day at most, with all that waits for it', () => {
    const wishing = (retryAfterSeconds: number) => tryEndOf(first, { ...failed, retryAfterSeconds }, policy);
    expect(wishing(7_200)).toMatchObject({ result: { retrySeconds: 7_200 }, target: { unavailableSeconds: 7_200 } });
    expect(wishing(1e9)).toMatchObject({ result: { retrySeconds: 86_400 } });
    expect(secondsOf(wishing(1))).toBeGreaterThanOrEqual(50);
  });

  it('should leave a target alone for longer after each failure, five minutes at most', () => {
    const held = (targetFailures: number): number => {
      const { target } = tryEndOf({ ...first, targetFailures }, failed, policy);
      return typeof target === 'string' ? 0 : target.unavailableSeconds;
    };
    expect(held(0)).toBeLessThanOrEqual(5);
    expect(held(3)).toBeGreaterThanOrEqual(20);
    expect(held(1_000)).toBeLessThanOrEqual(300);
  });

  it('should hold back nothing else when the receiver refused this one alone', () => {
    const refused: Outcome = { result: 'retry', status: 404, error: 'http_status', target: 'available' };
    expect(tryEndOf(first, refused, policy).target).toBe('available');
  });
});
