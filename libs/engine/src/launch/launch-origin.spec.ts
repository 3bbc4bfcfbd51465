import { describe, expect, it } from '@jest/globals';
import { isTrusted, isUnattended, type LaunchOrigin, needsAnswers, shownCommit, starterOf } from './launch-origin.js';

const USER: LaunchOrigin = { kind: 'user', userId: 7, managesProject: false };
const MANAGER: LaunchOrigin = { kind: 'user', userId: 7, managesProject: true };
const SCHEDULE: LaunchOrigin = { kind: 'schedule', scheduleId: 8 };
const WORKFLOW: LaunchOrigin = { kind: 'workflow', userId: 7 };
const INTEGRATION: LaunchOrigin = { kind: 'integration', integrationId: 9 };
const AUTORUN: LaunchOrigin = { kind: 'autorun' };
const ALL = [USER, MANAGER, SCHEDULE, WORKFLOW, INTEGRATION, AUTORUN];

describe('who started a task', () => {
  it.each([
    [USER, { userId: 7, scheduleId: null, integrationId: null }],
    [SCHEDULE, { userId: null, scheduleId: 8, integrationId: null }],
    [WORKFLOW, { userId: 7, scheduleId: null, integrationId: null }],
    [INTEGRATION, { userId: null, scheduleId: null, integrationId: 9 }],
    [AUTORUN, { userId: null, scheduleId: null, integrationId: null }],
  ])('should be named in its columns: %j', (origin, columns) => {
    expect(starterOf(origin)).toEqual(columns);
  });

  it('should be nobody for a run of an account that is gone', () => {
    expect(starterOf({ kind: 'workflow', userId: null }).userId).toBeNull();
  });

  it('should choose names of variables only where they manage the project', () => {
    expect(ALL.filter(isTrusted)).toEqual([MANAGER, SCHEDULE, WORKFLOW, INTEGRATION]);
  });

  it('should see what is left out only in the console, or before an autorun', () => {
    expect(ALL.filter(isUnattended)).toEqual([SCHEDULE, WORKFLOW, INTEGRATION]);
  });

  it('should answer the survey, but for an autorun', () => {
    expect(ALL.filter((origin) => !needsAnswers(origin))).toEqual([AUTORUN]);
  });

  it('should show no commit for a run of a workflow', () => {
    expect(shownCommit(WORKFLOW, 'a'.repeat(40))).toEqual({});
  });
});
