import { describe, expect, it } from '@jest/globals';
import { providerLanding, wantedAddress } from './landing.js';

describe('where a visitor goes once signed in', () => {
  it('should be where the session turned out to be over', () => {
    expect(wantedAddress({ from: '/project/3/history?t=4#L1' }, '')).toBe('/project/3/history?t=4#L1');
  });

  it('should be the start page with the query of the sign-in page otherwise', () => {
    expect(wantedAddress(null, '?new_project=premium')).toBe('/?new_project=premium');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', ''])('should not be %p', (from) => {
    expect(wantedAddress({ from }, '')).toBe('/');
  });
});

describe('the landing place of a sign-in by a provider', () => {
  it('should be the subscription when the visitor came for one', () => {
    expect(providerLanding({ from: '/project/3' }, '?new_project=premium')).toBe('/project/premium');
  });

  it('should be the page that was wanted, without its fragment', () => {
    expect(providerLanding({ from: '/project/3/history?t=4#L1' }, '')).toBe('/project/3/history?t=4');
  });

  it.each([null, { from: '/' }, { from: '//evil.example' }, { from: '/project/3?q=a%0d' }])(
    'should be left to the server for %p',
    (state) => {
      expect(providerLanding(state, '')).toBeNull();
    },
  );
});
