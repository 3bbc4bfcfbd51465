import { join } from 'node:path';

/** How git reaches a server by ssh. */
export interface SshAccess {
  cacheDir: string;
  /** Socket of the agent that holds the key; `null` = no key. */
  agentSocket: string | null;
  /** Configuration of ssh, which what is on a command line overrides; `null` = none. */
  config: string | null;
  /** A helper answers for the password. */
  withPassword: boolean;
}

/**
 * Value of `GIT_SSH_COMMAND`. Only the given credential is offered, never a key or configuration of the machine. The
 * host key of a server is learnt at its first use and must stay the same, for all attempts of this runner.
 */
export function gitSshCommand(access: SshAccess): string {
  const options = [
    `BatchMode=${access.withPassword ? 'no' : 'yes'}`,
    'StrictHostKeyChecking=accept-new',
    `UserKnownHostsFile="${join(access.cacheDir, 'known_hosts')}"`,
    'IdentityFile=none',
    `IdentityAgent=${access.agentSocket === null ? 'none' : `"${access.agentSocket}"`}`,
    'NumberOfPasswordPrompts=1',
    'ConnectTimeout=30',
    'ServerAliveInterval=15',
  ];
  return ['ssh', '-F', access.config ?? '/dev/null', ...options.flatMap((option) => ['-o', option])]
    .map(shellQuote)
    .join(' ');
}

/**
 * Configuration with the user to log in as where an address names none (ssh_config(5)): unlike an option it leaves `git@` of a
 * submodule alone.
 */
export const loginConfig = (login: string): string =>
  `User "${login.replaceAll(/\p{Cc}/gu, '?').replaceAll(/["\\]/g, String.raw`\$&`)}"\n`;

/** git runs this value through a shell, so every word is quoted. */
function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
