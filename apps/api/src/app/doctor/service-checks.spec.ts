import { describe, expect, it } from '@jest/globals';
import { roomFinding } from './service-checks.js';

const GIB = 1_073_741_824;

describe(roomFinding.name, () => {
  it.each([
    [20 * GIB, 100 * GIB, 'ok'],
    [4 * GIB, 100 * GIB, 'warning'],
    [GIB / 2, 2 * GIB, 'warning'],
  ])('should judge %s of %s bytes as %s', (free, size, level) => {
    expect(roomFinding('/data', free, size)).toMatchObject({ level });
  });
});
