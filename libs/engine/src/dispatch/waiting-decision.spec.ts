import { describe, expect, it } from '@jest/globals';
import type { RunnerState } from './drain-state.js';
import { drainRunner } from '../testing/drain-runner.js';
import { decideWaitingReason } from './waiting-decision.js';

const runner = (row: Partial<RunnerState> = {}): RunnerState => ({
  ...drainRunner({ limit: 1 }),
  online: true,
  ...row,
});
const waiting = { projectId: 1, tag: '', app: 'bash', workspace: null, templateBusy: false, projectFull: false };

describe(decideWaitingReason.name, () => {
  it.each([
    ['busy', 'workspace_busy'],
    ['confirmed', 'workspace_busy'],
    ['undecided', 'workspace_undecided'],
    ['lost', 'workspace_lost'],
  ] as const)('should name the task that has the workspace, %s, before anything else', (workspace, reason) => {
    expect(decideWaitingReason({ ...waiting, workspace, templateBusy: true, projectFull: true }, [])).toBe(reason);
  });

  it('should name the template before the project and the project before runners', () => {
    expect(decideWaitingReason({ ...waiting, templateBusy: true, projectFull: true }, [])).toBe('template_busy');
    expect(decideWaitingReason({ ...waiting, projectFull: true }, [])).toBe('project_limit');
  });

  it.each([
    ['no_runner', [runner({ projectId: 2 })]],
    ['no_runner_online', [runner({ online: false }), runner({ projectId: 2 })]],
    ['no_matching_tag', [runner({ tags: ['gpu'] }), runner({ online: false })]],
    ['no_matching_app', [runner({ apps: ['ansible'] })]],
    ['runners_busy', [runner({ used: 1 }), runner({ apps: [] })]],
    ['queued', [runner({ used: 1 }), runner()]],
  ] as const)('should answer %s', (reason, runners) => {
    expect(decideWaitingReason(waiting, runners)).toBe(reason);
  });

  it('should name a runner that is switched off where no other fits, and only one that is here and could take it', () => {
    const decide = (runners: RunnerState[], off: RunnerState): string =>
      decideWaitingReason({ ...waiting, tag: 'gpu' }, runners, [off]);
    const off = runner({ tags: ['gpu'], used: 1 });
    expect([decide([], off), decide([runner()], off)]).toEqual(['runner_off', 'runner_off']);
    expect(decide([runner({ tags: ['gpu'], used: 1 })], off)).toBe('runners_busy');
    expect(decide([runner()], runner({ tags: ['gpu'], online: false }))).toBe('no_matching_tag');
    expect(decide([], runner())).toBe('no_runner');
  });
});
