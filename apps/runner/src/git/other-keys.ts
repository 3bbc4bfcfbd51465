import type { Credential, JobRepository } from '@switchyard/contracts';
import type { Workspace } from '../attempt/workspace.js';
import { openAgent } from '../credentials/open-agent.js';
import type { HttpAnswer } from './credential-helper.js';
import type { SshAlias } from './ssh-command.js';

/** How the keys for other addresses are used: as settings of git, names of servers for ssh, and answers to web servers. */
export interface OtherKeys {
  settings: [string, string][];
  aliases: SshAlias[];
  answers: HttpAnswer[];
  close(): Promise<void>;
}

/** Host of the beginning of an ssh address, and what is before and behind it. */
const SSH_PREFIX = /^((?:ssh:\/\/)?(?:[\w.-]+@)?)([\w.-]+)([:/].*)$/;

/**
 * Opens the keys of a repository for other addresses than its own. ssh chooses among them by an alias of the server,
 * which git puts in place of the real one (git-config(1), `url.*.insteadOf`).
 * @throws AttemptFailure when a key cannot be read.
 */
export async function openOtherKeys(
  workspace: Workspace,
  keys: JobRepository['other_keys'] = [],
  name: string,
): Promise<OtherKeys> {
  const opened: OtherKeys = { settings: [], aliases: [], answers: [], close: () => Promise.resolve() };
  const closers: (() => Promise<void>)[] = [];
  for (const [index, { prefix, key }] of keys.entries()) {
    const [, before, host, behind] = SSH_PREFIX.exec(prefix) ?? [];
    if (/^https?:\/\//.test(prefix)) {
      opened.answers.push(...(key.type === 'login_password' ? [{ ...key, prefix, login: key.login || 'git' }] : []));
    } else if (host !== undefined) {
      const alias = `${name}-${index}.switchyard`;
      const agent = key.type === 'ssh' ? await openAgent(workspace, key, alias) : null;
      closers.push(...(agent ? [agent.close] : []));
      opened.aliases.push({ alias, host, login: loginOf(key), agentSocket: agent?.socketPath ?? null });
      opened.settings.push([`url.${before}${alias}${behind}.insteadOf`, prefix]);
    }
  }
  return { ...opened, close: async () => void (await Promise.all(closers.map((close) => close()))) };
}

const loginOf = (key: Credential): string => (key.type === 'none' ? '' : key.login);
