import { join } from 'node:path';
import type { JobRepository } from '@switchyard/contracts';
import type { Workspace } from '../attempt/workspace.js';
import { openAgent } from '../credentials/open-agent.js';
import { attemptEnvironment } from '../process/attempt-environment.js';
import { writeAskpass } from './askpass.js';
import { type HttpAnswer, writeCredentialHelper } from './credential-helper.js';
import { machineAuthorities } from '../config/machine-authorities.js';
import { gitSettings } from './git-settings.js';
import { keepToLocalRules } from './local-rules.js';
import { openOtherKeys, type OtherKeys } from './other-keys.js';
import { namesUser, parseRepositoryUrl, type RepositoryUrl } from './repository-url.js';
import { writeSecretFile } from '../credentials/secret-file.js';
import { aliasConfig, gitSshCommand, loginConfig, shellQuote } from './ssh-command.js';

/** The right to talk to one repository: its address and an environment that holds the way to the credentials. */
export interface GitAccess {
  url: RepositoryUrl;
  env: Record<string, string>;
  /** Ends the agents and removes the files, so that the tool of the attempt cannot use them. */
  close(): Promise<void>;
}

/** Members of a repository on which its access depends. */
export type ReachedRepository = Pick<JobRepository, 'url' | 'key' | 'other_keys' | 'ca_certificates' | 'known_hosts'>;

/** Part of an access: `env` besides what git needs anyway, and further settings of git. */
interface Part {
  env: Record<string, string>;
  settings: [string, string][];
  close(): Promise<void>;
}

const nothingToClose = (): Promise<void> => Promise.resolve();

/**
 * Prepares the credentials of a repository. A key of type `ssh` goes to an agent; user name and password go to files
 * that a helper reads.
 * @param name names the files; unique within the attempt.
 * @param quietSeconds how long a web server may send nothing
 * @throws AttemptFailure when the address or the key is not usable.
 */
export async function openGitAccess(
  workspace: Workspace,
  repository: ReachedRepository,
  name: string,
  quietSeconds?: number,
): Promise<GitAccess> {
  const { localRules } = workspace;
  const url = await keepToLocalRules(parseRepositoryUrl(repository.url), localRules);
  const isLocal = url.kind === 'file' || url.kind === 'local';
  const trustFileSubmodules = isLocal && localRules.roots.length === 0;
  const others = await openOtherKeys(workspace, repository.other_keys, name);
  const [ssh, http] = await Promise.all([
    sshPart(workspace, repository, { url, name, others }),
    httpPart(workspace, name, [...answersOf(repository.key, url), ...others.answers]),
  ]);
  const trusted = await trustSettings(workspace, repository, url, name);
  const further = [...others.settings, ...trusted, ...http.settings];
  return {
    url,
    env: {
      ...attemptEnvironment(workspace.dir),
      ...gitSettings({ trustFileSubmodules, quietSeconds, further }),
      GIT_CONFIG_GLOBAL: await writeGlobalConfig(workspace, name),
      ...ssh.env,
    },
    close: async () => void (await Promise.all([ssh, http, others].map((part) => part.close()))),
  };
}

/**
 * The one setting git reads from a file alone: repositories of other owners may be read, as hooks and helpers of a
 * repository's own configuration are off.
 */
async function writeGlobalConfig(workspace: Workspace, name: string): Promise<string> {
  return writeOwnFile(workspace, `${name}-gitconfig`, '[safe]\n\tdirectory = *\n');
}

async function writeOwnFile(workspace: Workspace, name: string, text: string): Promise<string> {
  const path = join(workspace.dir, name);
  await workspace.files.write(path, text);
  workspace.onClose(() => workspace.files.remove(path));
  return path;
}

/**
 * Authorities of the runner are trusted beside those of its machine. Only the server of the repository is judged by the certificates of
 * the repository: those of submodules may have others.
 */
async function trustSettings(
  workspace: Workspace,
  { ca_certificates: certificates }: ReachedRepository,
  { kind, origin }: RepositoryUrl,
  name: string,
): Promise<[string, string][]> {
  const { authorities } = workspace.localRules;
  const ofRunner = authorities === null ? null : `${machineAuthorities()}\n${authorities}\n`;
  const written = async (kindOf: string, text: string) => writeOwnFile(workspace, `${name}-${kindOf}.pem`, text);
  return [
    ...(ofRunner === null ? [] : [['http.sslCAInfo', await written('authorities', ofRunner)] as [string, string]]),
    ...(certificates && kind === 'http'
      ? [[`http.${origin}/.sslCAInfo`, await written('ca', `${certificates}\n`)] as [string, string]]
      : []),
  ];
}

interface SshParts {
  url: RepositoryUrl;
  name: string;
  others: OtherKeys;
}

async function sshPart(workspace: Workspace, repository: ReachedRepository, parts: SshParts): Promise<Part> {
  const { key, known_hosts: keys } = repository;
  const { url, name, others } = parts;
  const login = key.type === 'none' || namesUser(repository.url) ? '' : key.login;
  const agent = key.type === 'ssh' ? await openAgent(workspace, key, name) : null;
  const askpass =
    key.type === 'login_password' && url.kind === 'ssh' ? await writeAskpass(workspace, name, key.password) : null;
  const agentSocket = agent?.socketPath ?? null;
  const hasAliases = others.aliases.length > 0;
  const config = hasAliases ? aliasConfig(others.aliases, { login, agentSocket }) : login && loginConfig(login);
  const command = gitSshCommand({
    cacheDir: workspace.cacheDir,
    agentSocket: hasAliases ? undefined : agentSocket,
    config: config === '' ? null : await writeSecretFile(workspace, `${name}-ssh-config`, config),
    withPassword: askpass !== null,
    knownHosts: keys ? await writeOwnFile(workspace, `${name}-known-hosts`, `${keys}\n`) : null,
  });
  return {
    env: {
      GIT_SSH_COMMAND: command,
      ...(askpass && { SSH_ASKPASS: askpass.path, SSH_ASKPASS_REQUIRE: 'force' }),
    },
    settings: [],
    close: async () => void (await Promise.all([agent?.close(), askpass?.remove()])),
  };
}

async function httpPart(workspace: Workspace, name: string, answers: readonly HttpAnswer[]): Promise<Part> {
  if (answers.length === 0) {
    return { env: {}, settings: [], close: nothingToClose };
  }
  const { path, remove } = await writeCredentialHelper(workspace, name, answers);
  return {
    env: {},
    settings: [
      ['credential.useHttpPath', 'true'],
      ['credential.helper', `!${shellQuote(path)}`],
    ],
    close: remove,
  };
}

/** Servers that take a token as password accept any user name, but not an empty one. */
function answersOf(key: JobRepository['key'], { kind, origin, login, password }: RepositoryUrl): HttpAnswer[] {
  if (kind !== 'http') {
    return [];
  }
  const prefix = `${origin}/`;
  if (key.type === 'login_password') {
    return [{ prefix, login: key.login || 'git', password: key.password }];
  }
  return login || password ? [{ prefix, login: login || 'git', password }] : [];
}
