import { join } from 'node:path';

/** How git reaches a server by ssh. */
export interface SshAccess {
  cacheDir: string;
  /** Socket of the agent that holds the key; `null` = no key, `undefined` = the configuration names it. */
  agentSocket: string | null | undefined;
  /** Configuration of ssh, which what is on a command line overrides; `null` = none. */
  config: string | null;
  /** A helper answers for the password. */
  withPassword: boolean;
  /** File with the host keys that are trusted; `null` = those that this runner has learnt. */
  knownHosts: string | null;
}

/**
 * Value of `GIT_SSH_COMMAND`. Only the given credential is offered, never a key or configuration of the machine. Unless its
 * keys are given, the host key of a server is learnt at its first use and must stay the same, for all attempts of this runner.
 */
export function gitSshCommand({ cacheDir, agentSocket, config, withPassword, knownHosts }: SshAccess): string {
  const options = [
    `BatchMode=${withPassword ? 'no' : 'yes'}`,
    `StrictHostKeyChecking=${knownHosts === null ? 'accept-new' : 'yes'}`,
    `UserKnownHostsFile="${knownHosts ?? join(cacheDir, 'known_hosts')}"`,
    ...(knownHosts === null ? [] : ['GlobalKnownHostsFile=/dev/null']),
    'IdentityFile=none',
    ...(agentSocket === undefined ? [] : [`IdentityAgent=${agentOf(agentSocket)}`]),
    'NumberOfPasswordPrompts=1',
    'ConnectTimeout=30',
    'ServerAliveInterval=15',
  ];
  return ['ssh', '-F', config ?? '/dev/null', ...options.flatMap((option) => ['-o', option])].map(shellQuote).join(' ');
}

const agentOf = (socket: string | null): string => (socket === null ? 'none' : `"${socket}"`);

/**
 * Configuration with the user to log in as where an address names none (ssh_config(5)): unlike an option it leaves `git@` of a
 * submodule alone.
 */
export const loginConfig = (login: string): string =>
  `User "${login.replaceAll(/\p{Cc}/gu, '?').replaceAll(/["\\]/g, String.raw`\$&`)}"\n`;

/** A server under another name, which is reached with a key of its own. */
export interface SshAlias {
  alias: string;
  host: string;
  login: string;
  agentSocket: string | null;
}

/** Configuration of ssh for some aliases, and with the login and the agent of every other server. */
export function aliasConfig(aliases: readonly SshAlias[], others: Pick<SshAlias, 'login' | 'agentSocket'>): string {
  const facts = ({ login, agentSocket }: typeof others): string =>
    `${login && loginConfig(login)}IdentityAgent ${agentOf(agentSocket)}\n`;
  const blocks = aliases.map((each) => `Host ${each.alias}\nHostName ${each.host}\n${facts(each)}`);
  return `${blocks.join('')}Host *\n${facts(others)}`;
}

/** One word of a shell; git runs commands through one. */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
