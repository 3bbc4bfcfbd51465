import { describe, expect, it } from '@jest/globals';
import { outcomeOf } from './http.js';

const of = (status: number, headers = {}) => outcomeOf({ status, headers });

describe(outcomeOf.name, () => {
  it('should take any 2xx for success', () => {
    expect([200, 204, 299].map((status) => of(status).result)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('should retry faults that can be repaired, and not an address that is gone', () => {
    expect([301, 400, 404, 429, 500].map((status) => of(status).result)).toEqual(Array(5).fill('retry'));
    expect(of(410)).toMatchObject({ result: 'dead', status: 410, error: 'http_status' });
    expect(of(307).error).toBe('redirected');
  });

  it('should take a server that fails as a whole for unavailable', () => {
    expect([408, 429, 500, 503].map((status) => of(status).target)).toEqual(Array(4).fill('unavailable'));
    expect([302, 400, 404].map((status) => of(status).target)).toEqual(Array(3).fill('available'));
  });

  it('should read Retry-After as seconds or as a date', () => {
    expect(of(429, { 'retry-after': '120' }).retryAfterSeconds).toBe(120);
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    expect(of(503, { 'retry-after': inAnHour }).retryAfterSeconds).toBeGreaterThan(3_000);
    expect(of(503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }).retryAfterSeconds).toBe(0);
    expect([of(503), of(503, { 'retry-after': 'soon' })].map((each) => each.retryAfterSeconds)).toEqual([
      undefined,
      undefined,
    ]);
  });
});
