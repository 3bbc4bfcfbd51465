import { resolve } from 'node:path';
import { type AttemptFiles, readText } from '../../files/attempt-files.js';

/**
 * Value of a setting in the `ansible.cfg` of a checkout; `null` = it has none.
 * @param setting expression for its line, whose first group is the value; flag `m`
 */
export async function ansibleSetting(files: AttemptFiles, cwd: string, setting: RegExp): Promise<string | null> {
  const text = await readText(files, resolve(cwd, 'ansible.cfg'));
  return setting.exec(text)?.[1]?.trim() || null;
}
