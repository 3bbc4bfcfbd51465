import { describe, expect, it } from '@jest/globals';
import { MAX_SECRET_NAME } from '../task/log-masks.js';
import { jobSecrets, namedSecrets, type SecretMembers } from './job-secrets.js';

const newJob = (change: Partial<SecretMembers> & { variables?: object; env?: object } = {}): SecretMembers => ({
  repository: { id: 1, name: 'r', url: '/x', branch: 'main', commit: null, key: { type: 'none' } },
  inventory: null,
  vaults: [],
  secret_variables: {},
  secret_env: {},
  planning: null,
  ...change,
});

describe(jobSecrets.name, () => {
  const repository = (secret: string) => ({
    ...newJob().repository,
    url: `https://robot:url-${secret}%21@git.example/x`,
    key: { type: 'login_password', login: 'robot', password: `repo-${secret}` } as const,
  });

  it('should name every secret of a job, decoded where it was encoded, and nothing else', () => {
    const job = newJob({
      repository: repository('a'),
      inventory: {
        id: 1,
        name: 'hosts',
        type: 'file',
        content: 'hosts',
        repository: repository('b'),
        ssh_key: { type: 'ssh', login: 'root', passphrase: 'phrase', private_key: 'private' },
        become_key: { type: 'login_password', login: 'root', password: 'become' },
      },
      vaults: [
        { type: 'password', name: null, password: 'vault' },
        { type: 'script', name: 'x', script: 'get-client' },
      ],
      variables: { plain: 'visible' },
      secret_variables: { v: 'variable', empty: '' },
      env: { PLAIN: 'visible' },
      secret_env: { E: 'environment' },
    });
    expect(jobSecrets(job).sort()).toEqual(
      ['repo-a', 'url-a%21', 'url-a!', 'repo-b', 'url-b%21', 'url-b!', 'private', 'phrase', 'become']
        .concat(['vault', 'variable', 'environment'])
        .sort(),
    );
  });
});

describe(namedSecrets.name, () => {
  const named = (change: Partial<SecretMembers>): unknown[] =>
    namedSecrets(newJob(change)).map(({ value, name }) => [
      value,
      name && [name.kind, name.name, name.of].join(' ').trim(),
    ]);
  const login = (key_name?: string) => ({ type: 'login_password', login: 'l', password: 'word', key_name }) as const;

  it('should call secrets as people do', () => {
    const { repository } = newJob();
    const planning = {
      module_key: { type: 'ssh', login: '', private_key: 'private', passphrase: 'phrase', key_name: 'Modules' },
      state: { address: '', login: 'w', password: 'token', ca: null },
    } as SecretMembers['planning'];
    const variables = { DB: 'of group', DAY: 'of launch' };
    expect(
      named({
        repository: { ...repository, name: 'Site', url: 'https://bot:url-word@git.example/x', key: login('Deploy') },
        vaults: [{ type: 'password', name: null, password: 'vaulted', key_name: 'Vault' }],
        planning,
        secret_variables: variables,
        secret_env: { DAY: 'of env' },
        secret_origin: { group: 'prod', answers: ['DAY'] },
      }),
    ).toEqual([
      ['word', 'key Deploy'],
      ['url-word', 'address Site'],
      ['vaulted', 'vault Vault'],
      ['private', 'key Modules'],
      ['phrase', 'key Modules'],
      ['token', 'task'],
      [btoa('w:token'), 'task'],
      ['of group', 'variable DB prod'],
      ['of launch', 'answer DAY'],
      ['of env', 'variable DAY prod'],
    ]);
  });

  it('should call them nothing where an older control plane sends no names', () => {
    const vaults = [{ type: 'password', name: 'x', password: 'vaulted' }] as const;
    const { repository } = newJob();
    expect(
      named({ repository: { ...repository, key: login() }, vaults: [...vaults], secret_env: { A: 'value' } }),
    ).toEqual([
      ['word', null],
      ['vaulted', null],
      ['value', null],
    ]);
  });

  it('should cut long names, not through a character', () => {
    const { repository } = newJob();
    const name = `${'x'.repeat(MAX_SECRET_NAME - 1)}😀`;
    expect(named({ repository: { ...repository, key: login(name) } })).toEqual([['word', `key ${name.slice(0, -2)}`]]);
  });
});
