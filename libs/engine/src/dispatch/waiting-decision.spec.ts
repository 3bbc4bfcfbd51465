import { describe, expect, it } from '@jest/globals';
import { CONTAINER_ENGINE } from '@switchyard/contracts';
import type { RunnerLoad } from './runner-load.js';
import { drainRunner } from '../testing/drain-runner.js';
import { decideWaitingReason } from './waiting-decision.js';

const runner = (row: Partial<RunnerLoad> = {}): RunnerLoad => ({
  ...drainRunner({ limit: 1 }),
  name: 'edge-1',
  online: true,
  unavailableReason: 'away',
  ...row,
});
const codeOf = (...args: Parameters<typeof decideWaitingReason>): string => decideWaitingReason(...args).code;
const waiting = { projectId: 1, tag: '', app: 'bash', workspace: null, templateBusy: false, projectFull: false };

describe(decideWaitingReason.name, () => {
  it.each([
    ['busy', 'workspace_busy'],
    ['confirmed', 'workspace_busy'],
    ['undecided', 'workspace_undecided'],
    ['lost', 'workspace_lost'],
  ] as const)('should name the task that has the workspace, %s, before anything else', (workspace, reason) => {
    expect(codeOf({ ...waiting, workspace, templateBusy: true, projectFull: true }, [])).toBe(reason);
  });

  it('should name the template before the project and the project before runners', () => {
    expect(codeOf({ ...waiting, templateBusy: true, projectFull: true }, [])).toBe('template_busy');
    expect(codeOf({ ...waiting, projectFull: true }, [])).toBe('project_limit');
  });

  it.each([
    ['no_runner', [runner({ projectId: 2 })]],
    ['no_runner_online', [runner({ online: false, apps: [] }), runner({ projectId: 2 })]],
    ['no_matching_tag', [runner({ tags: ['gpu'] }), runner({ online: false, apps: [] })]],
    ['no_matching_app', [runner({ apps: ['ansible'] })]],
    ['runners_busy', [runner({ used: 1 }), runner({ apps: [] })]],
    ['queued', [runner({ used: 1 }), runner()]],
  ] as const)('should answer %s', (reason, runners) => {
    expect(codeOf(waiting, runners)).toBe(reason);
  });

  it('should name the engine that a container needs', () => {
    const contained = { ...waiting, app: CONTAINER_ENGINE };
    expect(codeOf(contained, [runner()])).toBe('no_container_engine');
    expect(codeOf(contained, [runner({ apps: [CONTAINER_ENGINE] })])).toBe('queued');
  });

  it.each(['draining', 'paused', 'away'] as const)(
    'should name a runner that could take it and is %s',
    (unavailableReason) => {
      const tagged = { ...waiting, tag: 'edge' };
      const unavailable = runner({ name: 'edge-2', tags: ['edge'], online: false, unavailableReason, used: 1 });
      const decision = { code: `runner_${unavailableReason}`, runner: 'edge-2' };
      expect(decideWaitingReason(tagged, [runner(), unavailable])).toEqual(decision);
      expect(decideWaitingReason(tagged, [unavailable])).toEqual(decision);
      expect(codeOf(tagged, [runner(), runner({ tags: ['edge'], used: 1 }), unavailable])).toBe('runners_busy');
      expect(codeOf(tagged, [runner(), { ...unavailable, apps: ['ansible'] }])).toBe('no_matching_tag');
    },
  );

  it('should name the one that drains before the one that is away', () => {
    const away = runner({ name: 'a', online: false });
    const draining = runner({ name: 'b', online: false, unavailableReason: 'draining' });
    expect(decideWaitingReason(waiting, [away, draining]).runner).toBe('b');
  });

  it('should name a runner that is switched off where no other fits, and only one that is here and could take it', () => {
    const decide = (runners: RunnerLoad[], off: RunnerLoad): string =>
      codeOf({ ...waiting, tag: 'gpu' }, runners, [off]);
    const off = runner({ tags: ['gpu'], used: 1 });
    expect([decide([], off), decide([runner()], off)]).toEqual(['runner_off', 'runner_off']);
    expect(decide([runner({ tags: ['gpu'], used: 1 })], off)).toBe('runners_busy');
    expect(decide([runner()], runner({ tags: ['gpu'], online: false }))).toBe('no_matching_tag');
    expect(decide([], runner())).toBe('no_runner');
  });
});
