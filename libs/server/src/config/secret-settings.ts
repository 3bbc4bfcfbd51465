import { readFileSync } from 'node:fs';

/** Settings whose value is a secret or holds one. Each may be given as a file instead: its name with `_FILE` behind. */
const SECRET_SETTINGS = [
  'SWITCHYARD_DATABASE_URL',
  'SWITCHYARD_QUEUE_URL',
  'SWITCHYARD_SECRET_KEY',
  'SWITCHYARD_OLD_SECRET_KEYS',
  'SWITCHYARD_ADMIN_PASSWORD',
  'SWITCHYARD_RUNNER_REGISTRATION_TOKEN',
  'SWITCHYARD_AUTH_SMTP_URL',
  'SWITCHYARD_AUTH_OIDC_PROVIDERS',
  'SWITCHYARD_AUTH_LDAP_BIND_PASSWORD',
] as const;

/** The names under which files with secrets are given. */
export const SECRET_FILE_SETTINGS: readonly string[] = SECRET_SETTINGS.map(fileSetting);

/**
 * The settings with those read that are given as files; a line break at the end of a file does not count.
 * @param faults gets a line for each file that cannot be used, without its content
 */
export function withSecretFiles(settings: Readonly<Record<string, string>>, faults: string[]): Record<string, string> {
  const resolved = new Map(Object.entries(settings));
  for (const name of SECRET_SETTINGS) {
    const path = resolved.get(fileSetting(name));
    if (path === undefined) {
      continue;
    }
    if (resolved.has(name)) {
      faults.push(`${name}: set either this or ${fileSetting(name)}`);
    }
    resolved.set(name, readSecret(fileSetting(name), path, faults));
  }
  return Object.fromEntries(resolved);
}

function readSecret(setting: string, path: string, faults: string[]): string {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text === '') {
      faults.push(`${setting}: ${path} is empty`);
    }
    return text;
  } catch (error) {
    faults.push(`${setting}: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return '';
  }
}

function fileSetting(name: string): string {
  return `${name}_FILE`;
}
