import { describe, expect, it } from '@jest/globals';
import { expiryFinding } from './certificates.js';

const now = new Date('2026-11-29T00:00:00Z');

describe(expiryFinding.name, () => {
  it.each([
    ['2027-03-01T00:00:00Z', 'ok'],
    ['2026-12-10T00:00:00Z', 'warning'],
    ['2026-11-28T00:00:00Z', 'fault'],
  ])('should judge a certificate that ends at %s as %s', (end, level) => {
    expect(expiryFinding('yard.example', new Date(end), now)).toMatchObject({ level });
  });
});
