import { describe, expect, it } from '@jest/globals';
import { ansibleArguments, type AnsibleArguments } from './ansible-arguments.js';

const PARAMS = { limit: [], tags: [], skip_tags: [], verbosity: 0, diff: false, check: false };

const LEAST: AnsibleArguments = {
  inventory: '/a/inventory',
  user: '',
  connectionPasswordFile: null,
  becomeUser: '',
  becomePasswordFile: null,
  params: PARAMS,
  vaultIds: [],
  variableFiles: [],
  templateArguments: [],
  taskArguments: [],
  playbook: 'site.yml',
};

describe('ansibleArguments', () => {
  it('should pass inventory and playbook alone when nothing else is given', () => {
    expect(ansibleArguments(LEAST)).toEqual(['-i', '/a/inventory', 'site.yml']);
  });

  it('should keep the documented order when everything is given', () => {
    const all = ansibleArguments({
      ...LEAST,
      user: 'deploy',
      connectionPasswordFile: '/s/connection',
      becomeUser: 'root',
      becomePasswordFile: '/s/become',
      params: { limit: ['web', 'db'], tags: ['a', 'b'], skip_tags: ['c'], verbosity: 3, diff: true, check: true },
      vaultIds: ['default@/s/vault-0', 'prod@/s/vault-1'],
      variableFiles: ['/s/variables.yml', '/s/secret-variables.yml'],
      templateArguments: ['--forks', '9'],
      taskArguments: ['--limit=one'],
    });
    expect(all.join(' ')).toBe(
      '-i /a/inventory --user deploy --connection-password-file /s/connection --become-user root ' +
        '--become-password-file /s/become -vvv --diff --check --vault-id default@/s/vault-0 --vault-id prod@/s/vault-1 ' +
        '--extra-vars @/s/variables.yml --extra-vars @/s/secret-variables.yml --forks 9 ' +
        '--limit=web,db --tags=a,b --skip-tags=c --limit=one site.yml',
    );
  });

  it.each([
    ['-e@/etc/passwd', '--limit=-e@/etc/passwd'],
    ['--ssh-common-args=x', '--limit=--ssh-common-args=x'],
    [' web ', '--limit=web'],
  ])('should keep the limit %j one argument', (limit, argument) => {
    expect(ansibleArguments({ ...LEAST, params: { ...PARAMS, limit: [limit] } })).toContain(argument);
  });

  it.each(['@/etc/passwd', 'web,@/etc/passwd', 'web:@hosts', 'web @hosts'])('should refuse the limit %j', (limit) => {
    expect(() => ansibleArguments({ ...LEAST, params: { ...PARAMS, limit: [limit] } })).toThrow('must not name a file');
  });

  it('should keep a user that looks like an option a value', () => {
    expect(ansibleArguments({ ...LEAST, user: '--version' })).toContain('--user=--version');
  });
});
