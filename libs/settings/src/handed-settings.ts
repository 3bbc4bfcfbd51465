import { closeSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** The number of the open file that a supervisor hands settings over by, out of sight of other processes. */
const DESCRIPTOR = 'SWITCHYARD_SETTINGS_FD';

const Handed = z.record(z.string().max(200), z.string().max(1_000_000));

/**
 * Takes the settings, one JSON object of texts, from the file descriptor that `SWITCHYARD_SETTINGS_FD` names, closes it
 * and forgets the number: they can be taken once.
 * @param faults gets a line when there is no such file, or it holds something else
 */
export function takeHandedSettings(env: NodeJS.ProcessEnv, faults: string[]): Record<string, string> {
  const descriptor = env[DESCRIPTOR];
  if (!descriptor) {
    return {};
  }
  delete env[DESCRIPTOR];
  try {
    const text = readFileSync(Number(descriptor), 'utf8');
    closeSync(Number(descriptor));
    return Handed.parse(JSON.parse(text));
  } catch {
    faults.push(`${DESCRIPTOR}: no settings can be read from the open file ${descriptor}`);
    return {};
  }
}
