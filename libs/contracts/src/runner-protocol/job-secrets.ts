import { secretsOfUrl } from '../git-repository/url-credentials.js';
import type { Credential, Job, JobRepository, JobState } from './job.js';

/** The members of a job that hold secrets. */
export type SecretMembers = Pick<
  Job,
  'repository' | 'inventory' | 'vaults' | 'secret_variables' | 'secret_env' | 'planning'
>;

/** Every value of a job that must not appear in its log. */
export function jobSecrets(job: SecretMembers): string[] {
  const { inventory } = job;
  return [
    ...repositorySecrets(job.repository),
    ...(inventory ? [...credentialSecrets(inventory.ssh_key), ...credentialSecrets(inventory.become_key)] : []),
    ...(inventory?.repository ? repositorySecrets(inventory.repository) : []),
    ...job.vaults.flatMap((vault) => (vault.type === 'password' ? [vault.password] : [])),
    ...(job.planning ? credentialSecrets(job.planning.module_key) : []),
    ...(job.planning?.state ? stateSecrets(job.planning.state) : []),
    ...Object.values(job.secret_variables),
    ...Object.values(job.secret_env),
  ].filter((secret) => secret !== '');
}

/** Also as a header of HTTP carries it, which `TF_LOG` prints. */
function stateSecrets({ login, password }: JobState): string[] {
  return [password, btoa(`${login}:${password}`)];
}

/** Every value in the address and the key of a repository that must not be shown. */
export function repositorySecrets({ key, url }: Pick<JobRepository, 'key' | 'url'>): string[] {
  return [...credentialSecrets(key), ...secretsOfUrl(url)];
}

function credentialSecrets(credential: Credential): string[] {
  switch (credential.type) {
    case 'ssh':
      return [credential.private_key, credential.passphrase];
    case 'login_password':
      return [credential.password];
    case 'none':
      return [];
  }
}
