import { describe, expect, it } from '@jest/globals';
import { AppInput } from '@switchyard/contracts';
import { appBody, appIssues, appValues } from './app-values.js';

const faults = (change: object): string[] =>
  appIssues({ ...appValues(null), id: 'deployer', ...change }).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('the form of an app', () => {
  it('should send a number for the priority, 0 when it is empty', () => {
    expect(AppInput.parse(appBody({ ...appValues(null), priority: '650' })).priority).toBe(650);
    expect(AppInput.parse(appBody({ ...appValues(null), priority: ' ' })).priority).toBe(0);
  });

  it('should require an id and refuse what is none', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ id: '' })).toEqual(['id: must not be empty']);
    expect(faults({ id: 'My App' })).toHaveLength(1);
  });

  it('should refuse a priority that is no number and a relative program', () => {
    expect(faults({ priority: 'high' })).toEqual(['priority: must be a number']);
    expect(faults({ path: './run' })).toEqual(['path: must be a program name or an absolute path']);
  });
});
