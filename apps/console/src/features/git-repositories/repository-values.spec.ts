import { describe, expect, it } from '@jest/globals';
import type { GitRepository } from '@switchyard/contracts';
import { isAccessStored, repositoryBody, repositoryValues } from './repository-values.js';

const row: GitRepository = {
  id: 3,
  project_id: 1,
  name: 'site',
  git_url: 'https://git.example.com/site.git',
  git_branch: 'main',
  ssh_key_id: 7,
  lfs: true,
  submodules: true,
  paths: [],
  ca_certificates: '',
  known_hosts: '',
  second_key_id: 8,
  second_key_prefix: 'https://git.example.com/modules/',
  forge: '',
  web_url: '',
  status_key_id: null,
};
const values = repositoryValues(row);

describe('the form of a repository', () => {
  it('should send no addresses of a second key that is none', () => {
    expect(repositoryBody({ ...values, second_key_id: null })).toMatchObject({ second_key_prefix: '' });
  });

  it('should let what is stored be tested as long as it is typed', () => {
    expect(isAccessStored(values, row)).toBe(true);
    expect(isAccessStored({ ...values, name: 'web', git_branch: 'next', git_url: `${row.git_url} ` }, row)).toBe(true);
    expect(isAccessStored(values, null)).toBe(false);
  });

  it.each([
    { git_url: 'https://git.example.com/other.git' },
    { ssh_key_id: 9 },
    { ca_certificates: 'x' },
    { known_hosts: 'x' },
    { second_key_id: null },
    { second_key_prefix: 'https://git.example.com/' },
  ])('should let nothing be tested that is not what is typed: %j', (typed) => {
    expect(isAccessStored({ ...values, ...typed }, row)).toBe(false);
  });
});
