import { join } from 'node:path';

/** How git reaches a server by ssh. */
export interface SshAccess {
  cacheDir: string;
  /** Socket of the agent that holds the key; `null` = no key. */
  agentSocket: string | null;
  /** User to log in as when the address names none; empty = ssh decides. */
  login: string;
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
    ...(access.login ? [`User=${access.login}`] : []),
  ];
  return ['ssh', '-F', '/dev/null', ...options.flatMap((option) => ['-o', option])].map(shellQuote).join(' ');
}

/** git runs this value through a shell, so every word is quoted. */
function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
