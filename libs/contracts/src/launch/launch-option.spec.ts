import { describe, expect, it } from '@jest/globals';
import { type LaunchOption, launchRefusal, type LaunchSettings, mayLaunchWith } from './launch-option.js';

const template = (app: string, taskParams: LaunchSettings['taskParams'] = {}): LaunchSettings => ({
  app,
  taskParams,
  allowOverrideArgsInTask: false,
  allowOverrideBranchInTask: false,
  confirmationRole: 'task_runner',
  confirmationByOther: false,
});

const OPTIONS: readonly LaunchOption[] = [
  'playbook',
  'arguments',
  'git_branch',
  'commit_hash',
  'inventory_id',
  'limit',
  'tags',
  'skip_tags',
  'debug',
  'diff',
  'dry_run',
  'plan',
  'destroy',
  'auto_approve',
  'upgrade',
  'reconfigure',
];
const allowed = (settings: LaunchSettings): LaunchOption[] => OPTIONS.filter((each) => mayLaunchWith(settings, each));

describe(launchRefusal.name, () => {
  it.each([
    ['', ['debug', 'diff', 'dry_run']],
    ['ansible', ['debug', 'diff', 'dry_run']],
    ['terraform', ['plan', 'upgrade', 'reconfigure']],
    ['pulumi', ['plan', 'upgrade', 'reconfigure']],
    ['bash', []],
    ['my-app', []],
  ])('should let a launch of app "%s" set little where the template allows nothing', (app, options) => {
    expect(allowed(template(app))).toEqual(options);
  });

  it('should distinguish options that the app lacks from those that the template does not allow', () => {
    expect(launchRefusal(template('terraform'), 'limit')).toBe('no_such_option');
    expect(launchRefusal(template('ansible'), 'limit')).toBe('not_allowed');
    expect(launchRefusal(template('ansible'), 'diff')).toBeNull();
  });

  it('should count another playbook as arguments, and a commit as a branch', () => {
    const one = { ...template('bash'), allowOverrideArgsInTask: true };
    const other = { ...template('bash'), allowOverrideBranchInTask: true };
    expect([allowed(one), allowed(other)]).toEqual([
      ['playbook', 'arguments'],
      ['git_branch', 'commit_hash'],
    ]);
  });

  it.each([
    ['allow_override_inventory', 'ansible', 'inventory_id'],
    ['allow_override_inventory', 'terraform', 'inventory_id'],
    ['allow_override_limit', 'ansible', 'limit'],
    ['allow_override_tags', 'ansible', 'tags'],
    ['allow_override_skip_tags', 'ansible', 'skip_tags'],
    ['allow_destroy', 'terraform', 'destroy'],
    ['allow_auto_approve', 'terraform', 'auto_approve'],
  ] as const)('should let %s of a template for %s allow %s, by true alone', (name, app, option) => {
    expect(launchRefusal(template(app, { [name]: true }), option)).toBeNull();
    for (const value of [false, 'true', 1, null]) {
      expect(launchRefusal(template(app, { [name]: value }), option)).toBe('not_allowed');
    }
    expect(launchRefusal(template(app, null), option)).toBe('not_allowed');
  });

  it('should allow debug unless the template forbids it', () => {
    expect(launchRefusal(template('ansible', null), 'debug')).toBeNull();
    expect(launchRefusal(template('ansible', { allow_debug: false }), 'debug')).toBe('not_allowed');
  });

  it('should leave nothing to approve where the template approves every plan', () => {
    const always = template('terraform', { allow_auto_approve: true, auto_approve: true });
    expect(launchRefusal(always, 'auto_approve')).toBe('not_allowed');
  });

  it('should not take a member of every object for a permission', () => {
    const inherited = Object.create({ allow_destroy: true }) as Record<string, unknown>;
    expect(launchRefusal(template('terraform', inherited), 'destroy')).toBe('not_allowed');
  });

  it('should leave no launch out of a confirmation that the template asks for', () => {
    const asks = template('terraform', { allow_auto_approve: true });
    expect(mayLaunchWith(asks, 'auto_approve')).toBe(true);
    expect(mayLaunchWith({ ...asks, confirmationByOther: true }, 'auto_approve')).toBe(false);
    expect(mayLaunchWith({ ...asks, confirmationRole: 'owner' }, 'auto_approve')).toBe(false);
  });
});
