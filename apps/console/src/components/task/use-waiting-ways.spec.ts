import { describe, expect, it } from '@jest/globals';
import type { Task, WaitingReasonCode } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { runnersPath } from '../page/use-runners-path.js';
import { waitingWays } from './use-waiting-ways.js';

/** Texts by their keys and the task that they name. */
const t = ((key: string, params?: { task: number }) =>
  params ? `${key} ${params.task}` : key) as unknown as TFunction;
const pathOf = (task: number) => ({ search: `?task=${task}` });

const ways = (reason: { code: WaitingReasonCode; params?: object } | null, runners: string | null = null) =>
  waitingWays({ project_id: 1, template_id: 9, waiting_reason: reason && { params: {}, ...reason } } as Task, {
    t,
    pathOf,
    runners,
  }).map(({ text, to }) => [text, to]);

describe(waitingWays.name, () => {
  it('should lead nowhere when the task does not wait, or waits for its turn', () => {
    expect([ways(null), ways({ code: 'queued' })]).toEqual([[], []]);
  });

  it('should lead to the runners where they can be seen', () => {
    expect(ways({ code: 'no_runner' as WaitingReasonCode }, '/runners')).toEqual([['waiting.openRunners', '/runners']]);
  });

  it('should lead to the task that uses the workspace', () => {
    expect(ways({ code: 'workspace_busy', params: { task: 12 } })).toEqual([
      ['waiting.openTask 12', { search: '?task=12' }],
    ]);
  });

  it('should lead to the task that was lost and to the lock that it holds', () => {
    expect(ways({ code: 'workspace_lost', params: { task: 12 } }).map(([text]) => text)).toEqual([
      'waiting.openTask 12',
      'waiting.openState',
    ]);
    expect(ways({ code: 'workspace_lost' })).toEqual([['waiting.openState', '/project/1/templates/9/state']]);
  });
});

describe(runnersPath.name, () => {
  const admin = { admin: true, mayHaveRunners: false };
  const member = { admin: false, mayHaveRunners: true };

  it.each([
    'queued',
    'project_limit',
    'template_busy',
    'workspace_busy',
    'workspace_undecided',
    'workspace_lost',
  ] as const)('should be none for %s, which no runner can end', (code) => {
    expect([runnersPath(1, code, admin), runnersPath(1, code, member)]).toEqual([null, null]);
  });

  it('should be none for a task that does not wait', () => {
    expect(runnersPath(1, null, admin)).toBeNull();
  });

  it('should be that of all runners for administrators, of the project for others, or none', () => {
    const code = 'no_runner' as WaitingReasonCode;
    expect(runnersPath(1, code, { admin: true, mayHaveRunners: true })).toBe('/runners');
    expect(runnersPath(1, code, member)).toBe('/project/1/runners');
    expect(runnersPath(1, code, { admin: false, mayHaveRunners: false })).toBeNull();
    expect(runnersPath(1, code, { admin: false, mayHaveRunners: undefined })).toBeNull();
  });
});
