import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Value of a setting in the `ansible.cfg` of a checkout; `null` = it has none.
 * @param setting expression for its line, whose first group is the value; flag `m`
 */
export function ansibleSetting(cwd: string, setting: RegExp): string | null {
  const path = resolve(cwd, 'ansible.cfg');
  const value = existsSync(path) ? setting.exec(readFileSync(path, 'utf8'))?.[1] : undefined;
  return value?.trim() || null;
}
