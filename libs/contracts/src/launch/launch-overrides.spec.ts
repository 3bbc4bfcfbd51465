import { describe, expect, it } from '@jest/globals';
import { TaskInput } from '../task/task.js';
import { launchOverrides, type OverriddenSettings } from './launch-overrides.js';
import type { EarlierTask } from './sent-params.js';

const template = (change: Partial<OverriddenSettings> = {}): OverriddenSettings => ({
  app: 'ansible',
  playbook: 'site.yml',
  gitBranch: 'main',
  inventoryId: 2,
  taskParams: {},
  allowOverrideArgsInTask: false,
  allowOverrideBranchInTask: false,
  confirmationRole: 'task_runner',
  confirmationByOther: false,
  ...change,
});
const open = (change: Partial<OverriddenSettings> = {}): OverriddenSettings =>
  template({ allowOverrideArgsInTask: true, allowOverrideBranchInTask: true, ...change });
const sent = (body: object): TaskInput => TaskInput.parse({ template_id: 1, ...body });
const reasons = (on: OverriddenSettings, body: object, earlier: EarlierTask | null = null): Record<string, string> =>
  Object.fromEntries(launchOverrides(on, sent(body), earlier).ignored.map(({ name, reason }) => [name, reason]));
const earlierTask = (change: Partial<EarlierTask> = {}): EarlierTask => ({
  params: {},
  gitBranch: null,
  commitHash: 'cafe1234',
  ...change,
});

describe(launchOverrides.name, () => {
  it.each([
    ['arguments', { arguments: '[["--x"]]' }],
    ['playbook', { playbook: '../../etc/passwd' }],
    ['git_branch', { git_branch: '--output=/x' }],
    ['commit_hash', { commit_hash: 'no hash' }],
    ['limit', { params: { limit: ['@/etc/passwd'] } }],
    ['tags', { params: { tags: ['--x'] } }],
    ['debug', { params: { debug: true, debug_level: 99 } }],
  ])(
    'should drop %s that the template does not allow, whatever its form, and judge it where it is used',
    (name, body) => {
      const { issues, ignored } = launchOverrides(template({ taskParams: { allow_debug: false } }), sent(body));
      expect([issues, ignored]).toEqual([[], [{ kind: 'option', name, reason: 'not_allowed' }]]);
      const taskParams = { allow_override_limit: true, allow_override_tags: true, allow_debug: true };
      const judged = launchOverrides(open({ taskParams }), sent(body));
      expect([judged.issues.length, judged.ignored]).toEqual([1, []]);
    },
  );

  it('should let a launch debug where the template does not forbid it', () => {
    const params = { debug: true, debug_level: 2 };
    for (const taskParams of [null, {}, { allow_debug: true }]) {
      expect(launchOverrides(template({ taskParams }), sent({ params }))).toMatchObject({
        ignored: [],
        overrides: { params },
      });
    }
  });

  it('should name options that the app does not have, and none that equal those of the template', () => {
    const bash = template({ app: 'bash', playbook: 'run.sh' });
    expect(reasons(bash, { inventory_id: 1, params: { dry_run: true, destroy: true, diff: false } })).toEqual({
      inventory_id: 'no_such_option',
      dry_run: 'no_such_option',
      destroy: 'no_such_option',
    });
    const same = { playbook: 'site.yml', git_branch: 'main', arguments: '[]', inventory_id: 2, commit_hash: '' };
    expect(reasons(template({ taskParams: { limit: ['web'] } }), { ...same, params: { limit: 'web' } })).toEqual({});
  });

  it('should leave no approval to a launch whose template approves every plan', () => {
    const params = { auto_approve: true };
    const on = (taskParams: object) => template({ app: 'tofu', taskParams: { ...taskParams } });
    expect(launchOverrides(on({ allow_auto_approve: true }), sent({ params })).overrides.params).toEqual(params);
    expect(launchOverrides(on({ allow_auto_approve: true, auto_approve: true }), sent({ params }))).toMatchObject({
      ignored: [],
      overrides: { params: {} },
    });
    expect(reasons(on({}), { params })).toEqual({ auto_approve: 'not_allowed' });
  });

  it('should take null for absent', () => {
    const params = { limit: null, debug: null, dry_run: true };
    expect(launchOverrides(template(), sent({ params })).overrides.params).toEqual({ dry_run: true });
  });
});

describe('a launch with the id of an earlier task', () => {
  const params = { dry_run: true, diff: true, limit: ['web'] };
  const on = template({ taskParams: { allow_override_limit: true } });
  const meant = (body: object, earlier: EarlierTask | null) =>
    launchOverrides(on, sent(body), earlier).overrides.params;

  it('should take what was changed at the top level, where the params are those of that task', () => {
    const earlier = earlierTask({ params });
    const top = { dry_run: true, diff: true, debug: false, limit: 'web' };
    expect(meant({ params, ...top }, earlier)).toEqual(params);
    expect(meant({ params, ...top, dry_run: false }, earlier)).toEqual({ diff: true, limit: ['web'] });
    expect(meant({ params, ...top, limit: 'db' }, earlier)).toEqual({ ...params, limit: ['db'] });
    expect(meant({ params, ...top, limit: '' }, earlier)).toEqual({ ...params, limit: [] });
    expect(meant({ params: {}, dry_run: true, limit: '' }, earlierTask())).toEqual({ dry_run: true });
  });

  it('should take the params where they were changed, or where there is no such task', () => {
    const top = { dry_run: false, limit: '' };
    expect(meant({ params: { dry_run: true }, ...top }, earlierTask({ params: {} }))).toEqual({ dry_run: true });
    expect(meant({ params, ...top }, null)).toEqual(params);
    expect(meant({ params: { diff: true }, dry_run: true, limit: 'a, b' }, null)).toEqual({
      dry_run: true,
      diff: true,
      limit: ['a', 'b'],
    });
  });

  it('should run the commit of that task, and no other', () => {
    const commit = (hash: string, earlier: EarlierTask | null, of = on) => {
      const { overrides, ignored } = launchOverrides(of, sent({ commit_hash: hash }), earlier);
      return [overrides.commitHash, ignored.length];
    };
    expect(commit('cafe1234', earlierTask())).toEqual(['cafe1234', 0]);
    expect(commit('cafe1234', null)).toEqual([null, 1]);
    expect(commit('beef1234', earlierTask())).toEqual([null, 1]);
    expect(commit('cafe1234', earlierTask({ gitBranch: 'next' }))).toEqual([null, 1]);
    expect(commit('cafe1234', earlierTask({ gitBranch: 'next' }), open())).toEqual(['cafe1234', 0]);
  });
});
