import { describe, expect, it } from '@jest/globals';
import { certificateFindings, expiryFinding, roomFinding } from './outside-checks.js';

const now = new Date('2026-11-29T00:00:00Z');
const GIB = 1_073_741_824;

describe(expiryFinding.name, () => {
  it.each([
    ['2027-03-01T00:00:00Z', 'ok'],
    ['2026-12-10T00:00:00Z', 'warning'],
    ['2026-11-28T00:00:00Z', 'fault'],
  ])('should judge a certificate that ends at %s as %s', (end, level) => {
    expect(expiryFinding('yard.example', new Date(end), now)).toMatchObject({ level });
  });
});

describe(roomFinding.name, () => {
  it.each([
    [20 * GIB, 100 * GIB, 'ok'],
    [4 * GIB, 100 * GIB, 'warning'],
    [GIB / 2, 2 * GIB, 'warning'],
  ])('should judge %s of %s bytes as %s', (free, size, level) => {
    expect(roomFinding('/data', free, size)).toMatchObject({ level });
  });
});

describe(certificateFindings.name, () => {
  it('should look at none without https', async () => {
    const { signal } = new AbortController();
    const found = await Promise.all(
      [undefined, 'http://yard.example'].map((each) => certificateFindings(each, signal)),
    );
    expect(found.flat().map(({ level }) => level)).toEqual(['ok', 'ok']);
  });
});
