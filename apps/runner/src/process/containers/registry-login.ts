import { mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Credential } from '@switchyard/contracts';
import { removeTree } from '../../files/remove-tree.js';

/** The right to fetch from one registry. */
interface RegistryLogin {
  /** Variables by which an engine finds it. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Registry of references that name none. */
const USUAL_HOST = 'docker.io';
/** Name under which docker keeps the login of that one. */
const USUAL_ADDRESS = 'https://index.docker.io/v1/';

/** Host, with its port, of the registry that a reference is fetched from. */
export function registryOf(image: string): string {
  const [first = '', ...rest] = image.split('/');
  return rest.length > 0 && /[.:]|^localhost$/.test(first) ? first : USUAL_HOST;
}

/**
 * Writes a login where no command line shows it, in the form that podman, docker and nerdctl share (containers-auth.json(5)). It is
 * the runner's: no program of the attempt can read it.
 * @param key of the registry; others than a login count as none
 */
export async function openRegistry(
  attemptDir: string,
  image: string,
  key: Credential | undefined,
): Promise<RegistryLogin> {
  if (key?.type !== 'login_password') {
    return { env: {}, close: () => Promise.resolve() };
  }
  const made = mkdtempSync(join(dirname(attemptDir), 'registry-'));
  const host = registryOf(image);
  const auth = Buffer.from(`${key.login}:${key.password}`).toString('base64');
  const hosts = host === USUAL_HOST ? [host, USUAL_ADDRESS] : [host];
  const file = join(made, 'config.json');
  writeFileSync(file, JSON.stringify({ auths: Object.fromEntries(hosts.map((each) => [each, { auth }])) }), {
    mode: 0o600,
  });
  return { env: { REGISTRY_AUTH_FILE: file, DOCKER_CONFIG: made }, close: () => removeTree(made) };
}
