import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { type AttemptFiles, readText } from '../../../files/attempt-files.js';
import type { Command } from '../../../process/command.js';

/** Ansible's own places for callback plugins, under the home of the run. */
const OWN_PLACES = (ansibleHome: string): string[] => [
  join(ansibleHome, 'plugins', 'callback'),
  '/usr/share/ansible/plugins/callback',
];

/**
 * Value of `ANSIBLE_CALLBACK_PLUGINS` that adds a directory to the places the playbook's author has chosen, by the
 * environment or by `ansible.cfg`, or to Ansible's own when he has not.
 */
export async function callbackPaths(
  files: AttemptFiles,
  added: string,
  { env, cwd }: Pick<Command, 'env' | 'cwd'>,
): Promise<string> {
  const chosen = env['ANSIBLE_CALLBACK_PLUGINS']?.split(delimiter) ?? (await configuredPaths(files, env, cwd));
  return [added, ...(chosen ?? OWN_PLACES(env['ANSIBLE_HOME'] ?? ''))].join(delimiter);
}

async function configuredPaths(
  files: AttemptFiles,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<string[] | null> {
  const file = resolve(cwd, env['ANSIBLE_CONFIG'] ?? 'ansible.cfg');
  const text = await readText(files, file);
  const value = defaultsSetting(text, 'callback_plugins');
  return value === null ? null : value.split(delimiter).map((path) => absolute(path.trim(), dirname(file), env));
}

/** Relative paths of a configuration file start at the file (docs.ansible.com, configuration settings). */
function absolute(path: string, base: string, env: Readonly<Record<string, string>>): string {
  const full = path.startsWith('~/') ? join(env['HOME'] ?? '', path.slice(2)) : path;
  return isAbsolute(full) ? full : join(base, full);
}

/** A setting of the section `[defaults]` of an INI file. */
function defaultsSetting(text: string, name: string): string | null {
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[([^\]]+)\]/.exec(line)?.[1] ?? section;
    const [, key, value] = /^\s*([A-Za-z_]+)\s*[=:]\s*(.*?)\s*(?:\s[;#].*)?$/.exec(line) ?? [];
    if (section === 'defaults' && key === name && value) {
      return value;
    }
  }
  return null;
}
