import { describe, expect, it } from '@jest/globals';
import { notificationStatus } from './notification-status.js';

const answered = (status: number | null): string =>
  notificationStatus({ at: '2026-05-04T12:00:00Z', status, error: null, code: status === null ? 'too_slow' : null });

describe('the status of a notification', () => {
  it('should be silent until it was called', () => {
    expect(notificationStatus(null)).toBe('silent');
  });

  it('should take any 2xx for success and everything else for a refusal', () => {
    expect([200, 204, 299].map(answered)).toEqual(['accepted', 'accepted', 'accepted']);
    expect([199, 301, 404, 503].map(answered)).toEqual(['refused', 'refused', 'refused', 'refused']);
  });

  it('should be unreached without an answer', () => {
    expect(answered(null)).toBe('unreached');
  });
});
