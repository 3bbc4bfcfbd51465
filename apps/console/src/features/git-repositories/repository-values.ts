import { gitUrlKind, type GitRepository, RepositoryTest } from '@switchyard/contracts';
import { isSame } from '../../lib/form-differences.js';

export interface RepositoryValues {
  name: string;
  git_url: string;
  git_branch: string;
  ssh_key_id: number | undefined;
  lfs: boolean;
  submodules: boolean;
  paths: string[];
  ca_certificates: string;
  known_hosts: string;
  second_key_id: number | null;
  second_key_prefix: string;
  forge: GitRepository['forge'];
  web_url: string;
  status_key_id: number | null;
}

const NEW: RepositoryValues = {
  name: '',
  git_url: '',
  git_branch: '',
  ssh_key_id: undefined,
  lfs: true,
  submodules: true,
  paths: [],
  ca_certificates: '',
  known_hosts: '',
  second_key_id: null,
  second_key_prefix: '',
  forge: '',
  web_url: '',
  status_key_id: null,
};

/** Values of a stored repository, or of a new one. */
export function repositoryValues(row: GitRepository | null): RepositoryValues {
  const { id: _id, project_id: _project, ...values } = row ?? { id: 0, project_id: 0, ...NEW };
  return values;
}

/** A local directory is used in place, so it has no branch. */
export function repositoryBody(values: RepositoryValues): object {
  const { second_key_id: key, second_key_prefix: prefix } = values;
  const second = { second_key_id: key ?? null, second_key_prefix: key ? prefix : '' };
  const branch = gitUrlKind(values.git_url.trim()) === 'local' ? '' : values.git_branch;
  return { ...values, ...second, status_key_id: values.status_key_id ?? null, git_branch: branch };
}

/** By which a runner reaches a server. */
const ACCESS = [
  'git_url',
  'ssh_key_id',
  'ca_certificates',
  'known_hosts',
  'second_key_id',
  'second_key_prefix',
] as const;

/** Body of a test of the values; undefined while they are not complete. */
export function accessOf(values: Partial<RepositoryValues>): RepositoryTest | undefined {
  const { second_key_id: key, second_key_prefix: prefix } = values;
  const second = { second_key_id: key ?? null, second_key_prefix: key ? prefix : '' };
  return RepositoryTest.safeParse({ ...values, ...second }).data;
}

/** Whether a test of the stored repository says anything about what is typed. */
export function isAccessStored(values: Partial<RepositoryValues>, row: GitRepository | null): boolean {
  const typed: Partial<RepositoryValues> = { ...values, git_url: values.git_url?.trim() ?? '' };
  return row !== null && ACCESS.every((name) => isSame(typed[name], row[name]));
}
