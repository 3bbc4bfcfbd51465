import { GitRepository as WireRepository, GitRepositoryInput } from '@switchyard/contracts';
import { GitRepository } from '@switchyard/database';
import { MEBIBYTE } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import { badMember } from '../platform/http/refusals.js';
import { definePlain, type Sent } from './definition.js';
import { ListQuery } from '../platform/http/list-query.js';

/** A git source. Its address is opened by runners alone. */
export const repositoryResource = definePlain({
  entity: GitRepository,
  noun: 'repository',
  plural: 'GitRepositories',
  path: 'repositories',
  list: 'repositories',
  label: 'name',
  title: ({ gitUrl }) => gitUrl,
  members: {
    name: 'shown',
    gitUrl: 'shown',
    gitBranch: 'shown',
    sshKeyId: 'shown',
    secretUrl: 'secret',
    lfs: 'shown',
    submodules: 'shown',
    paths: 'shown',
    caCertificates: 'content',
    knownHosts: 'content',
    secondKeyId: 'shown',
    secondKeyPrefix: 'shown',
    forge: 'shown',
    webUrl: 'shown',
    statusKeyId: 'shown',
  },
  backup: { section: 'repositories' },
  input: GitRepositoryInput,
  output: WireRepository,
  query: ListQuery,
  sorts: { name: (repository) => repository.name },
  bodyLimit: MEBIBYTE,
  example: ({ keyId }) => ({ name: 'r', git_url: '/srv/code', ssh_key_id: keyId }),
  unlessSent: {
    lfs: true,
    submodules: true,
    paths: [],
    caCertificates: '',
    knownHosts: '',
    secondKeyId: null,
    secondKeyPrefix: '',
    forge: '',
    webUrl: '',
    statusKeyId: null,
  },
  columns,
  check: requirePrefix,
  toWire: toGitRepository,
});

/** Credentials never go to another place than the one they were stored for. */
function columns(
  input: GitRepositoryInput,
  stored: GitRepository | null,
): Sent<Omit<GitRepository, 'id' | 'projectId'>> {
  return {
    name: input.name,
    gitUrl: input.git_url,
    gitBranch: input.git_branch,
    sshKeyId: input.ssh_key_id,
    secretUrl: input.git_url === stored?.gitUrl ? stored.secretUrl : null,
    lfs: input.lfs,
    submodules: input.submodules,
    paths: input.paths,
    caCertificates: input.ca_certificates,
    knownHosts: input.known_hosts,
    secondKeyId: input.second_key_id,
    secondKeyPrefix: input.second_key_prefix,
    forge: input.forge,
    webUrl: input.web_url,
    statusKeyId: input.status_key_id,
  };
}

/** Each of the two may stay as it was. @throws 400 */
async function requirePrefix(
  _manager: EntityManager,
  { secondKeyId, secondKeyPrefix }: Partial<GitRepository>,
): Promise<void> {
  if (secondKeyId !== null && secondKeyPrefix === '') {
    throw badMember('second_key_prefix', 'empty');
  }
}

function toGitRepository(row: GitRepository): WireRepository {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    git_url: row.gitUrl,
    git_branch: row.gitBranch,
    ssh_key_id: row.sshKeyId,
    lfs: row.lfs,
    submodules: row.submodules,
    paths: row.paths,
    ca_certificates: row.caCertificates,
    known_hosts: row.knownHosts,
    second_key_id: row.secondKeyId,
    second_key_prefix: row.secondKeyPrefix,
    forge: row.forge,
    web_url: row.webUrl,
    status_key_id: row.statusKeyId,
  };
}
