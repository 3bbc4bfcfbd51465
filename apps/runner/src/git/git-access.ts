import { join } from 'node:path';
import type { JobRepository } from '@switchyard/contracts';
import type { Workspace } from '../attempt/workspace.js';
import { openAgent } from '../credentials/open-agent.js';
import { attemptEnvironment } from '../process/attempt-environment.js';
import { writeAskpass } from './askpass.js';
import { gitSettings } from './git-settings.js';
import { keepToLocalRules } from './local-rules.js';
import { namesUser, parseRepositoryUrl, type RepositoryUrl } from './repository-url.js';
import { writeSecretFile } from '../credentials/secret-file.js';
import { gitSshCommand, loginConfig } from './ssh-command.js';

/** The right to talk to one repository: its address and an environment that holds the way to the credentials. */
export interface GitAccess {
  url: RepositoryUrl;
  env: Record<string, string>;
  /** Ends the agent and removes the files, so that the tool of the attempt cannot use them. */
  close(): Promise<void>;
}

/**
 * Prepares the credentials of a repository. A key of type `ssh` goes to an agent; user name and password go to files
 * that a helper reads.
 * @param name names the files; unique within the attempt.
 * @param quietSeconds how long a web server may send nothing
 * @throws AttemptFailure when the address or the key is not usable.
 */
export async function openGitAccess(
  workspace: Workspace,
  repository: Pick<JobRepository, 'url' | 'key'>,
  name: string,
  quietSeconds?: number,
): Promise<GitAccess> {
  const { localRules } = workspace;
  const url = await keepToLocalRules(parseRepositoryUrl(repository.url), localRules);
  const isLocal = url.kind === 'file' || url.kind === 'local';
  const base = {
    ...attemptEnvironment(workspace.dir),
    ...gitSettings({ trustFileSubmodules: isLocal && localRules.roots.length === 0, quietSeconds }),
    GIT_CONFIG_GLOBAL: await writeGlobalConfig(workspace, name),
  };
  const credentials = await credentialEnvironment(workspace, repository, url, name);
  return { url, env: { ...base, ...credentials.env }, close: credentials.close };
}

/**
 * The one setting git reads from a file alone: repositories of other owners may be read, as hooks and helpers of a
 * repository's own configuration are off.
 */
async function writeGlobalConfig(workspace: Workspace, name: string): Promise<string> {
  const path = join(workspace.dir, `${name}-gitconfig`);
  await workspace.files.write(path, '[safe]\n\tdirectory = *\n');
  workspace.onClose(() => workspace.files.remove(path));
  return path;
}

async function credentialEnvironment(
  workspace: Workspace,
  { key, url: fullUrl }: Pick<JobRepository, 'url' | 'key'>,
  url: RepositoryUrl,
  name: string,
): Promise<Pick<GitAccess, 'env' | 'close'>> {
  const { cacheDir } = workspace;
  const login = key.type === 'none' || namesUser(fullUrl) ? '' : key.login;
  const config = login === '' ? null : await writeSecretFile(workspace, `${name}-ssh-config`, loginConfig(login));
  if (key.type === 'ssh') {
    const agent = await openAgent(workspace, key, name);
    const ssh = gitSshCommand({ cacheDir, agentSocket: agent.socketPath, config, withPassword: false });
    return { env: { GIT_SSH_COMMAND: ssh }, close: agent.close };
  }
  const withPassword = key.type === 'login_password' && url.kind === 'ssh';
  const ssh = { GIT_SSH_COMMAND: gitSshCommand({ cacheDir, agentSocket: null, config, withPassword }) };
  const answers = withPassword ? key : httpAnswers(key, url);
  if (!answers) {
    return { env: ssh, close: () => Promise.resolve() };
  }
  const helper = await writeAskpass(workspace, name, withPassword ? null : url.origin, answers);
  const env = withPassword
    ? { ...ssh, SSH_ASKPASS: helper.path, SSH_ASKPASS_REQUIRE: 'force' }
    : { ...ssh, GIT_ASKPASS: helper.path };
  return { env, close: helper.remove };
}

/** Servers that take a token as password accept any user name, but not an empty one. */
function httpAnswers(key: JobRepository['key'], url: RepositoryUrl): { login: string; password: string } | null {
  if (url.kind !== 'http') {
    return null;
  }
  if (key.type === 'login_password') {
    return { login: key.login || 'git', password: key.password };
  }
  return url.login || url.password ? { login: url.login || 'git', password: url.password } : null;
}
