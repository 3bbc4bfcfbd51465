import { delimiter, resolve } from 'node:path';
import { ansibleSetting } from '../ansible-config.js';
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
export function searchPaths(
  kind: GalaxyKind,
  dirs: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Record<string, string> {
  const name = VARIABLE[kind];
  const otherwise = env[name] ?? configured(kind, cwd) ?? USUAL[kind];
  return dirs.length === 0 ? {} : { [name]: [...dirs, otherwise].join(delimiter) };
}

function configured(kind: GalaxyKind, cwd: string): string | null {
  const dirs = ansibleSetting(cwd, SETTING[kind])?.split(delimiter).filter(Boolean);
  return dirs?.map((dir) => (dir.startsWith('~') ? dir : resolve(cwd, dir))).join(delimiter) ?? null;
}
