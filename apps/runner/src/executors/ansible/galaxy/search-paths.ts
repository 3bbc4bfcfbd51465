import { delimiter, resolve } from 'node:path';
import type { AttemptFiles } from '../../../files/attempt-files.js';
import { ansibleSetting } from '../ansible-config.js';
import type { Command } from '../../../process/command.js';
import type { GalaxyKind } from './requirement-files.js';

const VARIABLE = { collection: 'ANSIBLE_COLLECTIONS_PATH', role: 'ANSIBLE_ROLES_PATH' } as const;
const SETTING = { collection: /^collections_paths?\s*=\s*(.+)$/m, role: /^roles_path\s*=\s*(.+)$/m } as const;
const USUAL = {
  collection: '~/.ansible/collections:/usr/share/ansible/collections',
  role: '~/.ansible/roles:/usr/share/ansible/roles:/etc/ansible/roles',
} as const;

/**
 * Environment that makes Ansible look in these directories first and then where it would have looked anyway: by the
 * variable, by the `ansible.cfg` of the checkout, or by its defaults.
 */
export async function searchPaths(
  files: AttemptFiles,
  kind: GalaxyKind,
  dirs: readonly string[],
  { env, cwd }: Pick<Command, 'env' | 'cwd'>,
): Promise<Record<string, string>> {
  const name = VARIABLE[kind];
  if (dirs.length === 0) {
    return {};
  }
  const otherwise = env[name] ?? (await configured(files, kind, cwd)) ?? USUAL[kind];
  return { [name]: [...dirs, otherwise].join(delimiter) };
}

async function configured(files: AttemptFiles, kind: GalaxyKind, cwd: string): Promise<string | null> {
  const dirs = (await ansibleSetting(files, cwd, SETTING[kind]))?.split(delimiter).filter(Boolean);
  return dirs?.map((dir) => (dir.startsWith('~') ? dir : resolve(cwd, dir))).join(delimiter) ?? null;
}
