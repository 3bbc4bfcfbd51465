import type { Credential, JobRepository } from '@switchyard/contracts';
import type { GitRepository } from '@switchyard/database';

/** How a runner reaches a repository. */
type RepositoryAccess = Pick<
  JobRepository,
  'key' | 'other_keys' | 'lfs' | 'submodules' | 'ca_certificates' | 'known_hosts'
>;

type AccessColumns = Pick<
  GitRepository,
  'sshKeyId' | 'lfs' | 'submodules' | 'caCertificates' | 'knownHosts' | 'secondKeyId' | 'secondKeyPrefix'
>;

const NONE: Credential = { type: 'none' };

/** Ids of the keys of a repository. */
export const repositoryKeyIds = (row: Pick<GitRepository, 'sshKeyId' | 'secondKeyId'>): number[] =>
  [row.sshKeyId, row.secondKeyId].filter((id) => id !== null);

/** @param credentials opened, by the id of their key */
export function repositoryAccess(row: AccessColumns, credentials: ReadonlyMap<number, Credential>): RepositoryAccess {
  const second = row.secondKeyId === null ? undefined : credentials.get(row.secondKeyId);
  return {
    key: credentials.get(row.sshKeyId) ?? NONE,
    lfs: row.lfs,
    submodules: row.submodules,
    ...(row.caCertificates && { ca_certificates: row.caCertificates }),
    ...(row.knownHosts && { known_hosts: row.knownHosts }),
    ...(second && { other_keys: [{ prefix: row.secondKeyPrefix, key: second }] }),
  };
}
