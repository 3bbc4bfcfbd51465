import { describe, expect, it } from '@jest/globals';
import { jobSecrets, type SecretMembers } from './job-secrets.js';

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
