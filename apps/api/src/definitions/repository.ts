import { GitRepository as WireRepository, GitRepositoryInput } from '@switchyard/contracts';
import { GitRepository } from '@switchyard/database';
import { MEBIBYTE } from '@switchyard/server';
import { definePlain } from './definition.js';
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
    caCertificates: 'content',
    knownHosts: 'content',
    secondKeyId: 'shown',
    secondKeyPrefix: 'shown',
    forge: 'shown',
    webUrl: 'shown',
  },
  backup: { section: 'repositories' },
  input: GitRepositoryInput,
  output: WireRepository,
  query: ListQuery,
  sorts: { name: (repository) => repository.name },
  bodyLimit: MEBIBYTE,
  example: ({ keyId }) => ({ name: 'r', git_url: '/srv/code', ssh_key_id: keyId }),
  columns,
  toWire: toGitRepository,
});

/** Credentials never go to another place than the one they were stored for. */
function columns(input: GitRepositoryInput, stored: GitRepository | null): Partial<GitRepository> {
  return {
    name: input.name,
    gitUrl: input.git_url,
    gitBranch: input.git_branch,
    sshKeyId: input.ssh_key_id,
    secretUrl: input.git_url === stored?.gitUrl ? stored.secretUrl : null,
    ...fetchColumns(input, stored ?? UNLESS_SENT),
  };
}

type FetchColumns = Pick<
  GitRepository,
  'lfs' | 'submodules' | 'caCertificates' | 'knownHosts' | 'secondKeyId' | 'secondKeyPrefix' | 'forge' | 'webUrl'
>;

const UNLESS_SENT: FetchColumns = {
  lfs: true,
  submodules: true,
  caCertificates: '',
  knownHosts: '',
  secondKeyId: null,
  secondKeyPrefix: '',
  forge: '',
  webUrl: '',
};

/** Older clients send none of these. */
const fetchColumns = (input: GitRepositoryInput, stored: FetchColumns): FetchColumns => ({
  lfs: input.lfs ?? stored.lfs,
  submodules: input.submodules ?? stored.submodules,
  caCertificates: input.ca_certificates ?? stored.caCertificates,
  knownHosts: input.known_hosts ?? stored.knownHosts,
  secondKeyId: input.second_key_id === undefined ? stored.secondKeyId : input.second_key_id,
  secondKeyPrefix: input.second_key_prefix ?? stored.secondKeyPrefix,
  forge: input.forge ?? stored.forge,
  webUrl: input.web_url ?? stored.webUrl,
});

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
    ca_certificates: row.caCertificates,
    known_hosts: row.knownHosts,
    second_key_id: row.secondKeyId,
    second_key_prefix: row.secondKeyPrefix,
    forge: row.forge,
    web_url: row.webUrl,
  };
}
