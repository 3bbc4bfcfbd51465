import { describe, expect, it } from '@jest/globals';
import { type App, AppInput } from '@switchyard/contracts';
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

describe('a stored app', () => {
  const stored = {
    id: 'deployer',
    title: 'Deployer',
    icon: 'rocket',
    color: '#112233',
    dark_color: '#ddeeff',
    priority: 650,
    path: '/usr/bin/deployer',
    args: ['--verbose', ''],
    active: false,
  } as App;

  it('should be sent as it is when nothing is changed', () => {
    const { id: _id, ...members } = stored;
    expect(AppInput.parse(appBody(appValues(stored)))).toMatchObject({ ...members, args: stored.args });
    expect(appIssues(appValues(stored))).toEqual([]);
  });

  it('should show a priority of 0, and begin a new one active without arguments', () => {
    expect(appValues({ ...stored, priority: 0 }).priority).toBe('0');
    expect(appValues(null)).toMatchObject({ active: true, args: [], id: '', priority: '0' });
  });
});
