import type { Credential, JobRepository } from '@switchyard/contracts';
import type { GitRepository } from '@switchyard/database';

/** How a runner reaches a repository. */
type RepositoryAccess = Pick<
  JobRepository,
  'key' | 'other_keys' | 'lfs' | 'submodules' | 'ca_certificates' | 'known_hosts'
>;

type AccessColumns = Pick<
  GitRepository,
  'id' | 'sshKeyId' | 'lfs' | 'submodules' | 'caCertificates' | 'knownHosts' | 'secondKeyId' | 'secondKeyPrefix'
>;

const NONE: Credential = { type: 'none' };

/** Ids of the keys of a repository. */
export const repositoryKeyIds = (row: Pick<GitRepository, 'sshKeyId' | 'secondKeyId'>): number[] =>
  [row.sshKeyId, row.secondKeyId].filter((id) => id !== null);

/** Ids of the keys that are opened by themselves: that of a repository which a token opens is not. */
export const openedKeyIds = (
  row: Pick<GitRepository, 'id' | 'sshKeyId' | 'secondKeyId'>,
  tokens: ReadonlyMap<number, Credential>,
): number[] => (tokens.has(row.id) ? [row.secondKeyId].filter((id) => id !== null) : repositoryKeyIds(row));

/** Keys that open repositories. */
export interface OpenedKeys {
  /** By the id of their key. */
  credentials: ReadonlyMap<number, Credential>;
  /** By the id of the repository, where a token of an app opens it. */
  tokens: ReadonlyMap<number, Credential>;
}

export function repositoryAccess(row: AccessColumns, { credentials, tokens }: OpenedKeys): RepositoryAccess {
  const second = row.secondKeyId === null ? undefined : credentials.get(row.secondKeyId);
  return {
    key: tokens.get(row.id) ?? credentials.get(row.sshKeyId) ?? NONE,
    lfs: row.lfs,
    submodules: row.submodules,
    ...(row.caCertificates && { ca_certificates: row.caCertificates }),
    ...(row.knownHosts && { known_hosts: row.knownHosts }),
    ...(second && { other_keys: [{ prefix: row.secondKeyPrefix, key: second }] }),
  };
}
