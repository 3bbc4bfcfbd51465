import { describe, expect, it } from '@jest/globals';
import { RegistrationTokenInput } from '@switchyard/contracts';
import { blankRegistration, LIVES, registrationIssues, tokenStatus } from './registration-values.js';

const now = Date.parse('2026-01-01T12:00:00Z');
const at = (ms: number): string => new Date(now + ms).toISOString();

describe(registrationIssues.name, () => {
  it('should need a tag for a runner of a project alone', () => {
    const named = { ...blankRegistration, name: 'web' };
    expect(registrationIssues(named, false)).toEqual([]);
    expect(registrationIssues(named, true).map(({ path }) => path)).toEqual([['tags']]);
    expect(registrationIssues({ ...named, tags: ['web'] }, true)).toEqual([]);
  });

  it.each(LIVES)('should accept a life of %i hours, which is offered', (hours) => {
    const values = { ...blankRegistration, name: 'web', hours };
    expect(registrationIssues(values, false)).toEqual([]);
    expect(RegistrationTokenInput.parse(values).hours).toBe(hours);
  });
});

describe(tokenStatus.name, () => {
  it.each([
    ['open while its time is not over', { used: null, expires: at(1) }, 'open'],
    ['expired when it is', { used: null, expires: at(0) }, 'expired'],
    ['used, also when its time is over', { used: at(-2), expires: at(-1) }, 'used'],
  ])('should be %s', (_, token, state) => {
    expect(tokenStatus(token, now)).toBe(state);
  });
});
