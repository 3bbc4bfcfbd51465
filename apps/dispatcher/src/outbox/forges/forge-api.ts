import {
  accessKeyContext,
  type DeliveryErrorCode,
  type ForgePage,
  type GithubAppCredential,
  StoredCredential,
} from '@switchyard/contracts';
import { githubApi, githubHeaders } from '@switchyard/server';
import { reachedAddress } from '@switchyard/settings';
import type { LazySecretBox } from '../../infrastructure/infrastructure.js';
import type { DispatcherConfig } from '../../config.js';
import type { ForgeTarget } from '../targets.repository.js';

/** Where a repository has its API, and how a key signs in there. */
export interface ForgeApi {
  /** Address of the repository in the API. */
  repository: string;
  headers: Record<string, string>;
}

type Api = (page: ForgePage, login: ForgeLogin) => ForgeApi;

const github: Api = (page, { password }) => {
  const { root, owner, name } = githubApi(page);
  return { repository: `${root}/repos/${owner}/${name}`, headers: githubHeaders(password) };
};

/** A forge below a path has its API there too. @see https://docs.gitea.com/development/api-usage */
const gitea: Api = ({ origin, parts }, { password }) => ({
  repository: `${[origin, ...parts.slice(0, -2)].join('/')}/api/v1/repos/${parts.slice(-2).join('/')}`,
  headers: { authorization: `token ${password}` },
});

/** @see https://docs.gitlab.com/api/rest/ (paths of projects are encoded) */
const gitlab: Api = ({ origin, parts }, { password }) => ({
  repository: `${origin}/api/v4/projects/${parts.join('%2F')}`,
  headers: { 'private-token': password },
});

/**
 * An access token has no login, an app password or API token has.
 * @see https://developer.atlassian.com/cloud/bitbucket/rest/intro/
 */
const bitbucket: Api = ({ origin, parts }, login) => ({
  repository: `${origin === 'https://bitbucket.org' ? 'https://api.bitbucket.org' : origin}/2.0/repositories/${parts.slice(-2).join('/')}`,
  headers: { authorization: login.login === '' ? `Bearer ${login.password}` : basic(login) },
});

/** @see https://learn.microsoft.com/en-us/rest/api/azure/devops/git/ */
const azure: Api = ({ origin, parts }, login) => {
  const at = parts.indexOf('_git');
  return {
    repository: `${[origin, ...parts.slice(0, at)].join('/')}/_apis/git/repositories/${parts[at + 1] ?? ''}`,
    headers: { authorization: basic({ ...login, login: '' }) },
  };
};

/** Forges whose API is known; that of Gogs has neither statuses nor comments on pull requests. */
export const FORGE_APIS = { github, gitea, gitlab, bitbucket, azure } as const satisfies Partial<
  Record<ForgePage['forge'], Api>
>;
export type KnownForge = keyof typeof FORGE_APIS;

export const isKnownForge = (forge: ForgePage['forge']): forge is KnownForge => Object.hasOwn(FORGE_APIS, forge);

/** The token of a key; some forges take it with a login. */
export interface ForgeLogin {
  login: string;
  password: string;
}

/** Returns the credential of a key at a forge, or the reason why there is none. */
export async function openLogin(
  secrets: LazySecretBox,
  { keyId, secret }: Pick<ForgeTarget, 'keyId' | 'secret'>,
): Promise<ForgeLogin | GithubAppCredential | DeliveryErrorCode> {
  if (secret === null) {
    return 'no_secret';
  }
  const opened = await secrets.tryOpenText(secret, accessKeyContext(keyId));
  if (opened === undefined) {
    return 'secret_unreadable';
  }
  const credential = StoredCredential.parse(JSON.parse(opened));
  if (credential.type === 'github_app') {
    return credential;
  }
  return credential.type === 'login_password' && credential.password !== '' ? credential : 'no_secret';
}

/** HTTP Basic of a login. */
const basic = ({ login, password }: ForgeLogin): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

interface LinkedTask {
  project: { id: number };
  template: { id: number };
  /** null = it waits as a delivery. */
  task: { id: number } | null;
}

/** The page of a task, or of what may become one; null = this installation has no address. */
export function taskLink(config: DispatcherConfig, { project, template, task }: LinkedTask): string | null {
  const address = reachedAddress(config);
  const place = task === null ? 'integrations' : `templates/${template.id}?t=${task.id}`;
  return address && `${address}/project/${project.id}/${place}`;
}
