import { describe, expect, it } from '@jest/globals';
import { nextVersion } from './build-version.js';

describe(nextVersion.name, () => {
  it('should be the start version when there was no build or no digit', () => {
    expect(nextVersion('1.0.9', null)).toBe('1.0.9');
    expect(nextVersion('latest', 'latest')).toBe('latest');
  });

  it.each([
    ['1.0.0', '1.0.9', '1.0.10'],
    ['v2.0-rc1', 'v2.0-rc9', 'v2.0-rc10'],
    ['1.2.3-linux', '1.2.3-linux', '1.2.4-linux'],
    ['007', '007', '8'],
    ['7', '41', '42'],
    ['99999999999999999998', '99999999999999999999', '100000000000000000000'],
  ])('should count the last digits of %s on after %s', (start, previous, next) => {
    expect(nextVersion(start, previous)).toBe(next);
  });

  it('should begin at the start version when that is ahead', () => {
    expect(nextVersion('1.0.50', '1.0.9')).toBe('1.0.50');
  });

  it.each(['2.0.9', '1.0.9-beta', '1.0.', '1.0.x', 'v1.0.3'])(
    'should start over when %s has another form',
    (previous) => {
      expect(nextVersion('1.0.0', previous)).toBe('1.0.0');
    },
  );

  it('should not take overlapping ends for the form', () => {
    expect(nextVersion('a1a', 'a')).toBe('a1a');
  });
});
