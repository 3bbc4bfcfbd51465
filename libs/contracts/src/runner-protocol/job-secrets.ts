import { own } from '../own.js';
import { secretsOfUrl } from '../git-repository/url-credentials.js';
import { MAX_SECRET_NAME, type SecretName } from '../task/log-masks.js';
import type { Credential, Job, JobRepository, JobState, JobVault } from './job.js';

/** The members of a job that hold secrets. */
export type SecretMembers = Pick<
  Job,
  'repository' | 'image_key' | 'inventory' | 'vaults' | 'secret_variables' | 'secret_env' | 'secret_origin' | 'planning'
>;

/** A value that must not be shown, and what people call it. */
export interface NamedSecret {
  value: string;
  /** `null` when the control plane that made the job names nothing. */
  name: SecretName | null;
}

/** Every value of a job that must not appear in its log. */
export const jobSecrets = (job: SecretMembers): string[] => namedSecrets(job).map(({ value }) => value);

/** The same values with their names. */
export function namedSecrets(job: SecretMembers): NamedSecret[] {
  const { inventory } = job;
  return [
    ...namedRepositorySecrets(job.repository),
    ...(job.image_key ? credentialSecrets(job.image_key) : []),
    ...(inventory ? [...credentialSecrets(inventory.ssh_key), ...credentialSecrets(inventory.become_key)] : []),
    ...(inventory?.repository ? namedRepositorySecrets(inventory.repository) : []),
    ...job.vaults.flatMap(vaultSecrets),
    ...(job.planning ? credentialSecrets(job.planning.module_key) : []),
    ...(job.planning?.state ? stateSecrets(job.planning.state) : []),
    ...variableSecrets(job),
  ].filter(({ value }) => value !== '');
}

/** Also as a header of HTTP carries it, which `TF_LOG` prints. */
function stateSecrets({ login, password }: JobState): NamedSecret[] {
  return [password, btoa(`${login}:${password}`)].map((value) => ({ value, name: { kind: 'task', name: '', of: '' } }));
}

type RepositoryWithSecrets = Pick<JobRepository, 'key' | 'other_keys' | 'url' | 'name'>;

/** Every value in the address and the keys of a repository that must not be shown. */
export const repositorySecrets = (repository: RepositoryWithSecrets): string[] =>
  namedRepositorySecrets(repository).map(({ value }) => value);

function namedRepositorySecrets({ key, other_keys: others = [], url, name }: RepositoryWithSecrets): NamedSecret[] {
  const keys = [key, ...others.map((other) => other.key)];
  return [
    ...keys.flatMap(credentialSecrets),
    ...secretsOfUrl(url).map((value) => ({ value, name: nameOf('address', name) })),
  ];
}

function vaultSecrets(vault: JobVault): NamedSecret[] {
  return vault.type === 'password' ? [{ value: vault.password, name: nameOf('vault', vault.key_name) }] : [];
}

function credentialSecrets(credential: Credential): NamedSecret[] {
  switch (credential.type) {
    case 'ssh':
      return named([credential.private_key, credential.passphrase], nameOf('key', credential.key_name));
    case 'login_password':
      return named([credential.password], nameOf('key', credential.key_name));
    case 'none':
      return [];
  }
}

function variableSecrets({ secret_variables: variables, secret_env: env, secret_origin: origin }: SecretMembers) {
  const answers = new Set(origin?.answers);
  const nameIn = (name: string, isAnswer: boolean): SecretName | null =>
    origin ? nameOf(isAnswer ? 'answer' : 'variable', name, isAnswer ? '' : origin.group) : null;
  return [
    ...Object.entries(variables).map(([name, value]) => ({ value, name: nameIn(name, answers.has(name)) })),
    ...Object.entries(env).map(([name, value]) => ({
      value,
      name: nameOf('key', own(origin?.keys ?? {}, name)) ?? nameIn(name, false),
    })),
  ];
}

const named = (values: readonly string[], name: SecretName | null): NamedSecret[] =>
  values.map((value) => ({ value, name }));

const nameOf = (kind: SecretName['kind'], name = '', of = ''): SecretName | null =>
  name === '' ? null : { kind, name: cut(name), of: cut(of) };

/** Without half a character at its end. */
const cut = (name: string): string => name.slice(0, MAX_SECRET_NAME).replace(/\p{Surrogate}$/u, '');
